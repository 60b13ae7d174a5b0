import type { Brand } from "../../domain/Brand.ts"
import type { DomainKey, DomainType, EmailDomain, Finding } from "../../domain/EmailDomain.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { isoOr, type Moment, moment, momentOr } from "./columns.ts"

/** One entry of the column `keys`. */
export interface DomainKeyJson {
  readonly selector: string
  readonly publicKey: string
  /** Base64 of the sealed private key. */
  readonly sealed: string
  readonly createdAt: string
  readonly signingSince: string | null
  readonly retiredAt: string | null
}

/** A row of `email_domains`. */
export interface EmailDomainRow {
  readonly id: string
  readonly brand_id: string
  readonly domain: string
  readonly type: DomainType
  readonly verified: boolean
  readonly is_primary: boolean
  readonly from_name: string | null
  readonly from_email: string | null
  readonly reply_mode: Brand["replyMode"]
  readonly ownership_token: string
  readonly keys: ReadonlyArray<DomainKeyJson>
  readonly findings: ReadonlyArray<Finding>
  readonly failing_since: Moment | null
  readonly verified_at: Moment | null
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const emailDomainOf = (row: EmailDomainRow): EmailDomain => ({
  id: idOf("domain", row.id),
  brandId: idOf("brand", row.brand_id),
  domain: row.domain,
  type: row.type,
  verified: row.verified,
  isPrimary: row.is_primary,
  fromName: row.from_name ?? undefined,
  fromEmail: row.from_email ?? undefined,
  replyMode: row.reply_mode,
  ownershipToken: row.ownership_token,
  keys: row.keys.map(keyOf),
  findings: row.findings,
  failingSince: momentOr(row.failing_since),
  verifiedAt: momentOr(row.verified_at),
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

const keyOf = ({ createdAt, retiredAt, signingSince, ...key }: DomainKeyJson): DomainKey => ({
  ...key,
  createdAt: moment(createdAt),
  signingSince: momentOr(signingSince),
  retiredAt: momentOr(retiredAt)
})

/** The row of a domain, as JSON for `json_populate_recordset`. */
export const rowOfEmailDomain = (tenantId: string, domain: EmailDomain) => ({
  id: uuidOf(domain.id),
  tenant_id: tenantId,
  brand_id: uuidOf(domain.brandId),
  domain: domain.domain,
  type: domain.type,
  verified: domain.verified,
  is_primary: domain.isPrimary,
  from_name: domain.fromName ?? null,
  from_email: domain.fromEmail ?? null,
  reply_mode: domain.replyMode,
  ownership_token: domain.ownershipToken,
  keys: domain.keys.map(
    ({ createdAt, retiredAt, signingSince, ...key }): DomainKeyJson => ({
      ...key,
      createdAt: iso(createdAt),
      signingSince: isoOr(signingSince),
      retiredAt: isoOr(retiredAt)
    })
  ),
  findings: domain.findings,
  failing_since: isoOr(domain.failingSince),
  verified_at: isoOr(domain.verifiedAt),
  created_at: iso(domain.createdAt),
  updated_at: iso(domain.updatedAt)
})
