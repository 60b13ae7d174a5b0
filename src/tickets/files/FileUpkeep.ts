import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/** Bytes to delete: nothing refers to them, and nothing can claim them any more. */
export interface Removal {
  readonly key: string
}

/** A chore does a bounded amount of work and returns how much; any node may do it at any time. */
type Chore = Effect.Effect<number, DatabaseUnavailable>

/** Background cleanup of files. */
export class FileUpkeep extends Context.Service<
  FileUpkeep,
  {
    /** Removes uploads that no ticket claimed within 24 hours. */
    readonly expireUnclaimed: Chore
    /** Marks uploads to tickets as failed if they were not confirmed within 24 hours. */
    readonly giveUpPending: Chore
    /** Releases the bytes of messages that were processed 30 days ago; their entries in the inbound log stay. */
    readonly forgetRaw: Chore
    /** Removes messages that had no effect from the inbound log 90 days after they were received. */
    readonly forgetIgnored: Chore
    /** Claims some bytes that are due for deletion. If not deleted within minutes, another node does it. */
    readonly takeRemovals: Effect.Effect<ReadonlyArray<Removal>, DatabaseUnavailable>
    /** Records that the bytes were deleted. */
    removed(removal: Removal): Effect.Effect<void, DatabaseUnavailable>
    /** Forgets bytes that were deleted long ago, so that equal ones can be stored again. */
    readonly forgetRemoved: Chore
  }
>()("trunkline/tickets/FileUpkeep") {}
