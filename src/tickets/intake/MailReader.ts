import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundDetail } from "../../domain/InboundEntry.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { InvalidState } from "../../domain/Problems.ts"

/** Reads a mail that was received before, from its bytes. */
export class MailReader extends Context.Service<
  MailReader,
  {
    /**
     * The message as it is read now, its files kept. Where it came from is not asked again: what was known then stays.
     * Fails for a message whose bytes are no longer kept, or that would not be taken now.
     */
    read(scope: BrandScope, logged: InboundDetail): Effect.Effect<InboundMessage, InvalidState | DatabaseUnavailable>
  }
>()("trunkline/tickets/MailReader") {}
