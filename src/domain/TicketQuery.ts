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

/** Ids to match, and whether "has none" matches too. */
export interface IdsOrNone<I> {
  readonly ids: ReadonlyArray<I>
  readonly none: boolean
}

/** Whether rows with a mark are left out, shown among the others, or shown alone. */
export const shownMarks = ["exclude", "include", "only"] as const
export type Shown = (typeof shownMarks)[number]

/** The place in a sorted list after which a page starts: the last row's sort value as the store gave it, and its id. */
export interface TicketPosition {
  readonly value: string | number | null
  readonly id: TicketId
}

/** What a list of tickets shows. A filter that is left out does not filter; lists match any of their entries. */
export interface TicketQuery {
  /** These tickets only. */
  readonly ids?: ReadonlyArray<TicketId> | undefined
  /** Tickets of these numbers; each brand has its own. */
  readonly numbers?: ReadonlyArray<number> | undefined
  /** These brands only; each is checked against the caller's scope. */
  readonly brandIds?: ReadonlyArray<BrandId> | undefined
  readonly statuses?: ReadonlyArray<string> | undefined
  /** Tickets of these categories match besides those of `statuses`. */
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
  /** Words that must all occur; word starts match. */
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
