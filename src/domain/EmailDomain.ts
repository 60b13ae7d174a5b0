import type { DateTime } from "effect"
import type { Brand } from "./Brand.ts"
import type { BrandId, DomainId } from "./Ids.ts"

export const domainTypes = ["INBOUND", "OUTBOUND"] as const
export type DomainType = (typeof domainTypes)[number]

export const recordPurposes = ["ownership", "mx", "spf", "dkim", "dmarc", "bounce"] as const
export const recordTypes = ["MX", "TXT", "CNAME"] as const

/** `pending`: there is nothing yet; `failed`: there is something else, or what was there is gone. */
export const recordStatuses = ["pending", "verified", "failed"] as const
export type RecordStatus = (typeof recordStatuses)[number]

/** A DNS record that a domain should have. */
export interface WantedRecord {
  readonly type: (typeof recordTypes)[number]
  /** Fully qualified, without the final dot. */
  readonly name: string
  /** As zone files have it: a text of more than 255 bytes is several quoted strings. */
  readonly value: string
  /** Of an MX record. */
  readonly priority?: number | undefined
  readonly purpose: (typeof recordPurposes)[number]
}

/** The same, as the last check found it. */
export interface DomainRecord extends WantedRecord {
  readonly status: RecordStatus
  /** What is there instead, or in other words. */
  readonly found?: string | undefined
}

/** What a check found in the place of a wanted record, which `type`, `name` and `value` identify. */
export interface Finding extends Pick<DomainRecord, "type" | "name" | "value" | "status" | "found"> {}

/** One of the two keys of a domain; mail is signed with the one that signs, and the other can take over at once. */
export interface DomainKey {
  readonly selector: string
  /** Base64 of the SubjectPublicKeyInfo (RFC 6376, 3.6.1). */
  readonly publicKey: string
  /** The private key, sealed. */
  readonly sealed: string
  readonly createdAt: DateTime.Utc
  /** Since when mail is signed with it; the other key has none. */
  readonly signingSince?: DateTime.Utc | undefined
  /** When it stopped signing. Mail on its way may still need its record. */
  readonly retiredAt?: DateTime.Utc | undefined
}

/** A domain of a brand's own: one that takes mail here, or one that mail is sent from. */
export interface EmailDomain {
  readonly id: DomainId
  readonly brandId: BrandId
  /** Lower case, A-labels. */
  readonly domain: string
  readonly type: DomainType
  readonly verified: boolean
  /** Of a brand's domains of one type, at most one is. */
  readonly isPrimary: boolean
  readonly fromName?: string | undefined
  readonly fromEmail?: string | undefined
  readonly replyMode: Brand["replyMode"]
  /** What its owner writes into DNS to show that it is theirs. */
  readonly ownershipToken: string
  /** Of an OUTBOUND domain. */
  readonly keys: ReadonlyArray<DomainKey>
  readonly findings: ReadonlyArray<Finding>
  /** Since when a domain that was verified lacks what it needs. */
  readonly failingSince?: DateTime.Utc | undefined
  readonly verifiedAt?: DateTime.Utc | undefined
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** Host below a sending domain that return paths are at. */
export const bounceHost = (domain: string): string => `bounce.${domain}`
