import type { ConnectionId, ConnectionKind } from "./ChannelConnection.ts"
import type { ChannelKind } from "./InboundMessage.ts"

/** Why nothing is sent to a customer who has texted STOP, as a sentence. Retrying is useless until they opt in again. */
export const optedOut = "The customer has opted out of text messages"

/**
 * The conversation with the customer of a ticket: one on the channel that they last wrote through, if there is one; among
 * several, the most recently active.
 */
export interface TicketConversation {
  readonly connectionId: ConnectionId
  readonly kind: ConnectionKind
  readonly key: string
  /** The customer's id at the channel. */
  readonly person?: string | undefined
  /** The channel that the customer last wrote through, or `undefined` if they have never written. */
  readonly wroteLastBy?: ChannelKind | undefined
  /** Why nothing can be sent there, as a sentence, or `undefined` if messages can be sent. */
  readonly refusal?: string | undefined
}
