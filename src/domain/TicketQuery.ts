import type { DateTime } from "effect"
import type { BrandId, CategoryId, CompanyId, CustomerId, MemberId, TagId, TicketId } from "./Ids.ts"
import type { StatusCategory } from "./Status.ts"
import type { Origin, Priority, Source } from "./Ticket.ts"
import type { TicketDetail } from "./TicketDetail.ts"

export const ticketSorts = [
  "createdAt",
  "updatedAt",
  "priority",
  "ticketNumber",
  "title",
  "status",
  "customer",
  "company",
  "assignee",
  "category",
  "dueAt"
] as const
export type TicketSort = (typeof ticketSorts)[number]

/** Ids to match, and whether records without one match too. */
export interface IdsOrNone<I> {
  readonly ids: ReadonlyArray<I>
  readonly none: boolean
}

/** Whether marked rows, such as spam, are left out, shown with the others, or shown exclusively. */
export const shownMarks = ["exclude", "include", "only"] as const
export type Shown = (typeof shownMarks)[number]

/** The position after which a page of a sorted list starts: the last row's sort value, as the store gave it, and its id. */
export interface TicketPosition {
  readonly value: string | number | null
  readonly id: TicketId
}

/** Filter, order and page of a list of tickets. An absent filter matches all; a list matches any of its entries. */
export interface TicketQuery {
  /** Only these tickets. */
  readonly ids?: ReadonlyArray<TicketId> | undefined
  /** Tickets with these numbers, which are unique only within a brand. */
  readonly numbers?: ReadonlyArray<number> | undefined
  /** Only these brands, each of which is checked against the caller's scope. */
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly statuses?: ReadonlyArray<string> | undefined
  /** Tickets in these categories match in addition to those in `statuses`. */
  readonly statusesOrCategories?: ReadonlyArray<StatusCategory> | undefined
  readonly statusCategories?: ReadonlyArray<StatusCategory> | undefined
  readonly priorities?: ReadonlyArray<Priority> | undefined
  readonly sources?: ReadonlyArray<Source> | undefined
  readonly origins?: ReadonlyArray<Origin> | undefined
  readonly assignees?: IdsOrNone<MemberId> | undefined
  readonly customerIds?: ReadonlyArray<CustomerId> | undefined
  readonly customerEmail?: string | undefined
  readonly companies?: IdsOrNone<CompanyId> | undefined
  readonly categories?: IdsOrNone<CategoryId> | undefined
  readonly createdBy?: string | undefined
  readonly sourceId?: string | undefined
  readonly tagIds?: ReadonlyArray<TagId> | undefined
  readonly tagMode?: "any" | "all" | undefined
  readonly createdAfter?: DateTime.Utc | undefined
  readonly createdBefore?: DateTime.Utc | undefined
  readonly updatedAfter?: DateTime.Utc | undefined
  readonly updatedBefore?: DateTime.Utc | undefined
  readonly dueBefore?: DateTime.Utc | undefined
  readonly hasAttachments?: boolean | undefined
  readonly spam: Shown
  readonly deleted: Shown
  readonly merged: Shown
  /** Words that must all occur; prefixes of words match. */
  readonly search?: string | undefined
  readonly sort: TicketSort
  readonly order: "asc" | "desc"
  readonly limit: number
  readonly after?: TicketPosition | undefined
}

export interface TicketPage {
  readonly items: ReadonlyArray<TicketDetail>
  /** Where the next page starts; absent at the end. */
  readonly next?: TicketPosition | undefined
}
