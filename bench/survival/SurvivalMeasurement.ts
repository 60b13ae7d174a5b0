import type { Measurement } from "../Figure.ts"

/** A new folder for what a measurement starts. */
export interface Site {
  readonly folder: string
}

/** How often what happens. */
export interface Options {
  /** Kills of a server with all below it; of the server alone, and while it starts, a quarter as many. */
  readonly cycles: number
  readonly stops: number
  readonly outages: number
  /** How long PostgreSQL is away. */
  readonly seconds: number
  readonly rounds: number
}

export type SurvivalMeasurement = Measurement<Site, Options>
