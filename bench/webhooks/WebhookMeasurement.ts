import type { Measurement } from "../Figure.ts"
import type { Site } from "./Site.ts"

/** How much is measured. */
export interface Options {
  readonly rounds: number
  /** Length of a flow. */
  readonly seconds: number
  /** Deliveries that lie in the past where a long past is part of the figure. */
  readonly past: number
}

/** What a measurement knows of the machine at this moment. */
export interface Pace {
  /** Posts a second of a raw loop of fetch, just before. */
  readonly fetchLoop: number
}

export type WebhookMeasurement = Measurement<Site, Options & Pace>
