import { useQuery } from "@tanstack/react-query"
import type { Presence, Ticket } from "@trunkline/sdk"
import { useEffect, useSyncExternalStore } from "react"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"

/** Milliseconds between two heartbeats; the server takes a member to be present for three times as long. */
const interval = 10_000

/** Reports that this member is at a ticket as long as its page is visible, and returns everybody who is there. */
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

/** Whether the page is visible. */
const useIsInSight = () =>
  useSyncExternalStore(
    (watcher) => {
      document.addEventListener("visibilitychange", watcher)
      return () => document.removeEventListener("visibilitychange", watcher)
    },
    () => document.visibilityState === "visible"
  )
