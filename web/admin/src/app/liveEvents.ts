import { useQueryClient } from "@tanstack/react-query"
import { ApiError, type PresenceNews, type TrunklineEvent, type WatchersNews } from "@trunkline/sdk"
import { useEffect, useState, useSyncExternalStore } from "react"
import { applyEvent } from "../data/applyEvent.ts"
import { applyPresence } from "../data/applyPresence.ts"
import { mayBeOutdated } from "../data/mayBeOutdated.ts"
import { readSoon } from "../data/readSoon.ts"
import { client } from "./client.ts"
import { mode } from "./mode.ts"
import { keys } from "./queries.ts"
import { useSession } from "./session.ts"

/** Milliseconds before a stream that was refused is asked for again. */
const pause = 10_000
/** Milliseconds without a connection after which it is said: a server that is started anew is faster. */
const lostAfter = 5_000
/** Milliseconds between two readings of what is shown, while no event tells of changes. */
const rereadEvery = 30_000

/** Refusals of a stream that say that it cannot begin where it is to. */
const lostPlace = new Set<string>(["event_expired", "validation_failed"])

/** What the window that follows the events tells the others. */
type Told =
  | TrunklineEvent
  | PresenceNews
  | WatchersNews
  | { readonly type: "stream.connected" }
  | { readonly type: "stream.lost" }
  | { readonly type: "stream.expired" }

/**
 * Keeps what is shown true: follows the events of this mode, and changes what was read accordingly. Browsers open six
 * connections to a server: of all windows one follows, and tells the others. Gives back whether events do not come: then
 * what is shown is read again now and then.
 */
export const useLiveEvents = (): boolean => {
  const queryClient = useQueryClient()
  const { eventCursor, member } = useSession()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    const name = `trunkline ${member.id} ${mode}`
    const others = new BroadcastChannel(name)
    // Everything that is shown has been read after the session: what happened since then, the stream tells.
    let last: string | undefined = eventCursor
    const take = (told: Told) => {
      if (told.type === "presence.changed") applyPresence(queryClient, told)
      else if (told.type === "watchers.changed") readSoon(queryClient, [keys.watchers(told.ticketId)])
      else if (told.type === "stream.connected") {
        setLost(false)
        void queryClient.invalidateQueries(last === undefined ? {} : { predicate: mayBeOutdated })
      } else if (told.type === "stream.lost") {
        setLost(true)
        // What could not be read at all says so, and waits until somebody tries again.
        void queryClient.invalidateQueries({ predicate: ({ state }) => state.data !== undefined })
      } else if (told.type === "stream.expired") last = undefined
      else {
        last = told.id
        applyEvent(queryClient, told)
      }
    }
    const tell = (told: Told) => {
      others.postMessage(told)
      take(told)
    }
    others.onmessage = ({ data }: MessageEvent<Told>) => take(data)

    let losing: ReturnType<typeof setTimeout> | undefined
    const lose = () => {
      tell({ type: "stream.lost" })
      losing = setTimeout(lose, rereadEvery)
    }
    const onDisconnect = () => {
      losing ??= setTimeout(lose, lostAfter)
    }
    const onConnect = () => {
      clearTimeout(losing)
      losing = undefined
      tell({ type: "stream.connected" })
    }
    const follow = async () => {
      while (!ended.signal.aborted) {
        onDisconnect()
        try {
          const start = { ...(last === undefined ? {} : { after: last }), onPresence: tell, onConnect, onDisconnect }
          for await (const event of client.events.stream(start, { signal: ended.signal })) tell(event)
        } catch (error) {
          if (ended.signal.aborted) return
          // What was missed is too long ago to be told, or the place is of another database or version: everything is read anew.
          if (last !== undefined && error instanceof ApiError && lostPlace.has(error.code))
            tell({ type: "stream.expired" })
          else await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }
    }
    if ("locks" in navigator) void navigator.locks.request(name, { signal: ended.signal }, follow).catch(() => {})
    else void follow()
    const onOnline = () => void queryClient.invalidateQueries()
    addEventListener("online", onOnline)
    return () => {
      ended.abort()
      clearTimeout(losing)
      others.close()
      removeEventListener("online", onOnline)
    }
  }, [queryClient, member.id, eventCursor])
  return isLost
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
