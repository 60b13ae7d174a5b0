import { type QueryClient, useQuery } from "@tanstack/react-query"
import type { Ticket, Watcher } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { expectToast, type Toast } from "../ui/toasts.ts"
import { inTurn } from "./inTurn.ts"

/** The watchers of a ticket, in the order in which they were added. */
export const useWatchers = ({ brandId, id }: Pick<Ticket, "brandId" | "id">) =>
  useQuery({
    queryKey: keys.watchers(id),
    queryFn: ({ signal }) => client.watchers.list(brandId, id, { signal })
  })

interface WatchersChange {
  /** Returns the watchers as they will be if the API accepts the change. Left out if that cannot be known beforehand. */
  readonly after?: (watchers: ReadonlyArray<Watcher>) => Array<Watcher>
  readonly act: () => Promise<unknown>
  readonly done: Toast
}

/** Changes a ticket's watchers: shown at once, sent after earlier changes, and reverted if the API refuses. */
export const changeWatchers = async (
  queryClient: QueryClient,
  ticketId: string,
  { act, after, done }: WatchersChange
): Promise<void> => {
  const queryKey = keys.watchers(ticketId)
  const tell = expectToast()
  // A read in progress would bring back the old watchers.
  void queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData<Array<Watcher>>(queryKey)
  if (before !== undefined && after !== undefined) queryClient.setQueryData<Array<Watcher>>(queryKey, after(before))
  let told: Toast | undefined
  try {
    await inTurn([String(queryKey)], act)
    told = done
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    throw error
  } finally {
    tell(told)
    for (const stale of [queryKey, keys.history(ticketId)]) void queryClient.invalidateQueries({ queryKey: stale })
  }
}
