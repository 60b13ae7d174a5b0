import { type DehydratedState, dehydrate, type QueryClient } from "@tanstack/react-query"

/** What is kept on disk so that the dashboard opens with content: lists, tickets and what they are made of. */
const kept = new Set(["tickets", "ticket", "comments", "brands", "members", "statuses", "tags", "categories", "stats"])
/** The most queries to keep: those read last. */
const mostQueries = 120
/**
 * The most characters of JSON for all of them. One conversation can have 16 MB, and copying many would block the page for
 * seconds.
 */
const mostText = 8 * 1024 * 1024

/** The size of each result, in characters of JSON, for as long as the result is unchanged. */
const sizes = new WeakMap<object, number>()

/**
 * Returns the part of the cache that is kept on disk. A query that does not fit and is not in use is removed from the cache.
 */
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
  // Pages carry functions, which cannot be stored: only plain data comes back from disk.
  return { mutations: [], queries: JSON.parse(JSON.stringify(latest)) as DehydratedState["queries"] }
}
