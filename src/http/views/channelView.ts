import type { Channel } from "../../domain/Channel.ts"
import type { EmailDomain } from "../../domain/EmailDomain.ts"
import { iso } from "../../domain/iso.ts"
import type { SupportAddress } from "../../domain/SupportAddress.ts"
import { recordsOf } from "../../domain/wantedRecords.ts"
import type { DomainCheck } from "../../tickets/addresses/EmailDomains.ts"
import { isoOr } from "./moments.ts"

/** A channel on the wire. */
export const channelView = (channel: Channel) => ({
  kind: channel.kind,
  id: channel.id,
  name: channel.name,
  status: channel.status,
  lastInboundAt: isoOr(channel.lastInboundAt),
  lastOutboundAt: isoOr(channel.lastOutboundAt),
  backlog: channel.backlog,
  restarts: channel.restarts,
  lastError: channel.lastError
})

/** A support address on the wire. */
export const addressView = (address: SupportAddress) => ({
  id: address.id,
  brandId: address.brandId,
  address: address.address,
  kind: address.kind,
  verified: address.verified,
  isPrimary: address.isPrimary,
  fromName: address.fromName,
  lastInboundAt: isoOr(address.lastInboundAt),
  createdAt: iso(address.createdAt)
})

/** A domain on the wire, with the records that it needs. */
export const domainView = (inboundDomain: string) => (domain: EmailDomain) => ({
  id: domain.id,
  brandId: domain.brandId,
  domain: domain.domain,
  type: domain.type,
  verified: domain.verified,
  isPrimary: domain.isPrimary,
  records: recordsOf(domain, inboundDomain),
  replyMode: domain.replyMode,
  fromName: domain.fromName ?? null,
  fromEmail: domain.fromEmail ?? null,
  verifiedAt: isoOr(domain.verifiedAt) ?? null,
  createdAt: iso(domain.createdAt),
  updatedAt: iso(domain.updatedAt)
})

/** The result of checking a domain. */
export const domainCheckView =
  (inboundDomain: string) =>
  ({ domain, error }: DomainCheck) => ({
    verified: domain.verified,
    error,
    records: recordsOf(domain, inboundDomain)
  })
