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

/** Milliseconds before a refused stream is requested again. */
const pause = 10_000
/** Milliseconds without a connection before a notice says so. A server restart takes less. */
const lostAfter = 5_000
/** Milliseconds between two refreshes of what is shown while the stream is down. */
const rereadEvery = 30_000

/** Errors by which the API refuses to start the stream at the given position. */
const lostPlace = new Set<string>(["event_expired", "validation_failed"])

/** What the window that follows the stream tells the others. */
type Told =
  | TrunklineEvent
  | PresenceNews
  | WatchersNews
  | { readonly type: "stream.connected" }
  | { readonly type: "stream.lost" }
  | { readonly type: "stream.expired" }

/**
 * Keeps what is shown up to date: follows this mode's event stream and updates the cache accordingly. Browsers open only six
 * connections to a server, so one window follows the stream and tells the others. Returns whether the stream is down: then what
 * is shown is refreshed periodically.
 */
export const useLiveEvents = (): boolean => {
  const queryClient = useQueryClient()
  const { eventCursor, member } = useSession()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    const name = `trunkline ${member.id} ${mode}`
    const others = new BroadcastChannel(name)
    // Everything shown was read after the session: the stream tells what has happened since.
    let last: string | undefined = eventCursor
    const take = (told: Told) => {
      if (told.type === "presence.changed") applyPresence(queryClient, told)
      else if (told.type === "watchers.changed") readSoon(queryClient, [keys.watchers(told.ticketId)])
      else if (told.type === "stream.connected") {
        setLost(false)
        void queryClient.invalidateQueries(last === undefined ? {} : { predicate: mayBeOutdated })
      } else if (told.type === "stream.lost") {
        setLost(true)
        // A query without data shows its error, and waits until somebody tries again.
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
          // The missed events are no longer kept, or the cursor is from another database or version: everything is read again.
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
