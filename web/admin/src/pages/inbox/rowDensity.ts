import { useKept } from "../../app/useKept.ts"

const densities = ["comfortable", "compact"] as const
export type Density = (typeof densities)[number]

/** Row heights in pixels, with two lines or one. */
export const rowHeights: Record<Density, number> = { comfortable: 52, compact: 36 }

/** The member's choice of row density, and a function that toggles it. */
export const useDensity = () => {
  const [density, keep] = useKept<Density>("density", "comfortable", (text) => densities.find((one) => one === text))
  return [density, () => keep(density === "compact" ? "comfortable" : "compact")] as const
}
