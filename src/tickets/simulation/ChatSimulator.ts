import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { ChannelNotReady, InvalidInput } from "../../domain/Problems.ts"

/** A message that is handed in as if somebody had written it in Slack. */
export interface SimulatedChat {
  readonly user: { readonly id: string; readonly name?: string | undefined; readonly email?: string | undefined }
  readonly text: string
  /** A channel in which every message of a customer opens a ticket; a direct conversation when left out. */
  readonly channelId?: string | undefined
  /** The message that it answers. */
  readonly threadId?: string | undefined
  /** Its own id, as Slack's: `1700000000.000100`. */
  readonly messageId?: string | undefined
  /** The message was there before: `text` is what it says now, or it is gone. */
  readonly change?: "edit" | "delete" | undefined
}

/** Chat without Slack: what it hands in takes the way of what Slack tells, and is really received. */
export class ChatSimulator extends Context.Service<
  ChatSimulator,
  {
    /**
     * Receives a message for one brand; what it became is committed when this returns. The same `messageId` again is a
     * duplicate; `name` makes that of one that has none. A brand without a workspace gets one that exists here alone.
     */
    receive(
      scope: BrandScope,
      message: SimulatedChat,
      name: string | undefined
    ): Effect.Effect<InboundId, InvalidInput | ChannelNotReady | DatabaseUnavailable>
  }
>()("trunkline/tickets/ChatSimulator") {}
