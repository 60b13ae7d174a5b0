import type { QueryClient, QueryKey } from "@tanstack/react-query"

/** Milliseconds in which several events ask for one reading of the same. */
const pause = 250

/** What is about to be read again, by the first of its keys. */
const waiting = new Set<string>()

/** Reads what is kept under these keys again, once for all that happens in a moment. */
export const readSoon = (queryClient: QueryClient, queryKeys: ReadonlyArray<QueryKey>) => {
  const name = String(queryKeys[0])
  if (waiting.has(name)) return
  waiting.add(name)
  const read = () => {
    // To begin anew would end what is on its way: where more happens than is read meanwhile, no reading would ever come.
    if (queryKeys.some((queryKey) => queryClient.isFetching({ queryKey }))) return void setTimeout(read, pause)
    waiting.delete(name)
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
  }
  setTimeout(read, pause)
}
