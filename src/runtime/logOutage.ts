import { Effect } from "effect"
import { monotonicMillis } from "./monotonicMillis.ts"
import { seldom } from "./seldom.ts"

/** Milliseconds after which a persisting outage is logged again. */
const again = 60_000
/** Milliseconds without a failure after which an outage is over: during recovery, some requests still fail. */
const calm = 5_000

interface Outage {
  readonly since: number
  last: number
  calm: number
}

/** The current outages, by what cannot be used. Times are milliseconds of a monotonic clock. */
const outages = new Map<string, Outage>()

/**
 * Logs why something that requests need cannot be used: once per reason, and again every minute while it persists, no matter
 * how many requests fail. `reason` must not contain anything that people wrote. The outage is over with the first call of
 * `used` after `calmFor` milliseconds without a failure.
 */
export const logOutage = (what: string, reason: string, calmFor = calm) =>
  lasting(what, reason, calmFor, Effect.logError(`${what} cannot be used; clients are asked to retry`, { reason }))

/** Like `logOutage`, for something that no request needs. `meanwhile` describes the consequence of the outage. */
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

/** Reports a successful use. If that ends an outage, logs this with the time from its first to its last failure. */
export const used = (what: string): Effect.Effect<void> => {
  const outage = outages.get(what)
  if (outage === undefined) return Effect.void
  return Effect.flatMap(monotonicMillis, (now) => {
    if (now - outage.last < outage.calm || !outages.delete(what)) return Effect.void
    return Effect.logInfo(`${what} can be used again`, { seconds: Math.round((outage.last - outage.since) / 100) / 10 })
  })
}

/** Like `logOutage`, for something that is temporarily overloaded. */
export const logStrain = (what: string, reason: string) =>
  seldom(
    `${what}: ${reason}`,
    again,
    Effect.logWarning(`${what} cannot keep up; some clients are asked to retry`, { reason })
  )
