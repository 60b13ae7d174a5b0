import { type QueryClient, useQuery } from "@tanstack/react-query"
import type { Ticket, Watcher } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { expectToast, type Toast } from "../ui/toasts.ts"
import { inTurn } from "./inTurn.ts"

/** Who watches a ticket, in the order in which they were added. */
export const useWatchers = ({ brandId, id }: Pick<Ticket, "brandId" | "id">) =>
  useQuery({
    queryKey: keys.watchers(id),
    queryFn: ({ signal }) => client.watchers.list(brandId, id, { signal })
  })

interface WatchersChange {
  /** The watchers as they will be, if the API agrees; left out where it has to be asked first. */
  readonly after?: (watchers: ReadonlyArray<Watcher>) => Array<Watcher>
  readonly act: () => Promise<unknown>
  readonly done: Toast
}

/** Changes who watches a ticket: shown at once, asked of the API in its turn, and taken back where it says no. */
export const changeWatchers = async (
  queryClient: QueryClient,
  ticketId: string,
  { act, after, done }: WatchersChange
): Promise<void> => {
  const queryKey = keys.watchers(ticketId)
  const tell = expectToast()
  // What is on its way tells who watched before.
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
