import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId, InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { AttachmentInUse, ChannelNotReady, InvalidInput, LimitReached } from "../../domain/Problems.ts"

/** A text message that is handed in as if it had come by Twilio. */
export interface SimulatedText {
  /** E.164. */
  readonly from: string
  readonly text: string
  /** The number of the brand that it is sent to; the oldest when left out. */
  readonly to?: string | undefined
  readonly messageId?: string | undefined
  /** Confirmed uploads of the brand, as what came with it. */
  readonly mediaIds?: ReadonlyArray<AttachmentId> | undefined
}

/** Text messages without Twilio: what it hands in takes the way of real ones, and is really received. */
export class SmsSimulator extends Context.Service<
  SmsSimulator,
  {
    /**
     * Receives a text message for one brand; what it became is committed when this returns. The same `messageId` again is
     * a duplicate; `name` makes that of one that has none. `ChannelNotReady`: the brand has no number that is enabled.
     */
    receive(
      scope: BrandScope,
      text: SimulatedText,
      name: string | undefined
    ): Effect.Effect<InboundId, InvalidInput | AttachmentInUse | LimitReached | ChannelNotReady | DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsSimulator") {}
