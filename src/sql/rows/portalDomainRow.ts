import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { PortalDomain } from "../../domain/PortalDomain.ts"
import { isoOr, type Moment, moment, momentOr } from "./columns.ts"

/** A row of `portal_domains`. */
export interface PortalDomainRow {
  readonly id: string
  readonly brand_id: string
  readonly domain: string
  readonly ownership_token: string
  readonly verified: boolean
  readonly findings: PortalDomain["findings"]
  readonly failing_since: Moment | null
  readonly verified_at: Moment | null
  readonly checked_at: Moment | null
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const portalDomainOf = (row: PortalDomainRow): PortalDomain => ({
  id: idOf("domain", row.id),
  brandId: idOf("brand", row.brand_id),
  domain: row.domain,
  ownershipToken: row.ownership_token,
  verified: row.verified,
  findings: row.findings,
  failingSince: momentOr(row.failing_since),
  verifiedAt: momentOr(row.verified_at),
  checkedAt: momentOr(row.checked_at),
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

/** The row of a domain, as JSON for `json_populate_recordset`. */
export const rowOfPortalDomain = (tenantId: string, domain: PortalDomain) => ({
  id: uuidOf(domain.id),
  tenant_id: tenantId,
  brand_id: uuidOf(domain.brandId),
  domain: domain.domain,
  ownership_token: domain.ownershipToken,
  verified: domain.verified,
  findings: domain.findings,
  failing_since: isoOr(domain.failingSince),
  verified_at: isoOr(domain.verifiedAt),
  checked_at: isoOr(domain.checkedAt),
  created_at: iso(domain.createdAt),
  updated_at: iso(domain.updatedAt)
})
