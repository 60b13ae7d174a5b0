import { Effect } from "effect"
import { monotonicMillis } from "./monotonicMillis.ts"

/** When each line may be logged again, on a monotonic clock. */
const told = new Map<string, number>()

/** Runs `tell` unless the same line was logged in the last `again` milliseconds, so that nothing persistent fills the log. */
export const seldom = (line: string, again: number, tell: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(monotonicMillis, (now) => {
    // Ignores numbers, because names of files and processes differ between attempts.
    const name = line.replace(/\d+/g, "#")
    for (const [known, until] of told) if (now >= until) told.delete(known)
    if (told.has(name)) return Effect.void
    told.set(name, now + again)
    return tell
  })
