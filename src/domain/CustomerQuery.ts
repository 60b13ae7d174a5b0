import type { CustomerDetail } from "./CustomerDetail.ts"
import type { CompanyId, CustomerId } from "./Ids.ts"
import type { IdsOrNone } from "./TicketQuery.ts"

export const customerSorts = ["createdAt", "name", "email"] as const
export type CustomerSort = (typeof customerSorts)[number]

/** The place in a sorted list after which a page starts: the last row's sort value, and its id. */
export interface CustomerPosition {
  readonly value: string | null
  readonly id: CustomerId
}

/** What a list of a brand's customers shows. A filter that is left out does not filter; lists match any of their entries. */
export interface CustomerQuery {
  /** A part of the name, e-mail address, phone number or company name, in any case. */
  readonly search?: string | undefined
  readonly companies?: IdsOrNone<CompanyId> | undefined
  readonly externalId?: string | undefined
  readonly sort: CustomerSort
  readonly order: "asc" | "desc"
  readonly limit: number
  readonly after?: CustomerPosition | undefined
}

export interface CustomerPage {
  readonly items: ReadonlyArray<CustomerDetail>
  /** Where the next page starts; absent at the end. */
  readonly next?: CustomerPosition | undefined
}
