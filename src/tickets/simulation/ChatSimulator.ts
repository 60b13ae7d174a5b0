import { Context, type Effect } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { ChannelNotReady, InvalidInput } from "../../domain/Problems.ts"

/** A message submitted as if somebody had written it in Slack. */
export interface SimulatedChat {
  readonly user: { readonly id: string; readonly name?: string | undefined; readonly email?: string | undefined }
  readonly text: string
  /** A channel in which every message of a customer opens a ticket; a direct message if left out. */
  readonly channelId?: string | undefined
  /** The message to which it replies. */
  readonly threadId?: string | undefined
  /** Its own id in Slack's format: `1700000000.000100`. */
  readonly messageId?: string | undefined
  /** A change to an earlier message: `text` is its new content, or it was deleted. */
  readonly change?: "edit" | "delete" | undefined
}

/** Simulates chat without Slack: messages take the same path as those from Slack, and are really received. */
export class ChatSimulator extends Context.Service<
  ChatSimulator,
  {
    /**
     * Receives a message for one brand; the result is committed when this returns. Repeating a `messageId` gives a
     * duplicate; if there is none, it is derived from `name`. A brand without a workspace gets one that exists only here.
     */
    receive(
      scope: BrandScope,
      message: SimulatedChat,
      name: string | undefined
    ): Effect.Effect<InboundId, InvalidInput | ChannelNotReady | DatabaseUnavailable>
  }
>()("trunkline/tickets/ChatSimulator") {}
