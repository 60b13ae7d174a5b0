import type { ConnectionId } from "./ChannelConnection.ts"
import type { AddressId } from "./Ids.ts"
import type { ChannelKind } from "./InboundMessage.ts"

/** The sender of a brand's message: one of its addresses, a connection, or the installation, which has no id. */
export interface ReplySender {
  readonly id?: AddressId | ConnectionId | undefined
  readonly name: string
  /** Only for mail. */
  readonly address?: string | undefined
}

/** How a reply to a ticket would be sent now. */
export interface ReplyWay {
  readonly channel: ChannelKind
  readonly to: string
  /** `undefined` if the channel is gone. */
  readonly from?: ReplySender | undefined
  /** Other senders that can be chosen. */
  readonly senders: ReadonlyArray<ReplySender>
  /** Why it would not be sent, as a sentence. */
  readonly refusal?: string | undefined
}
