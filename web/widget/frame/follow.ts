import type { PortalNews } from "../../../sdk/src/portal.ts"
import type { Session } from "./Session.ts"

/** Milliseconds before a refused stream is requested again. */
const pause = 30_000

/**
 * Follows the event stream while the page is visible. In the background it disconnects, since browsers allow few connections
 * per server. Each connection starts with the news `connected`.
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
      // Without a stream, what is shown is refreshed periodically, which also shows what is wrong.
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
