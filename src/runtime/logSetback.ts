import { Cause, Effect } from "effect"
import { seldom } from "./seldom.ts"

/** Milliseconds after which a setback that goes on is told again, as of actors. */
const again = 600_000

/** Tells of work that failed and is done again by itself: once for each reason, and again every ten minutes while it goes on. */
export const logSetback = (what: string, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  seldom(`${what}: ${String(Cause.squash(cause))}`, again, Effect.logWarning(what, cause))
