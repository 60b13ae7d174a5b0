import { Effect } from "effect"
import { seldom } from "./seldom.ts"

/** Milliseconds after which what lasts is told again. */
const again = 60_000

/**
 * Tells the operator why something that requests need cannot be used: once for each reason, and again every minute while
 * it lasts, however many requests meet it. `reason` holds nothing that people wrote.
 */
export const logOutage = (what: string, reason: string) =>
  seldom(
    `${what}: ${reason}`,
    again,
    Effect.logError(`${what} cannot be used; requests are told to come back`, { reason })
  )

/** The same of something that has more to do than it can for the moment. */
export const logStrain = (what: string, reason: string) =>
  seldom(
    `${what}: ${reason}`,
    again,
    Effect.logWarning(`${what} cannot keep up; some requests are told to come back`, { reason })
  )
