import { useQuery } from "@tanstack/react-query"
import type { Presence, Ticket } from "@trunkline/sdk"
import { useEffect, useSyncExternalStore } from "react"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"

/** Milliseconds between two times that one says to be there: the server believes it for three times as long. */
const interval = 10_000

/** Says that this member is at a ticket, as long as its page is in sight, and knows who else is. */
export const usePresence = ({ brandId, deletedAt, id }: Ticket, isReplying: boolean) => {
  const isHere = useIsInSight() && deletedAt === undefined
  const state: Presence["state"] = isReplying ? "replying" : "viewing"
  const present = useQuery({
    queryKey: keys.presence(id),
    queryFn: ({ signal }) => client.presence.set(brandId, id, { state }, { signal, maxRetries: 0 }),
    enabled: isHere,
    refetchInterval: interval,
    staleTime: interval,
    gcTime: 0
  })
  const { refetch } = present
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is said at once
  useEffect(() => {
    if (isHere) void refetch()
  }, [state, isHere])
  useEffect(() => {
    if (!isHere) return
    return () => void client.presence.leave(brandId, id, { maxRetries: 0 }).catch(() => {})
  }, [isHere, brandId, id])
  return isHere ? (present.data ?? []) : []
}

/** Whether somebody can see the page. */
const useIsInSight = () =>
  useSyncExternalStore(
    (watcher) => {
      document.addEventListener("visibilitychange", watcher)
      return () => document.removeEventListener("visibilitychange", watcher)
    },
    () => document.visibilityState === "visible"
  )
