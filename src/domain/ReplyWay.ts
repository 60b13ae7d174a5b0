import type { ConnectionId } from "./ChannelConnection.ts"
import type { AddressId } from "./Ids.ts"
import type { ChannelKind } from "./InboundMessage.ts"

/** Whom a message of a brand is from: an address of its own or a connection, or the installation, which has no id. */
export interface ReplySender {
  readonly id?: AddressId | ConnectionId | undefined
  readonly name: string
  /** Of mail. */
  readonly address?: string | undefined
}

/** The way that an answer to a ticket would take now. */
export interface ReplyWay {
  readonly channel: ChannelKind
  readonly to: string
  /** Unknown where the channel is gone. */
  readonly from?: ReplySender | undefined
  /** Other senders that can be chosen for it. */
  readonly senders: ReadonlyArray<ReplySender>
  /** Why it would not be sent, as a sentence. */
  readonly refusal?: string | undefined
}
