import { Context, type DateTime, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, Id, TicketId } from "../domain/Ids.ts"
import type { BrandsScope } from "../domain/Principal.ts"

/** The types of records that can be found. */
export const foundTypes = ["ticket", "comment", "customer", "company"] as const
export type FoundType = (typeof foundTypes)[number]

/** The position after which a page of results starts: the rank and id of the last result. */
export interface SearchPosition {
  readonly rank: number
  readonly id: Id
}

export interface SearchQuery {
  /** Words that must all occur. Beginnings of words match; in names and addresses, any part does. */
  readonly text: string
  readonly types: ReadonlyArray<FoundType>
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly limit: number
  readonly after?: SearchPosition | undefined
}

/** A record that was found, with the text to show for it. */
export interface SearchHit {
  readonly type: FoundType
  readonly id: Id
  readonly brandId: BrandId
  /** Only for tickets and comments. */
  readonly ticket?: { readonly id: TicketId; readonly publicId: string } | undefined
  readonly title: string
  readonly snippet: string
  /** Where the words occur in the snippet, in UTF-16 code units. The end is exclusive. */
  readonly matches: ReadonlyArray<readonly [start: number, end: number]>
  readonly updatedAt: DateTime.Utc
}

export interface SearchPage {
  readonly items: ReadonlyArray<SearchHit>
  /** The position at which the next page starts; absent on the last page. */
  readonly next?: SearchPosition | undefined
}

/**
 * Search over tickets, comments (including internal notes), customers and companies, best matches first. Does not find
 * spam, deleted records or records of deleted brands. For words that occur almost everywhere, only the newest matches are
 * ranked.
 */
export class Search extends Context.Service<
  Search,
  {
    find(scope: BrandsScope, query: SearchQuery): Effect.Effect<SearchPage, DatabaseUnavailable>
  }
>()("trunkline/tickets/Search") {}
