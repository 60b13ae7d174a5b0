import type { ConnectionId, ConnectionKind } from "./ChannelConnection.ts"
import type { ChannelKind } from "./InboundMessage.ts"

/** Why nothing is texted to who has said STOP, as a sentence: no other try is worth it until they are back. */
export const optedOut = "The customer has opted out of text messages"

/**
 * Where the customer of a ticket is talked to: a conversation by the channel that they wrote by last, where there is one,
 * and among several the one that was last heard of.
 */
export interface TicketConversation {
  readonly connectionId: ConnectionId
  readonly kind: ConnectionKind
  readonly key: string
  /** Whom it is with, by their id there. */
  readonly person?: string | undefined
  /** By which channel the customer of the ticket wrote last; none where they have only been written to. */
  readonly wroteLastBy?: ChannelKind | undefined
  /** Why nothing can be sent there, as a sentence; undefined where something can. */
  readonly refusal?: string | undefined
}
