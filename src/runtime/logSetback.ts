import { Cause, Effect } from "effect"
import { seldom } from "./seldom.ts"

/** Milliseconds after which a persisting setback is logged again, as for actors. */
const again = 600_000

/** Logs a failure of work that is retried automatically: once per reason, and again every ten minutes while it persists. */
export const logSetback = (what: string, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  seldom(`${what}: ${String(Cause.squash(cause))}`, again, Effect.logWarning(what, cause))
