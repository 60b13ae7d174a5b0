import { Effect } from "effect"
import { monotonicMillis } from "./monotonicMillis.ts"

/** Until when, on a clock that nobody sets, each line counts as told. */
const told = new Map<string, number>()

/** Tells what a line says, unless the same was told within so many milliseconds: what lasts must not fill the log. */
export const seldom = (line: string, again: number, tell: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(monotonicMillis, (now) => {
    // Names of files and processes differ from one attempt to the next.
    const name = line.replace(/\d+/g, "#")
    for (const [known, until] of told) if (now >= until) told.delete(known)
    if (told.has(name)) return Effect.void
    told.set(name, now + again)
    return tell
  })
