import type { CompanyDetail } from "./CompanyDetail.ts"
import type { CompanyId } from "./Ids.ts"

export const companySorts = ["createdAt", "name"] as const
export type CompanySort = (typeof companySorts)[number]

/** The place in a sorted list after which a page starts: the last row's sort value, and its id. */
export interface CompanyPosition {
  readonly value: string | null
  readonly id: CompanyId
}

/** What a list of a brand's companies shows. */
export interface CompanyQuery {
  /** A part of the name or mail domain, in any case. */
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
