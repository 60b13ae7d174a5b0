import type { PortalNews } from "../../../sdk/src/portal.ts"
import type { Session } from "./Session.ts"

/** Milliseconds after which a server that has refused the stream is asked again. */
const pause = 30_000

/**
 * Hears what changes while the page can be seen, and nothing while it is in the background: browsers allow few
 * connections to one server. Each connection begins with the news `connected`.
 */
export const follow = (session: Session, hear: (news: PortalNews) => void): (() => void) => {
  let connection: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const connect = async () => {
    connection = new AbortController()
    const { signal } = connection
    try {
      await session.call(async (portal) => {
        for await (const news of portal.stream({ signal })) hear(news)
      })
    } catch {
      if (signal.aborted) return
      // Without a stream, what is shown is read again from time to time, and tells what is wrong.
      timer = setTimeout(() => {
        hear({ type: "connected" })
        connect()
      }, pause)
    }
  }
  const stop = () => {
    clearTimeout(timer)
    connection?.abort()
    connection = undefined
  }
  const look = () => {
    if (document.hidden) stop()
    else if (connection === undefined) connect()
  }

  look()
  document.addEventListener("visibilitychange", look)
  return () => {
    document.removeEventListener("visibilitychange", look)
    stop()
  }
}
