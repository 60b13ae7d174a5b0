import type { QueryClient, QueryKey } from "@tanstack/react-query"

/** Milliseconds within which several events cause one read of the same data. */
const pause = 250

/** The pending reads, by the first of their keys. */
const waiting = new Set<string>()

/** Reads what is cached under these keys again, once for all that happens within a moment. */
export const readSoon = (queryClient: QueryClient, queryKeys: ReadonlyArray<QueryKey>) => {
  const name = String(queryKeys[0])
  if (waiting.has(name)) return
  waiting.add(name)
  const read = () => {
    // A new read would cancel the running one: with events more frequent than reads, none would ever finish.
    if (queryKeys.some((queryKey) => queryClient.isFetching({ queryKey }))) return void setTimeout(read, pause)
    waiting.delete(name)
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
  }
  setTimeout(read, pause)
}
