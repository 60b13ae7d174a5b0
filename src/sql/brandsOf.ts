import type { BrandsScope } from "../domain/Principal.ts"
import type { TicketQuery } from "../domain/TicketQuery.ts"

/** The brands to look into: what is asked for, as far as the caller may see it; undefined is all. */
export const brandsOf = ({ brands }: BrandsScope, { brandIds }: Pick<TicketQuery, "brandIds">) => {
  if (brands === "all") return brandIds
  return brandIds === undefined ? [...brands] : brandIds.filter((id) => brands.has(id))
}
