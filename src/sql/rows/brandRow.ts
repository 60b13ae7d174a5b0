import type { Brand } from "../../domain/Brand.ts"
import { fieldsByEntity } from "../../domain/FieldDefinition.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import { readBytes } from "../readBytes.ts"
import { type Moment, moment, momentOr } from "./columns.ts"
import { type FieldDefinitionRow, fieldDefinitionOf } from "./fieldDefinitionRow.ts"

/** A row of `brands`, as `brandColumns` selects it if its field definitions are to be shown. */
export interface BrandRow {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly ticket_prefix: string
  readonly next_ticket_number: number
  readonly url: string | null
  readonly icon_url: string | null
  readonly logo_url: string | null
  readonly color: string | null
  readonly settings: JsonObject | null
  readonly metadata: JsonObject | null
  readonly ticket_schema: JsonObject | null
  readonly field_definitions?: ReadonlyArray<FieldDefinitionRow> | null
  readonly inbound_email_enabled: boolean
  readonly autoresponse_enabled: boolean
  readonly autoresponse_subject: string | null
  readonly autoresponse_body: string | null
  readonly from_name: string | null
  readonly from_email: string | null
  readonly reply_mode: Brand["replyMode"]
  readonly inbound_spam: Brand["inboundSpam"]
  readonly contact_form_senders: ReadonlyArray<string>
  readonly portal_origins: ReadonlyArray<string>
  readonly reply_status: Brand["replyStatus"]
  readonly closed_reply: Brand["closedReply"]
  readonly closed_reply_window_days: number
  readonly assignee_on_reopen: Brand["assigneeOnReopen"]
  readonly sms_daily_limit: number
  readonly sms_email_prompt: string | null
  readonly version: number
  readonly created_at: Moment
  readonly updated_at: Moment
  readonly deleted_at: Moment | null
  /** In a list: the long columns are left out. */
  readonly is_cut?: boolean
}

const fieldsOf = (brand: string) => `(SELECT json_agg(f ORDER BY f.sort_order, f.id) FROM field_definitions f
  WHERE f.tenant_id = ${brand}.tenant_id AND f.brand_id = ${brand}.id)`

/** Selects a brand with its field definitions, null if there are none. */
export const brandColumns = `brands.*, ${fieldsOf("brands")} AS field_definitions`

/** Columns that a change of a brand writes. */
export const mutableBrandColumns = [
  "name",
  "slug",
  "ticket_prefix",
  "next_ticket_number",
  "url",
  "icon_url",
  "logo_url",
  "color",
  "settings",
  "metadata",
  "ticket_schema",
  "inbound_email_enabled",
  "autoresponse_enabled",
  "autoresponse_subject",
  "autoresponse_body",
  "from_name",
  "from_email",
  "reply_mode",
  "inbound_spam",
  "contact_form_senders",
  "portal_origins",
  "reply_status",
  "closed_reply",
  "closed_reply_window_days",
  "assignee_on_reopen",
  "sms_daily_limit",
  "sms_email_prompt",
  "version",
  "updated_at"
] as const

export const storedBrandColumns = ["id", "tenant_id", "created_at", ...mutableBrandColumns] as const

export const brandOf = (tenant: Pick<Tenant, "accountId" | "mode">, row: BrandRow): Brand => ({
  id: idOf("brand", row.id),
  accountId: tenant.accountId,
  mode: tenant.mode,
  name: row.name,
  slug: row.slug,
  ticketPrefix: row.ticket_prefix,
  nextTicketNumber: row.next_ticket_number,
  url: row.url ?? undefined,
  iconUrl: row.icon_url ?? undefined,
  logoUrl: row.logo_url ?? undefined,
  color: row.color ?? undefined,
  settings: row.settings ?? undefined,
  metadata: row.metadata ?? undefined,
  ticketSchema: row.ticket_schema ?? undefined,
  fieldDefinitions:
    row.field_definitions == null ? undefined : fieldsByEntity(row.field_definitions.map(fieldDefinitionOf)),
  inboundEmailEnabled: row.inbound_email_enabled,
  autoresponseEnabled: row.autoresponse_enabled,
  autoresponseSubject: row.autoresponse_subject ?? undefined,
  autoresponseBody: row.autoresponse_body ?? undefined,
  fromName: row.from_name ?? undefined,
  fromEmail: row.from_email ?? undefined,
  replyMode: row.reply_mode,
  inboundSpam: row.inbound_spam,
  contactFormSenders: row.contact_form_senders,
  portalOrigins: row.portal_origins,
  replyStatus: row.reply_status,
  closedReply: row.closed_reply,
  closedReplyWindowDays: row.closed_reply_window_days,
  assigneeOnReopen: row.assignee_on_reopen,
  smsDailyLimit: row.sms_daily_limit,
  smsEmailPrompt: row.sms_email_prompt ?? undefined,
  version: row.version,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at),
  deletedAt: momentOr(row.deleted_at),
  isCut: row.is_cut === true ? true : undefined
})

/** Bytes of text and JSON that a list of brands contains, counted from its first brand. */
export const maxBrandsBytes = 16 * 1024 * 1024
/** Bytes that a brand takes in an answer, beside its text and JSON. */
const bytesOfBrand = 640

/** Columns of a brand that may be long. */
const longColumns: ReadonlyArray<string> = ["settings", "metadata", "ticket_schema", "autoresponse_body"]

/**
 * Selects the brands of a list, ordered by these columns. The list has no pages, and a brand may hold more than a mebibyte:
 * after the first `maxBrandsBytes`, brands come without their long columns. Sizes are read from the first brand up to that
 * point, and no further.
 */
export const brandList = (condition: string, order: string): string => {
  const columns = [...storedBrandColumns, "deleted_at"].map((column) =>
    longColumns.includes(column) ? `case when not b.is_cut then b.${column} end as ${column}` : `b.${column}`
  )
  const weighed = readBytes(
    ["p.autoresponse_body"],
    ["p.settings", "p.metadata", "p.ticket_schema", `${fieldsOf("p")}::text`]
  )
  return `with placed as materialized (
      select brands.*, row_number() over (order by ${order}) as place from brands where ${condition})
    select ${columns.join(", ")}, case when not b.is_cut then ${fieldsOf("b")} end as field_definitions, b.is_cut from (
      select p.*, coalesce(p.place >= (
        select n.place from (
          select p.place, sum(w.bytes) over (order by p.place rows unbounded preceding) as bytes
          from (select * from placed order by place offset 0) p, ${weighed} w) n
        where n.bytes > ${maxBrandsBytes} order by n.place limit 1), false) as is_cut
      from placed p order by p.place offset 0) b order by b.place`
}

/**
 * Selects, as `bytes`, the approximate size of an answer with the list: JSON is counted as it is stored, and the fields of all
 * brands are included.
 */
export const brandListBytes = (condition: string): string => {
  const stored = longColumns.map((column) => `coalesce(pg_column_size(b.${column}), 0)`).join(" + ")
  const fields = "(select coalesce(sum(pg_column_size(f)), 0) from field_definitions f where f.tenant_id = s.tenant_id)"
  return `select coalesce(least(sum(${stored}) + ${fields}, ${maxBrandsBytes}) + count(*) * ${bytesOfBrand}, 0)::int as bytes
    from (select * from brands where ${condition}) b`
}

/** The row of a brand, as JSON for `json_populate_record`. */
export const rowOfBrand = (tenantId: string, brand: Brand): Record<(typeof storedBrandColumns)[number], unknown> => ({
  id: uuidOf(brand.id),
  tenant_id: tenantId,
  name: brand.name,
  slug: brand.slug,
  ticket_prefix: brand.ticketPrefix,
  next_ticket_number: brand.nextTicketNumber,
  url: brand.url,
  icon_url: brand.iconUrl,
  logo_url: brand.logoUrl,
  color: brand.color,
  settings: brand.settings,
  metadata: brand.metadata,
  ticket_schema: brand.ticketSchema,
  inbound_email_enabled: brand.inboundEmailEnabled,
  autoresponse_enabled: brand.autoresponseEnabled,
  autoresponse_subject: brand.autoresponseSubject,
  autoresponse_body: brand.autoresponseBody,
  from_name: brand.fromName,
  from_email: brand.fromEmail,
  reply_mode: brand.replyMode,
  inbound_spam: brand.inboundSpam,
  contact_form_senders: brand.contactFormSenders,
  portal_origins: brand.portalOrigins,
  reply_status: brand.replyStatus,
  closed_reply: brand.closedReply,
  closed_reply_window_days: brand.closedReplyWindowDays,
  assignee_on_reopen: brand.assigneeOnReopen,
  sms_daily_limit: brand.smsDailyLimit,
  sms_email_prompt: brand.smsEmailPrompt,
  version: brand.version,
  created_at: iso(brand.createdAt),
  updated_at: iso(brand.updatedAt)
})
