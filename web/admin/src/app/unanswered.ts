import { useSyncExternalStore } from "react"
import { isUnanswered } from "../ui/errors.ts"
import { queryClient } from "./queries.ts"

const cache = queryClient.getQueryCache()

/** Whether something on the page could not be read because the server does not answer. */
export const useIsUnanswered = () =>
  useSyncExternalStore(
    (watcher) => cache.subscribe(watcher),
    () => cache.getAll().some((query) => query.isActive() && isUnanswered(query.state.error))
  )

/** Whether an error has that cause. If so, it is shown once for the page, not where each result is missing. */
export const isSaidOnce = (error: unknown): boolean =>
  isUnanswered(error) && cache.getAll().some(({ state }) => state.error === error)

/** Reads everything that failed for that reason again. */
export const readUnanswered = () =>
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => isUnanswered(state.error) })
