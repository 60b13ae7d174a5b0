import type { CompanyDetail } from "./CompanyDetail.ts"
import type { CompanyId } from "./Ids.ts"

export const companySorts = ["createdAt", "name"] as const
export type CompanySort = (typeof companySorts)[number]

/** The position after which a page of a sorted list starts: the sort value and the id of the last row before it. */
export interface CompanyPosition {
  readonly value: string | null
  readonly id: CompanyId
}

/** Filter, order and page of a list of a brand's companies. */
export interface CompanyQuery {
  /** A part of the name or mail domain; case does not matter. */
  readonly search?: string | undefined
  readonly sort: CompanySort
  readonly order: "asc" | "desc"
  readonly limit: number
  readonly after?: CompanyPosition | undefined
}

export interface CompanyPage {
  readonly items: ReadonlyArray<CompanyDetail>
  /** Where the next page starts; absent at the end. */
  readonly next?: CompanyPosition | undefined
}
