import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** Keeps counts correct and cheap to read (docs/decisions/0017). Each run is bounded, and any node may do it. */
export class TallyUpkeep extends Context.Service<
  TallyUpkeep,
  {
    /** Adds up the changes since the last run. Returns how many there were. */
    readonly addUp: Effect.Effect<number, DatabaseUnavailable>

    /** Counts the tickets of tags again into which others were merged a while ago. Returns how many tags. */
    readonly recount: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/TallyUpkeep") {}
