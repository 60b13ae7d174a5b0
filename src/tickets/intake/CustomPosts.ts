import { Context, type Effect } from "effect"
import type { PlacedConnection } from "../../domain/ChannelConnection.ts"
import type { CustomPost, CustomReceipt } from "../../domain/CustomPost.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { AttachmentInUse, InvalidInput, LimitReached, NotFound } from "../../domain/Problems.ts"

/** Posts by custom channels: customers' messages, and receipts for ours. The caller has authenticated the channel. */
export class CustomPosts extends Context.Service<
  CustomPosts,
  {
    /**
     * Takes a message, once per `externalId`; the result is committed when this returns. `raw` is the body of the
     * request, which is stored.
     */
    receive(
      channel: PlacedConnection<"custom">,
      post: CustomPost,
      raw: Uint8Array
    ): Effect.Effect<IntakeResult, InvalidInput | AttachmentInUse | LimitReached | NotFound | DatabaseUnavailable>

    /** Takes a delivery receipt; one that says nothing new changes nothing. `NotFound`: the channel has no such message. */
    receipt(
      channel: PlacedConnection<"custom">,
      receipt: CustomReceipt
    ): Effect.Effect<void, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomPosts") {}
