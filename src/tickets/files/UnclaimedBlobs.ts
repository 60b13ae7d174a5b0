import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/**
 * Bytes that nothing refers to yet. Those recorded here before they are stored are deleted after an hour unless a row
 * refers to them by then, so that nothing is left by a command that was refused or a process that died in between.
 */
export class UnclaimedBlobs extends Context.Service<
  UnclaimedBlobs,
  {
    /** Records bytes that are about to be stored. Fails while equal bytes are being removed, and for a while afterwards. */
    note(tenantId: string, key: string): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/UnclaimedBlobs") {}
