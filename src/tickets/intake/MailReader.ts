import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundDetail } from "../../domain/InboundEntry.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { InvalidState } from "../../domain/Problems.ts"

/** Reads the stored bytes of a received mail again. */
export class MailReader extends Context.Service<
  MailReader,
  {
    /**
     * The message as read by the current code, its files stored. Its origin is not checked again: the earlier results
     * stay. Fails if the message's bytes are no longer stored, or it would no longer be accepted.
     */
    read(scope: BrandScope, logged: InboundDetail): Effect.Effect<InboundMessage, InvalidState | DatabaseUnavailable>
  }
>()("trunkline/tickets/MailReader") {}
