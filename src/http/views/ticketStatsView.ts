import { statusCategories } from "../../domain/Status.ts"
import type { TicketCounts } from "../../tickets/TicketStore.ts"

/** The counts of several brands, and their sums; `mine` is the count of the calling member. */
export const ticketStatsView = (brands: ReadonlyArray<TicketCounts>, mine: number | undefined) => {
  const sum = (count: (brand: TicketCounts) => number) => brands.reduce((total, brand) => total + count(brand), 0)
  return {
    total: sum(totalOf),
    ...Object.fromEntries(statusCategories.map((category) => [category, sum((brand) => brand[category])])),
    unassigned: sum(({ unassigned }) => unassigned),
    mine,
    spam: sum(({ spam }) => spam),
    byBrand: Object.fromEntries(
      brands.map((brand) => {
        const { brandId, closed, name, open, pending, prefix, resolved } = brand
        return [brandId, { name, prefix, total: totalOf(brand), open, pending, resolved, closed }]
      })
    )
  }
}

const totalOf = ({ closed, open, pending, resolved }: TicketCounts) => open + pending + resolved + closed
