import type { SearchResult, Ticket } from "@trunkline/sdk"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { usePages } from "../../data/usePages.ts"
import { parseSearch } from "./searchQuery.ts"
import { ticketFilters } from "./ticketFilters.ts"
import type { KnownHere } from "./useKnown.ts"

/** The fewest characters of a word search. */
const shortest = 2

/** The kinds of records that can be searched. */
type FoundType = "ticket" | "comment" | "customer" | "company"

/** A search result. */
export type Hit =
  | { readonly id: string; readonly result: SearchResult }
  | { readonly id: string; readonly ticket: Ticket }

/**
 * The results of a search. Words are looked for in everything, best match first. With filters, which only tickets have, the
 * result is a list of tickets, last changed first.
 */
export const useFound = (typed: string, types: FoundType | undefined, known: KnownHere) => {
  const { filters, words } = parseSearch(typed)
  const { query, unknown } = ticketFilters(filters, known)
  const isFiltered = Object.keys(filters).length > 0
  const isKnown = !isFiltered || (known.isWhole && unknown.length === 0)
  const isAsked = isKnown && (isFiltered || words.length >= shortest)
  const pages = usePages(
    [...keys.search, words, types ?? "", JSON.stringify(query)],
    async (page, options) => {
      if (!isFiltered) {
        const found = await client.search.find(
          { q: words, ...(types === undefined ? {} : { types }), ...page },
          options
        )
        return { data: found.data.map((result): Hit => ({ id: result.id, result })), nextCursor: found.nextCursor }
      }
      const search = words === "" ? {} : { search: words }
      const order = { sort: "updatedAt", order: "desc", limit: 25 } as const
      const found = await client.tickets.listAcross({ ...query, ...search, ...order, ...page }, options)
      return { data: found.data.map((ticket): Hit => ({ id: ticket.id, ticket })), nextCursor: found.nextCursor }
    },
    { enabled: isAsked }
  )
  const call = isFiltered
    ? `/v1/tickets?${new URLSearchParams(asked({ ...query, search: words === "" ? undefined : words }))}`
    : `/v1/search?${new URLSearchParams({ q: words })}`
  return { pages, isAsked, isFiltered, call, unknown: known.isWhole ? unknown : [] }
}

/** Query parameters as they appear in a URL. */
const asked = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  )
