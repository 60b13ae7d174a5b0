import type { DateTime } from "effect"
import type { ConnectionId } from "./ChannelConnection.ts"
import type { Id } from "./Ids.ts"
import type { ChannelKind } from "./InboundMessage.ts"

export const channelStatuses = ["active", "error", "disabled", "needs_reauth"] as const

/** A way in and out of a brand, as the list of its channels shows it. */
export interface Channel {
  readonly kind: ChannelKind
  readonly id: Id<"address"> | ConnectionId
  /** What it is known by: an address, a workspace, a number, or the name that the team gave it. */
  readonly name: string
  readonly status: (typeof channelStatuses)[number]
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly lastOutboundAt?: DateTime.Utc | undefined
  /** Messages that wait to be sent by it; of connections alone. */
  readonly backlog?: number | undefined
  /** Times that it worked again after it had failed; of connections alone. */
  readonly restarts?: number | undefined
  /** Why it does not work, or why the last message by it was not sent. */
  readonly lastError?: string | undefined
}
