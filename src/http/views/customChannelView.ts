import type { CustomConnection } from "../../domain/ChannelConnection.ts"
import { iso } from "../../domain/iso.ts"
import { isoOr } from "./moments.ts"

/** A custom channel on the wire. */
export const customChannelView = (channel: CustomConnection) => ({
  id: channel.id,
  brandId: channel.brandId,
  name: channel.name,
  source: channel.settings.source,
  enabled: channel.status !== "disabled",
  status: channel.status,
  callbackUrl: channel.settings.callbackUrl,
  lastInboundAt: isoOr(channel.lastInboundAt),
  lastOutboundAt: isoOr(channel.lastOutboundAt),
  lastError: channel.lastError,
  createdAt: iso(channel.createdAt)
})
