import { useSyncExternalStore } from "react"
import { isUnanswered } from "../ui/errors.ts"
import { queryClient } from "./queries.ts"

const cache = queryClient.getQueryCache()

/** Whether something that is shown could not be read, because the server does not answer. */
export const useIsUnanswered = () =>
  useSyncExternalStore(
    (watcher) => cache.subscribe(watcher),
    () => cache.getAll().some((query) => query.isActive() && isUnanswered(query.state.error))
  )

/** Whether that is why this could not be read: it is said once for all that is shown, and not where it is missing. */
export const isSaidOnce = (error: unknown): boolean =>
  isUnanswered(error) && cache.getAll().some(({ state }) => state.error === error)

/** Reads all of that again. */
export const readUnanswered = () =>
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => isUnanswered(state.error) })
