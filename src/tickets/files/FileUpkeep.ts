import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/** Bytes that are to be taken away: nothing names them, and nothing can take them up any more. */
export interface Removal {
  readonly key: string
}

/** A chore deals with a piece of what there is to do and says how much it was; any node may do it at any time. */
type Chore = Effect.Effect<number, DatabaseUnavailable>

/** What keeps files in order that nobody asks about. */
export class FileUpkeep extends Context.Service<
  FileUpkeep,
  {
    /** Removes uploads that no ticket took over within 24 hours. */
    readonly expireUnclaimed: Chore
    /** Gives up uploads to tickets whose bytes were not confirmed within 24 hours. */
    readonly giveUpPending: Chore
    /** Lets go of the bytes of messages that were processed 30 days ago; their lines in the inbound log stay. */
    readonly forgetRaw: Chore
    /** Removes messages that had no effect from the inbound log 90 days after they came. */
    readonly forgetIgnored: Chore
    /** Some of the bytes that are due to go. Who takes them on removes them within minutes, or another node does. */
    readonly takeRemovals: Effect.Effect<ReadonlyArray<Removal>, DatabaseUnavailable>
    /** Notes that the bytes are gone. */
    removed(removal: Removal): Effect.Effect<void, DatabaseUnavailable>
    /** Forgets bytes that are long gone, so that equal ones can be kept again. */
    readonly forgetRemoved: Chore
  }
>()("trunkline/tickets/FileUpkeep") {}
