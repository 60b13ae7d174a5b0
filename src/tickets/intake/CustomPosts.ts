import { Context, type Effect } from "effect"
import type { PlacedConnection } from "../../domain/ChannelConnection.ts"
import type { CustomPost, CustomReceipt } from "../../domain/CustomPost.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { IntakeResult } from "../../domain/InboundMessage.ts"
import type { AttachmentInUse, InvalidInput, LimitReached, NotFound } from "../../domain/Problems.ts"

/** What custom channels tell us: messages of customers, and what became of ours. Who speaks was checked before. */
export class CustomPosts extends Context.Service<
  CustomPosts,
  {
    /**
     * Takes a message, once for each `externalId`; what it became is committed when this returns. `raw` are the bytes of
     * the request, which are kept.
     */
    receive(
      channel: PlacedConnection<"custom">,
      post: CustomPost,
      raw: Uint8Array
    ): Effect.Effect<IntakeResult, InvalidInput | AttachmentInUse | LimitReached | NotFound | DatabaseUnavailable>

    /** Takes a receipt; one that tells nothing new changes nothing. `NotFound`: no message of the channel's. */
    receipt(
      channel: PlacedConnection<"custom">,
      receipt: CustomReceipt
    ): Effect.Effect<void, NotFound | DatabaseUnavailable>
  }
>()("trunkline/tickets/CustomPosts") {}
