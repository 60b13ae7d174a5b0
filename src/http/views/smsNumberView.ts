import { isOneWay, type SmsConnection } from "../../domain/ChannelConnection.ts"
import { iso } from "../../domain/iso.ts"
import { isoOr } from "./moments.ts"

/** A phone number on the wire. */
export const smsNumberView = (publicUrl: string, { settings, ...number }: SmsConnection) => ({
  id: number.id,
  brandId: number.brandId,
  number: number.name,
  provider: number.provider,
  oneWay: isOneWay(number),
  ...settings,
  enabled: number.status !== "disabled",
  status: number.status,
  inboundUrl: `${publicUrl}/v1/channels/sms/${number.id}/inbound`,
  statusUrl: `${publicUrl}/v1/channels/sms/${number.id}/status`,
  lastInboundAt: isoOr(number.lastInboundAt),
  lastOutboundAt: isoOr(number.lastOutboundAt),
  lastError: number.lastError,
  createdAt: iso(number.createdAt)
})
