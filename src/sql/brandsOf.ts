import type { BrandsScope } from "../domain/Principal.ts"
import type { TicketQuery } from "../domain/TicketQuery.ts"

/** The brands to look in: those asked for that the caller may see; `undefined` means all. */
export const brandsOf = ({ brands }: BrandsScope, { brandIds }: Pick<TicketQuery, "brandIds">) => {
  if (brands === "all") return brandIds
  return brandIds === undefined ? [...brands] : brandIds.filter((id) => brands.has(id))
}
