import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { AttachmentId, InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { AttachmentInUse, ChannelNotReady, InvalidInput, LimitReached } from "../../domain/Problems.ts"

/** A text message submitted as if it had come through Twilio. */
export interface SimulatedText {
  /** E.164. */
  readonly from: string
  readonly text: string
  /** The number of the brand to which it is sent; the oldest one if left out. */
  readonly to?: string | undefined
  readonly messageId?: string | undefined
  /** Confirmed uploads of the brand to use as its attachments. */
  readonly mediaIds?: ReadonlyArray<AttachmentId> | undefined
}

/** Simulates text messages without Twilio: they take the same path as real ones, and are really received. */
export class SmsSimulator extends Context.Service<
  SmsSimulator,
  {
    /**
     * Receives a text message for one brand; the result is committed when this returns. Repeating a `messageId` gives a
     * duplicate; if there is none, it is derived from `name`. `ChannelNotReady`: the brand has no enabled number.
     */
    receive(
      scope: BrandScope,
      text: SimulatedText,
      name: string | undefined
    ): Effect.Effect<InboundId, InvalidInput | AttachmentInUse | LimitReached | ChannelNotReady | DatabaseUnavailable>
  }
>()("trunkline/tickets/SmsSimulator") {}
