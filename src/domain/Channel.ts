import type { DateTime } from "effect"
import type { ConnectionId } from "./ChannelConnection.ts"
import type { Id } from "./Ids.ts"
import type { ChannelKind } from "./InboundMessage.ts"

export const channelStatuses = ["active", "error", "disabled", "needs_reauth"] as const

/** A way in and out of a brand, as the list of its channels shows it. */
export interface Channel {
  readonly kind: ChannelKind
  readonly id: Id<"address"> | ConnectionId
  /** An address, a workspace, a phone number, or the name that the team gave the channel. */
  readonly name: string
  readonly status: (typeof channelStatuses)[number]
  readonly lastInboundAt?: DateTime.Utc | undefined
  readonly lastOutboundAt?: DateTime.Utc | undefined
  /** Messages that wait to be sent through it. Only for connections. */
  readonly backlog?: number | undefined
  /** How often it recovered after a failure. Only for connections. */
  readonly restarts?: number | undefined
  /** Why it does not work, or why the last message through it was not sent. */
  readonly lastError?: string | undefined
}
