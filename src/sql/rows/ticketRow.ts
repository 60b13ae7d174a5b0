import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { Json, JsonObject } from "../../domain/Json.ts"
import type { StatusCategory } from "../../domain/Status.ts"
import {
  type CloseReason,
  type Link,
  type Origin,
  type Participant,
  type Priority,
  priorities,
  type Source,
  type Ticket
} from "../../domain/Ticket.ts"
import { idOr, isoOr, type Moment, moment, momentOr, uuidOr } from "./columns.ts"
import { type TagRow, tagOf } from "./tagRow.ts"

/** A row of `tickets` with its tags, as `ticketColumns` selects it. */
export interface TicketRow {
  readonly id: string
  readonly brand_id: string
  readonly number: number
  readonly customer_id: string
  readonly customer_email: string
  readonly customer_name: string | null
  readonly title: string
  readonly body: string | null
  readonly custom_fields: Json
  readonly status_id: string
  readonly status: string
  readonly status_category: StatusCategory
  readonly close_reason: CloseReason | null
  readonly priority: number
  readonly source: Source
  readonly origin: Origin
  readonly source_id: string | null
  readonly source_data: JsonObject | null
  readonly assignee_id: string | null
  readonly created_by: string | null
  readonly category_id: string | null
  readonly links: ReadonlyArray<Link> | null
  readonly metadata: JsonObject | null
  readonly participants: ReadonlyArray<Participant> | null
  readonly comment_count: number
  readonly attachment_count: number
  readonly is_spam: boolean
  readonly is_automated: boolean
  readonly due_at: Moment | null
  readonly first_responded_at: Moment | null
  readonly last_customer_reply_at: Moment | null
  readonly last_agent_reply_at: Moment | null
  readonly waiting_since: Moment | null
  readonly resolved_at: Moment | null
  readonly closed_at: Moment | null
  readonly reopen_count: number
  readonly merged_into_id: string | null
  readonly follow_up_of_id: string | null
  readonly event_seq: number
  readonly version: number
  readonly created_at: Moment
  readonly updated_at: Moment
  readonly customer_updated_at: Moment | null
  readonly customer_updates_due: ReadonlyArray<Moment> | null
  readonly deleted_at: Moment | null
  readonly tags: ReadonlyArray<TagRow> | null
}

/** The columns that a command may change. */
export const mutableTicketColumns = [
  "customer_id",
  "customer_email",
  "customer_name",
  "title",
  "body",
  "custom_fields",
  "status_id",
  "status",
  "status_category",
  "close_reason",
  "priority",
  "assignee_id",
  "category_id",
  "links",
  "metadata",
  "participants",
  "comment_count",
  "attachment_count",
  "is_spam",
  "due_at",
  "first_responded_at",
  "last_customer_reply_at",
  "last_agent_reply_at",
  "waiting_since",
  "resolved_at",
  "closed_at",
  "reopen_count",
  "merged_into_id",
  "event_seq",
  "version",
  "updated_at",
  "customer_updated_at",
  "customer_updates_due",
  "deleted_at"
] as const

/** All stored columns except the generated one. */
export const storedTicketColumns = [
  "id",
  "tenant_id",
  "brand_id",
  "number",
  "source",
  "origin",
  "source_id",
  "source_data",
  "created_by",
  "is_automated",
  "follow_up_of_id",
  "created_at",
  ...mutableTicketColumns
] as const

/** Selects a `TicketRow` without its tags from `tickets t`. */
export const untaggedTicketColumns = storedTicketColumns
  .filter((column) => column !== "tenant_id")
  .map((column) => `t.${column}`)
  .join(", ")

/** Selects a `TicketRow` from `tickets t`. */
export const ticketColumns = `${untaggedTicketColumns},
  (select json_agg(g order by g.name) from ticket_tags l join tags g on g.tenant_id = l.tenant_id and g.id = l.tag_id
    where l.tenant_id = t.tenant_id and l.ticket_id = t.id) as tags`

export const ticketOf = (row: TicketRow): Ticket => ({
  id: idOf("ticket", row.id),
  brandId: idOf("brand", row.brand_id),
  number: row.number,
  customerId: idOf("customer", row.customer_id),
  customerEmail: row.customer_email,
  customerName: row.customer_name ?? undefined,
  title: row.title,
  body: row.body ?? undefined,
  customFields: row.custom_fields ?? undefined,
  statusId: idOf("status", row.status_id),
  status: row.status,
  statusCategory: row.status_category,
  closeReason: row.close_reason ?? undefined,
  priority: priorityOf(row.priority),
  source: row.source,
  origin: row.origin,
  sourceId: row.source_id ?? undefined,
  sourceData: row.source_data ?? undefined,
  assigneeId: idOr("member", row.assignee_id),
  createdBy: row.created_by ?? undefined,
  categoryId: idOr("category", row.category_id),
  tags: row.tags === null ? [] : row.tags.map(tagOf),
  links: row.links ?? undefined,
  metadata: row.metadata ?? undefined,
  participants: row.participants ?? undefined,
  commentCount: row.comment_count,
  attachmentCount: row.attachment_count,
  isSpam: row.is_spam,
  isAutomated: row.is_automated,
  dueAt: momentOr(row.due_at),
  firstRespondedAt: momentOr(row.first_responded_at),
  lastCustomerReplyAt: momentOr(row.last_customer_reply_at),
  lastAgentReplyAt: momentOr(row.last_agent_reply_at),
  waitingSince: momentOr(row.waiting_since),
  resolvedAt: momentOr(row.resolved_at),
  closedAt: momentOr(row.closed_at),
  reopenCount: row.reopen_count,
  mergedIntoId: idOr("ticket", row.merged_into_id),
  followUpOfId: idOr("ticket", row.follow_up_of_id),
  eventSeq: row.event_seq,
  version: row.version,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at),
  customerUpdatedAt: momentOr(row.customer_updated_at),
  customerUpdatesDue: row.customer_updates_due?.map(moment),
  deletedAt: momentOr(row.deleted_at)
})

/** The row of a ticket, as JSON for `json_populate_recordset`. */
export const rowOfTicket = (
  tenantId: string,
  ticket: Ticket
): Record<(typeof storedTicketColumns)[number], unknown> => ({
  id: uuidOf(ticket.id),
  tenant_id: tenantId,
  brand_id: uuidOf(ticket.brandId),
  number: ticket.number,
  customer_id: uuidOf(ticket.customerId),
  customer_email: ticket.customerEmail,
  customer_name: ticket.customerName,
  title: ticket.title,
  body: ticket.body,
  custom_fields: ticket.customFields,
  status_id: uuidOf(ticket.statusId),
  status: ticket.status,
  status_category: ticket.statusCategory,
  close_reason: ticket.closeReason,
  priority: priorities.indexOf(ticket.priority),
  source: ticket.source,
  origin: ticket.origin,
  source_id: ticket.sourceId,
  source_data: ticket.sourceData,
  assignee_id: uuidOr(ticket.assigneeId),
  created_by: ticket.createdBy,
  category_id: uuidOr(ticket.categoryId),
  links: ticket.links,
  metadata: ticket.metadata,
  participants: ticket.participants,
  comment_count: ticket.commentCount,
  attachment_count: ticket.attachmentCount,
  is_spam: ticket.isSpam,
  is_automated: ticket.isAutomated,
  due_at: isoOr(ticket.dueAt),
  first_responded_at: isoOr(ticket.firstRespondedAt),
  last_customer_reply_at: isoOr(ticket.lastCustomerReplyAt),
  last_agent_reply_at: isoOr(ticket.lastAgentReplyAt),
  waiting_since: isoOr(ticket.waitingSince),
  resolved_at: isoOr(ticket.resolvedAt),
  closed_at: isoOr(ticket.closedAt),
  reopen_count: ticket.reopenCount,
  merged_into_id: uuidOr(ticket.mergedIntoId),
  follow_up_of_id: uuidOr(ticket.followUpOfId),
  event_seq: ticket.eventSeq,
  version: ticket.version,
  created_at: iso(ticket.createdAt),
  updated_at: iso(ticket.updatedAt),
  customer_updated_at: isoOr(ticket.customerUpdatedAt),
  // PostgreSQL's array syntax: the driver would send an array of strings as `text[]`.
  customer_updates_due: ticket.customerUpdatesDue === undefined ? null : `{${ticket.customerUpdatesDue.map(iso)}}`,
  deleted_at: isoOr(ticket.deletedAt)
})

export const priorityOf = (rank: number): Priority => priorities[rank] ?? "normal"
