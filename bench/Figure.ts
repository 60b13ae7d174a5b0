import type { Effect, Scope } from "effect"
import type { ServerFailed } from "./ChildServer.ts"

/** A measured number and the bound that it must meet. */
export interface Figure {
  readonly label: string
  readonly value: number
  readonly unit: string
  readonly must?: { readonly atLeast: number } | { readonly atMost: number }
  /** Why the value proves nothing, whatever it is. */
  readonly inconclusive?: string
}

/** A measurement that can be selected by name, with its own site and options. */
export interface Measurement<Site, Options> {
  readonly name: string
  readonly about: string
  readonly measure: (site: Site, options: Options) => Effect.Effect<ReadonlyArray<Figure>, ServerFailed, Scope.Scope>
}

/** A line of the report. */
export const renderFigure = ({ inconclusive, label, must, unit, value }: Figure): string => {
  const shown = `${label.padEnd(64)} ${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`.trimEnd()
  if (must === undefined) return shown
  const reached = "atLeast" in must ? value >= must.atLeast : value <= must.atMost
  const limit = "atLeast" in must ? `at least ${must.atLeast}` : `at most ${must.atMost}`
  const verdict = inconclusive === undefined ? (reached ? "reached" : "MISSED") : `INCONCLUSIVE, ${inconclusive}`
  return `${shown}, ${limit}: ${verdict}`
}

/** The smallest value that at least `share` of the values do not exceed. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
