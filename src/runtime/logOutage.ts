import { Effect } from "effect"
import { monotonicMillis } from "./monotonicMillis.ts"
import { seldom } from "./seldom.ts"

/** Milliseconds after which what lasts is told again. */
const again = 60_000
/** Milliseconds without a failure after which an outage is over: some answer before all do. */
const calm = 5_000

interface Outage {
  readonly since: number
  last: number
  calm: number
}

/** Those that last, by what cannot be used; in milliseconds of a clock that nobody sets. */
const outages = new Map<string, Outage>()

/**
 * Tells the operator why something that requests need cannot be used: once for each reason, and again every minute while
 * it lasts, however many requests meet it. `reason` holds nothing that people wrote. It is over with the first use, as `used` hears of
 * it, after `calmFor` milliseconds without another.
 */
export const logOutage = (what: string, reason: string, calmFor = calm) =>
  lasting(what, reason, calmFor, Effect.logError(`${what} cannot be used; clients are asked to retry`, { reason }))

/** The same of something that no request needs: `meanwhile` says what comes of what it is not there for. */
export const logLoss = (what: string, reason: string, meanwhile: string) =>
  lasting(what, reason, calm, Effect.logWarning(`${what} cannot be used; ${meanwhile}`, { reason }))

const lasting = (what: string, reason: string, calmFor: number, tell: Effect.Effect<void>) =>
  Effect.flatMap(monotonicMillis, (now) => {
    const outage = outages.get(what) ?? { since: now, last: now, calm: 0 }
    outage.last = now
    outage.calm = Math.max(outage.calm, calmFor)
    outages.set(what, outage)
    return seldom(`${what}: ${reason}`, again, tell)
  })

/** Says of something that was of use just now that its outage is over, if there was one, and how long it took until its last failure. */
export const used = (what: string): Effect.Effect<void> => {
  const outage = outages.get(what)
  if (outage === undefined) return Effect.void
  return Effect.flatMap(monotonicMillis, (now) => {
    if (now - outage.last < outage.calm || !outages.delete(what)) return Effect.void
    return Effect.logInfo(`${what} can be used again`, { seconds: Math.round((outage.last - outage.since) / 100) / 10 })
  })
}

/** The same of something that has more to do than it can for the moment. */
export const logStrain = (what: string, reason: string) =>
  seldom(
    `${what}: ${reason}`,
    again,
    Effect.logWarning(`${what} cannot keep up; some clients are asked to retry`, { reason })
  )
