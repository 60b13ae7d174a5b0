import { Effect } from "effect"
import { monotonicMillis } from "./monotonicMillis.ts"

/** Milliseconds after which what lasts is told again. */
const again = 60_000

/** When each was told last. */
const told = new Map<string, number>()

/**
 * Tells the operator why something that requests need cannot be used: once for each reason, and again every minute while
 * it lasts, however many requests meet it. `reason` holds nothing that people wrote.
 */
export const logOutage = (what: string, reason: string) =>
  seldom(`${what}: ${reason}`, Effect.logError(`${what} cannot be used; requests are told to come back`, { reason }))

/** The same of something that has more to do than it can for the moment. */
export const logStrain = (what: string, reason: string) =>
  seldom(`${what}: ${reason}`, Effect.logWarning(`${what} has not answered in time`, { reason }))

const seldom = (line: string, tell: Effect.Effect<void>) =>
  Effect.flatMap(monotonicMillis, (now) => {
    // Names of files and processes differ from one attempt to the next.
    const name = line.replace(/\d+/g, "#")
    for (const [known, at] of told) if (now - at >= again) told.delete(known)
    if (told.has(name)) return Effect.void
    told.set(name, now)
    return tell
  })
