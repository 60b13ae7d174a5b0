import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** Keeps counts cheap to read and right (docs/decisions/0017). A piece is of bounded size, and any node may do it. */
export class TallyUpkeep extends Context.Service<
  TallyUpkeep,
  {
    /** Adds up what has changed since the last time; tells how many changes it took. */
    readonly addUp: Effect.Effect<number, DatabaseUnavailable>

    /** Counts the tickets of a tag anew that others were merged into a while ago; tells how many tags it was. */
    readonly recount: Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/tickets/TallyUpkeep") {}
