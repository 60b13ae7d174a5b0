import type { Measurement } from "../Figure.ts"
import type { Site } from "./Site.ts"

/** How much is measured. */
export interface Options {
  readonly rounds: number
  /** Length of a round. */
  readonly seconds: number
}

export type MailMeasurement = Measurement<Site, Options>
