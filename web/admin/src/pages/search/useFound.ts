import type { SearchResult, Ticket } from "@trunkline/sdk"
import { client } from "../../app/client.ts"
import { keys } from "../../app/queries.ts"
import { usePages } from "../../data/usePages.ts"
import { parseSearch } from "./searchQuery.ts"
import { ticketFilters } from "./ticketFilters.ts"
import type { KnownHere } from "./useKnown.ts"

/** Characters that a search for words needs. */
const shortest = 2

/** Kinds of things that can be looked for. */
type FoundType = "ticket" | "comment" | "customer" | "company"

/** Something that was found. */
export type Hit =
  | { readonly id: string; readonly result: SearchResult }
  | { readonly id: string; readonly ticket: Ticket }

/**
 * What a search finds: words are looked for in everything, the best first; with filters, which tickets alone have, it is a list of
 * tickets, what changed last first.
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

/** Parameters as an address has them. */
const asked = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  )
