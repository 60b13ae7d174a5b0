import type { Measurement } from "../Figure.ts"
import type { Site } from "./Site.ts"

/** How much is measured. */
export interface Options {
  readonly rounds: number
  /** Length of a flow. */
  readonly seconds: number
  /** Number of past deliveries, where a long past is part of the figure. */
  readonly past: number
}

/** What a measurement knows of the machine's current speed. */
export interface Pace {
  /** Posts per second of a raw fetch loop run just before. */
  readonly fetchLoop: number
}

export type WebhookMeasurement = Measurement<Site, Options & Pace>
