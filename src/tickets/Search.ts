import { Context, type DateTime, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, Id, TicketId } from "../domain/Ids.ts"
import type { BrandsScope } from "../domain/Principal.ts"

/** What can be found. */
export const foundTypes = ["ticket", "comment", "customer", "company"] as const
export type FoundType = (typeof foundTypes)[number]

/** The place after which a page of results starts: the last result's rank and id. */
export interface SearchPosition {
  readonly rank: number
  readonly id: Id
}

export interface SearchQuery {
  /** Words that must all occur; word starts match, and of names and addresses any part. */
  readonly text: string
  readonly types: ReadonlyArray<FoundType>
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly limit: number
  readonly after?: SearchPosition | undefined
}

/** Something that was found, with the text to show of it. */
export interface SearchHit {
  readonly type: FoundType
  readonly id: Id
  readonly brandId: BrandId
  /** Of tickets and comments. */
  readonly ticket?: { readonly id: TicketId; readonly publicId: string } | undefined
  readonly title: string
  readonly snippet: string
  /** Where the words occur in the snippet, in UTF-16 units: from, and up to but not including. */
  readonly matches: ReadonlyArray<readonly [start: number, end: number]>
  readonly updatedAt: DateTime.Utc
}

export interface SearchPage {
  readonly items: ReadonlyArray<SearchHit>
  /** Where the next page starts; absent at the end. */
  readonly next?: SearchPosition | undefined
}

/**
 * Search over tickets, comments (internal notes too), customers and companies, the best first. Spam, deleted records and
 * those of deleted brands are not found. Of words that are everywhere, the newest matches are ranked.
 */
export class Search extends Context.Service<
  Search,
  {
    find(scope: BrandsScope, query: SearchQuery): Effect.Effect<SearchPage, DatabaseUnavailable>
  }
>()("trunkline/tickets/Search") {}
