import { useEffect } from "preact/hooks"

/** The names of the server's events on a ticket. */
const events = [
  "ticket.updated",
  "ticket.merged",
  "comment.created",
  "comment.updated",
  "comment.deleted",
  "attachment.created",
  "attachment.deleted"
]
/** Milliseconds before a stream that was refused, rather than cut off, is requested again. */
const afterRefusal = 15_000

/**
 * Calls `read` when something has happened on a ticket, or may have while disconnected. A page in the background disconnects:
 * browsers allow few connections per server, and a seventh tab would wait forever. Lasts as long as the page.
 */
export const useNews = (base: string, ticketId: string, read: () => void) =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page shows one ticket, and its first `read` stays good
  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const connect = () => {
      clearTimeout(timer)
      source?.close()
      if (document.hidden) return
      const made = new EventSource(`${base}/stream`)
      source = made
      made.onopen = read
      made.onerror = () => {
        if (made.readyState === EventSource.CLOSED) timer = setTimeout(connect, afterRefusal)
      }
      for (const type of events)
        made.addEventListener(type, ({ data }: MessageEvent<string>) => {
          if (JSON.parse(data).ticketId === ticketId) read()
        })
    }
    document.addEventListener("visibilitychange", connect)
    connect()
  }, [])
