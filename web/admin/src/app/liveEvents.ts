import { useQueryClient } from "@tanstack/react-query"
import { ApiError, type PresenceNews, type TrunklineEvent } from "@trunkline/sdk"
import { useEffect, useSyncExternalStore } from "react"
import { applyEvent } from "../data/applyEvent.ts"
import { applyPresence } from "../data/applyPresence.ts"
import { client, streams } from "./client.ts"
import { mode } from "./mode.ts"
import { useSession } from "./session.ts"

/** Milliseconds before a stream that was refused is asked for again. */
const pause = 10_000

/**
 * Keeps what is shown true: follows the events of this mode, and changes what was read accordingly. Browsers open six
 * connections to a server: of all windows one follows, and tells the others.
 */
export const useLiveEvents = () => {
  const queryClient = useQueryClient()
  const { member } = useSession()
  useEffect(() => {
    const ended = new AbortController()
    const name = `trunkline ${member.id} ${mode}`
    const others = new BroadcastChannel(name)
    let last: string | undefined
    const take = (told: TrunklineEvent | PresenceNews) => {
      if (told.type === "presence.changed") return applyPresence(queryClient, told)
      last = told.id
      applyEvent(queryClient, told)
    }
    const tell = (told: TrunklineEvent | PresenceNews) => {
      others.postMessage(told)
      take(told)
    }
    others.onmessage = ({ data }: MessageEvent<TrunklineEvent | PresenceNews>) => take(data)

    const follow = async () => {
      while (!ended.signal.aborted) {
        try {
          const start = { ...(last === undefined ? {} : { after: last }), onPresence: tell }
          for await (const event of client.events.stream(start, { signal: ended.signal })) tell(event)
        } catch (error) {
          if (ended.signal.aborted) return
          // What was missed is too long ago to be told: everything is read anew.
          if (error instanceof ApiError && error.code === "event_expired") last = undefined
          else await new Promise((resolve) => setTimeout(resolve, pause))
          void queryClient.invalidateQueries()
        }
      }
    }
    if ("locks" in navigator) void navigator.locks.request(name, { signal: ended.signal }, follow).catch(() => {})
    else void follow()
    // What happened between the reading of what is shown and the first stream, no event tells.
    const onOpen = async () => {
      if (last !== undefined) return
      while (queryClient.isFetching() > 0 && !ended.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, 50))
      void queryClient.invalidateQueries()
    }
    streams.addEventListener("open", onOpen)
    const onOnline = () => void queryClient.invalidateQueries()
    addEventListener("online", onOnline)
    return () => {
      ended.abort()
      others.close()
      streams.removeEventListener("open", onOpen)
      removeEventListener("online", onOnline)
    }
  }, [queryClient, member.id])
}

/** Whether there is a network at all. */
export const useIsOnline = () =>
  useSyncExternalStore(
    (watcher) => {
      addEventListener("online", watcher)
      addEventListener("offline", watcher)
      return () => {
        removeEventListener("online", watcher)
        removeEventListener("offline", watcher)
      }
    },
    () => navigator.onLine
  )
