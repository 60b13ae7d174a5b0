import { useEffect } from "preact/hooks"

/** What the server names the events on a ticket. */
const events = [
  "ticket.updated",
  "ticket.merged",
  "comment.created",
  "comment.updated",
  "comment.deleted",
  "attachment.created",
  "attachment.deleted"
]
/** Milliseconds after which a stream that was refused, and not just cut off, is asked for again. */
const afterRefusal = 15_000

/** Calls `read` when something has happened on a ticket, or may have while there was no connection. */
export const useNews = (base: string, ticketId: string, read: () => void) =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page shows one ticket, and its first `read` stays good
  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const connect = () => {
      source = new EventSource(`${base}/stream`)
      source.onopen = read
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, afterRefusal)
      }
      for (const type of events)
        source.addEventListener(type, ({ data }: MessageEvent<string>) => {
          if (JSON.parse(data).ticketId === ticketId) read()
        })
    }
    connect()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [])
