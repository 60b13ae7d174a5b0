import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundDetail } from "../../domain/InboundEntry.ts"
import type { InboundMessage } from "../../domain/InboundMessage.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { InvalidInput, InvalidState } from "../../domain/Problems.ts"

/** Reads the stored bytes of a custom channel's post again. */
export class CustomReader extends Context.Service<
  CustomReader,
  {
    /** The message as read by the current code, with its files fetched again. Fails if its bytes or its channel are gone. */
    read(
      scope: BrandScope,
      logged: InboundDetail
    ): Effect.Effect<InboundMessage, InvalidState | InvalidInput | DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomReader") {}
