import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"

/**
 * Bytes that nothing names yet. What is noted here before it is kept goes after an hour, unless a row names it by then:
 * so nothing stays of a command that was refused, or of a process that died in between.
 */
export class UnclaimedBlobs extends Context.Service<
  UnclaimedBlobs,
  {
    /** Bytes that are being removed are refused, and for a while after they are gone: they can be kept anew once that is over. */
    note(tenantId: string, key: string): Effect.Effect<void, DatabaseUnavailable>
  }
>()("trunkline/tickets/UnclaimedBlobs") {}
