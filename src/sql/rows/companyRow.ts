import type { Company } from "../../domain/Company.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { type Moment, moment } from "./columns.ts"

/** A row of `companies`. */
export interface CompanyRow {
  readonly id: string
  readonly brand_id: string
  readonly name: string
  readonly domain: string | null
  readonly external_id: string | null
  readonly metadata: JsonObject | null
  readonly version: number
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const companyOf = (row: CompanyRow): Company => ({
  id: idOf("company", row.id),
  brandId: idOf("brand", row.brand_id),
  name: row.name,
  domain: row.domain ?? undefined,
  externalId: row.external_id ?? undefined,
  metadata: row.metadata ?? undefined,
  version: row.version,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

/** The row of a company, as JSON for `json_populate_record`. */
export const rowOfCompany = (tenantId: string, company: Company) => ({
  id: uuidOf(company.id),
  tenant_id: tenantId,
  brand_id: uuidOf(company.brandId),
  name: company.name,
  domain: company.domain,
  external_id: company.externalId,
  metadata: company.metadata,
  version: company.version,
  created_at: iso(company.createdAt),
  updated_at: iso(company.updatedAt)
})
