import type { Measurement } from "../Figure.ts"

/** A new folder for the data of a measurement. */
export interface Site {
  readonly folder: string
}

/** How often each thing happens. */
export interface Options {
  /**
   * Kills of a server with all its descendants. The server alone, and a starting server, are each killed a quarter as often.
   */
  readonly cycles: number
  readonly stops: number
  readonly outages: number
  /** How long PostgreSQL is away. */
  readonly seconds: number
  readonly rounds: number
}

export type SurvivalMeasurement = Measurement<Site, Options>
