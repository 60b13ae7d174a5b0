import type { Customer } from "../../domain/Customer.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Json, JsonObject } from "../../domain/Json.ts"
import { idOr, isoOr, type Moment, moment, momentOr, uuidOr } from "./columns.ts"

/** A row of `customers`. */
export interface CustomerRow {
  readonly id: string
  readonly brand_id: string
  readonly email: string
  readonly email_is_placeholder: boolean
  readonly name: string | null
  readonly avatar_url: string | null
  readonly phone: string | null
  readonly company_id: string | null
  readonly external_id: string | null
  readonly identities: ReadonlyArray<Json> | null
  readonly metadata: JsonObject | null
  readonly notify_email: boolean
  readonly is_blocked: boolean
  readonly email_bounced_at: Moment | null
  readonly version: number
  readonly created_at: Moment
  readonly updated_at: Moment
  readonly deleted_at: Moment | null
  readonly merged_into_id: string | null
  readonly erased_at: Moment | null
}

export const mutableCustomerColumns = [
  "email",
  "email_is_placeholder",
  "name",
  "avatar_url",
  "phone",
  "company_id",
  "external_id",
  "identities",
  "metadata",
  "notify_email",
  "is_blocked",
  "email_bounced_at",
  "version",
  "updated_at",
  "deleted_at",
  "merged_into_id",
  "erased_at"
] as const

export const storedCustomerColumns = ["id", "tenant_id", "brand_id", "created_at", ...mutableCustomerColumns] as const

export const customerOf = (row: CustomerRow): Customer => ({
  id: idOf("customer", row.id),
  brandId: idOf("brand", row.brand_id),
  email: row.email,
  emailIsPlaceholder: row.email_is_placeholder,
  name: row.name ?? undefined,
  avatarUrl: row.avatar_url ?? undefined,
  phone: row.phone ?? undefined,
  companyId: idOr("company", row.company_id),
  externalId: row.external_id ?? undefined,
  identities: row.identities ?? undefined,
  metadata: row.metadata ?? undefined,
  notifyEmail: row.notify_email,
  isBlocked: row.is_blocked,
  emailBouncedAt: momentOr(row.email_bounced_at),
  version: row.version,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at),
  deletedAt: momentOr(row.deleted_at),
  mergedIntoId: idOr("customer", row.merged_into_id),
  erasedAt: momentOr(row.erased_at)
})

/** The row of a customer, as JSON for `json_populate_recordset`. */
export const rowOfCustomer = (
  tenantId: string,
  customer: Customer
): Record<(typeof storedCustomerColumns)[number], unknown> => ({
  id: uuidOf(customer.id),
  tenant_id: tenantId,
  brand_id: uuidOf(customer.brandId),
  email: customer.email,
  email_is_placeholder: customer.emailIsPlaceholder,
  name: customer.name,
  avatar_url: customer.avatarUrl,
  phone: customer.phone,
  company_id: uuidOr(customer.companyId),
  external_id: customer.externalId,
  identities: customer.identities,
  metadata: customer.metadata,
  notify_email: customer.notifyEmail,
  is_blocked: customer.isBlocked,
  email_bounced_at: isoOr(customer.emailBouncedAt),
  version: customer.version,
  created_at: iso(customer.createdAt),
  updated_at: iso(customer.updatedAt),
  deleted_at: isoOr(customer.deletedAt),
  merged_into_id: uuidOr(customer.mergedIntoId),
  erased_at: isoOr(customer.erasedAt)
})
