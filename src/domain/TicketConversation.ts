import type { ConnectionId, ConnectionKind } from "./ChannelConnection.ts"

/** Where the customer of a ticket is talked to: the conversation of theirs that was last heard of. */
export interface TicketConversation {
  readonly connectionId: ConnectionId
  readonly kind: ConnectionKind
  readonly key: string
  /** Whom it is with, by their id there. */
  readonly person?: string | undefined
  /** Why nothing can be sent there, as a sentence; undefined where something can. */
  readonly refusal?: string | undefined
}
