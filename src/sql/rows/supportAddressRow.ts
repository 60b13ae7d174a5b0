import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import { type AddressKind, domainOf, localPartOf, type SupportAddress } from "../../domain/SupportAddress.ts"
import { type Moment, moment, momentOr } from "./columns.ts"

/** A row of `addresses`. */
export interface SupportAddressRow {
  readonly id: string
  readonly brand_id: string
  readonly local_part: string
  /** Empty for INBOUND_DOMAIN, whatever its value. */
  readonly domain: string
  readonly kind: AddressKind
  readonly from_name: string | null
  readonly verified: boolean
  readonly is_primary: boolean
  readonly last_inbound_at: Moment | null
  readonly created_at: Moment
}

export const supportAddressOf =
  (inboundDomain: string) =>
  (row: SupportAddressRow): SupportAddress => ({
    id: idOf("address", row.id),
    brandId: idOf("brand", row.brand_id),
    address: `${row.local_part}@${row.domain === "" ? inboundDomain : row.domain}`,
    kind: row.kind,
    fromName: row.from_name ?? undefined,
    verified: row.verified,
    isPrimary: row.is_primary,
    lastInboundAt: momentOr(row.last_inbound_at),
    createdAt: moment(row.created_at)
  })

/** The local part and the domain in the form that their columns store. */
export const addressColumns = (inboundDomain: string, address: string) => {
  const domain = domainOf(address)
  return { local_part: localPartOf(address), domain: domain === inboundDomain ? "" : domain }
}

/** The row of an address, as JSON for `json_populate_recordset`. */
export const rowOfSupportAddress = (inboundDomain: string) => (tenantId: string, address: SupportAddress) => ({
  id: uuidOf(address.id),
  tenant_id: tenantId,
  brand_id: uuidOf(address.brandId),
  ...addressColumns(inboundDomain, address.address),
  kind: address.kind,
  from_name: address.fromName ?? null,
  verified: address.verified,
  is_primary: address.isPrimary,
  created_at: iso(address.createdAt)
})
