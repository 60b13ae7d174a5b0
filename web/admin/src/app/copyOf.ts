import { type DehydratedState, dehydrate, type QueryClient } from "@tanstack/react-query"

/** What is kept on disk, so that the dashboard opens with something on it: lists, tickets and what they are made of. */
const kept = new Set(["tickets", "ticket", "comments", "brands", "members", "statuses", "tags", "categories", "stats"])
/** Queries that are kept: the ones that were read last. */
const mostQueries = 120
/** Characters of JSON of all of them. A conversation has up to sixteen megabytes: to copy many takes the page seconds. */
const mostText = 8 * 1024 * 1024

/** Characters of what was read, for as long as it is the same. */
const sizes = new WeakMap<object, number>()

/** What was read last, as far as it is kept. What there is no room for is forgotten where nobody looks at it any more. */
export const copyOf = (queryClient: QueryClient): DehydratedState => {
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey, state }) => state.status === "success" && kept.has(String(queryKey[0]))
  })
  let room = mostText
  const cache = queryClient.getQueryCache()
  const fits = ({ queryHash, state }: DehydratedState["queries"][number]) => {
    const data = Object(state.data)
    const size = sizes.get(data) ?? JSON.stringify(data).length
    sizes.set(data, size)
    if (size <= room) {
      room -= size
      return true
    }
    const query = cache.get(queryHash)
    if (query?.getObserversCount() === 0) cache.remove(query)
    return false
  }
  const latest = queries
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, mostQueries)
    .filter(fits)
  // Pages carry functions, which cannot be kept: what comes back from disk is plain data.
  return { mutations: [], queries: JSON.parse(JSON.stringify(latest)) as DehydratedState["queries"] }
}
