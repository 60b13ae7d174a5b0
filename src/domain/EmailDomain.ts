import type { DateTime } from "effect"
import type { Brand } from "./Brand.ts"
import type { BrandId, DomainId } from "./Ids.ts"

export const domainTypes = ["INBOUND", "OUTBOUND"] as const
export type DomainType = (typeof domainTypes)[number]

export const recordPurposes = ["ownership", "mx", "spf", "dkim", "dmarc", "bounce"] as const
export const recordTypes = ["MX", "TXT", "CNAME"] as const

/** `pending`: there is no such record yet; `failed`: there is a different one, or the record that was there is gone. */
export const recordStatuses = ["pending", "verified", "failed"] as const
export type RecordStatus = (typeof recordStatuses)[number]

/** A DNS record that a domain should have. */
export interface WantedRecord {
  readonly type: (typeof recordTypes)[number]
  /** Fully qualified, without the final dot. */
  readonly name: string
  /** As in a zone file: a text of more than 255 bytes is several quoted strings. */
  readonly value: string
  /** Only for MX records. */
  readonly priority?: number | undefined
  readonly purpose: (typeof recordPurposes)[number]
}

/** A wanted record with the result of the last check. */
export interface DomainRecord extends WantedRecord {
  readonly status: RecordStatus
  /** What DNS has instead, or the equivalent that it has. */
  readonly found?: string | undefined
}

/** What a check found for a wanted record, which `type`, `name` and `value` identify. */
export interface Finding extends Pick<DomainRecord, "type" | "name" | "value" | "status" | "found"> {}

/** One of the two DKIM keys of a domain. One signs mail; the other can take over at once. */
export interface DomainKey {
  readonly selector: string
  /** Base64 of the SubjectPublicKeyInfo (RFC 6376, 3.6.1). */
  readonly publicKey: string
  /** The private key, sealed. */
  readonly sealed: string
  readonly createdAt: DateTime.Utc
  /** Since when this key signs mail, or `undefined` for the other key. */
  readonly signingSince?: DateTime.Utc | undefined
  /** When it stopped signing. Mail in transit may still need its DNS record. */
  readonly retiredAt?: DateTime.Utc | undefined
}

/** A brand's own domain, which either receives mail here or sends it. */
export interface EmailDomain {
  readonly id: DomainId
  readonly brandId: BrandId
  /** Lower case, A-labels. */
  readonly domain: string
  readonly type: DomainType
  readonly verified: boolean
  /** True for at most one of a brand's domains of each type. */
  readonly isPrimary: boolean
  readonly fromName?: string | undefined
  readonly fromEmail?: string | undefined
  readonly replyMode: Brand["replyMode"]
  /** What the owner publishes in DNS to prove ownership. */
  readonly ownershipToken: string
  /** Only for OUTBOUND domains. */
  readonly keys: ReadonlyArray<DomainKey>
  readonly findings: ReadonlyArray<Finding>
  /** Since when a verified domain has lacked a required record. */
  readonly failingSince?: DateTime.Utc | undefined
  readonly verifiedAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** The host below a sending domain that return paths use. */
export const bounceHost = (domain: string): string => `bounce.${domain}`
