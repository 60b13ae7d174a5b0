import { useKept } from "../../app/useKept.ts"

const densities = ["comfortable", "compact"] as const
export type Density = (typeof densities)[number]

/** Pixels of a row: two lines, or one. */
export const rowHeights: Record<Density, number> = { comfortable: 52, compact: 36 }

/** How much of a ticket a row shows, as the person likes it; and a way to the other. */
export const useDensity = () => {
  const [density, keep] = useKept<Density>("density", "comfortable", (text) => densities.find((one) => one === text))
  return [density, () => keep(density === "compact" ? "comfortable" : "compact")] as const
}
