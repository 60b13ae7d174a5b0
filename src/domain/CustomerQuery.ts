import type { CustomerDetail } from "./CustomerDetail.ts"
import type { CompanyId, CustomerId } from "./Ids.ts"
import type { IdsOrNone } from "./TicketQuery.ts"

export const customerSorts = ["createdAt", "name", "email"] as const
export type CustomerSort = (typeof customerSorts)[number]

/** The position after which a page of a sorted list starts: the sort value and the id of the last row before it. */
export interface CustomerPosition {
  readonly value: string | null
  readonly id: CustomerId
}

/** Filter, order and page of a list of a brand's customers. An absent filter matches all; a list matches any of its entries. */
export interface CustomerQuery {
  /** A part of the name, email address, phone number or company name; case does not matter. */
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
