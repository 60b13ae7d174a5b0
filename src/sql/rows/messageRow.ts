import { DateTime } from "effect"
import { connectionIdOf } from "../../domain/ChannelConnection.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { ChannelKind } from "../../domain/InboundMessage.ts"
import { iso } from "../../domain/iso.ts"
import {
  type Delivery,
  errorOf,
  type MessageKind,
  type MessageStatus,
  type OutboundMessage
} from "../../domain/OutboundMessage.ts"
import { mailLinkDays } from "../../tickets/files/FileLinks.ts"
import { bounceRest } from "../../tickets/outbound/mayMail.ts"
import { idOr, isoOr, type Moment, moment } from "./columns.ts"

/** The state of a mail, as the mailers see it. */
type State = "queued" | "sending" | "sent" | "failed" | "kept" | "captured" | "suppressed"

/** A row of `outgoing_mail` that is about a ticket, as `messageColumns` selects it. */
export interface MessageRow {
  readonly id: string
  readonly brand_id: string
  readonly ticket_id: string
  readonly comment_id: string | null
  readonly channel: ChannelKind
  readonly connection_id: string | null
  readonly external_id: string | null
  readonly kind: MessageKind
  readonly from_address: string | null
  readonly recipient: string
  readonly subject: string
  readonly message_id: string | null
  readonly state: State
  readonly receipt: "delayed" | "delivered" | "failed" | "bounced" | null
  readonly attempts: number
  readonly segments: number | null
  readonly last_error: string | null
  readonly copy_errors: ReadonlyArray<string>
  readonly created_at: Moment
  readonly updated_at: Moment
}

/** Selects a `MessageRow` from `outgoing_mail m`. */
export const messageColumns = `m.id, m.brand_id, m.ticket_id, m.comment_id, m.channel, m.connection_id, m.external_id, m.kind, m.from_address, m.recipient, m.subject,
  m.message_id, m.state, m.receipt, m.attempts, m.segments, m.last_error, m.copy_errors, m.created_at, m.updated_at`

/**
 * Whether a row of `outgoing_mail m` is a message to a customer, which has a ticket. All other mail goes to the team and to
 * members: it is of another kind, or a notification without a ticket.
 */
export const isMessage = "m.ticket_id is not null and m.kind in ('reply', 'autoresponse', 'notification')"

/**
 * The person that row `m` of `outgoing_mail` is for; once composed, its `recipient` may be the address that they asked answers
 * to go to.
 */
export const writesFrom = "coalesce(m.context ->> 'writesFrom', m.recipient)"

/**
 * Whether a row of `outgoing_mail m` is to be composed: for the first time; again, because its links to files have expired; or
 * again, because the address where answers were asked to go has no mailbox.
 */
export const isDraft = `(m.message_id is null or (m.created_at <= now() - interval '${mailLinkDays} days' and m.text like '%/v1/files/%')
  or (${writesFrom} <> m.recipient and exists (select from bounced_addresses a where a.brand_id = m.brand_id and a.address = m.recipient
    and a.reason = 'bounce' and a.bounced_at > now() - interval '${bounceRest} days')))`

/**
 * Whether a row of `outgoing_mail m` is for the outbox of test mode: what is about a test tenant, except notices to members,
 * whose mail has no mode, and what goes to a custom channel, which is the tester's own.
 */
export const isForOutbox = `(exists (select from tenants n where n.id = m.tenant_id and n.mode = 'test') and m.channel <> 'custom'
  and not (m.kind = 'notice' and m.context ->> 'memberId' like 'mem\\_%'))`

/**
 * When the brand of a row was moved to the trash, or null. A value per row, because for an `exists` PostgreSQL might scan
 * everything in the trash.
 */
export const brandDeletedAt = (row: string) =>
  `(select b.deleted_at from brands b where b.tenant_id = ${row}.tenant_id and b.id = ${row}.brand_id)`

/**
 * Whether the ticket or the brand of row `m` of `outgoing_mail` is in the trash: the row waits with them, and is sent if they
 * are restored.
 */
export const isInTrash = (
  m: string
) => `coalesce((select t.deleted_at from tickets t where t.tenant_id = ${m}.tenant_id and t.id = ${m}.ticket_id),
  ${brandDeletedAt(m)}) is not null`

/** When a row of `outgoing_mail` with no reason to wait is due: at once, unless it is held back. */
export const dueNow = "greatest(date_trunc('milliseconds', now()), held_until)"

/** Selects the messages that carry comment `c`, for `deliveriesOf`; null if there are none. */
export const deliveriesColumn = `(select json_agg(json_build_object('id', m.id, 'channel', m.channel, 'recipient', m.recipient, 'state', m.state,
    'receipt', m.receipt, 'segments', m.segments, 'last_error', m.last_error, 'copy_errors', m.copy_errors, 'updated_at', m.updated_at) order by m.id)
    from outgoing_mail m where m.tenant_id = c.tenant_id and m.comment_id = c.id and ${isMessage}) as deliveries`

export type DeliveryStateRow = Pick<
  MessageRow,
  "id" | "channel" | "recipient" | "state" | "receipt" | "segments" | "last_error" | "copy_errors" | "updated_at"
>

const statusOf: Record<State, MessageStatus> = {
  queued: "queued",
  sending: "queued",
  sent: "sent",
  captured: "sent",
  failed: "failed",
  kept: "suppressed",
  suppressed: "suppressed"
}

export const messageOf = (row: MessageRow): OutboundMessage => ({
  id: idOf("message", row.id),
  brandId: idOf("brand", row.brand_id),
  ticketId: idOf("ticket", row.ticket_id),
  commentId: idOr("comment", row.comment_id),
  channel: row.channel,
  connectionId:
    row.connection_id === null || row.channel === "email" ? undefined : connectionIdOf(row.channel, row.connection_id),
  kind: row.kind,
  from: row.from_address ?? undefined,
  to: row.recipient,
  subject: row.subject === "" ? undefined : row.subject,
  externalId: row.external_id ?? row.message_id?.replace(/^<|>$/g, ""),
  status: row.receipt ?? statusOf[row.state],
  isCaptured: row.state === "captured",
  isUnderWay: row.state === "sending",
  attempts: row.attempts,
  segments: row.segments ?? undefined,
  error: row.last_error ?? undefined,
  copyErrors: row.copy_errors,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

export const deliveriesOf = (rows: ReadonlyArray<DeliveryStateRow> | null): ReadonlyArray<Delivery> | undefined =>
  rows === null
    ? undefined
    : rows.map((row) => ({
        messageId: idOf("message", row.id),
        channel: row.channel,
        to: row.recipient,
        status: row.receipt ?? statusOf[row.state],
        segments: row.segments ?? undefined,
        error: errorOf({ error: row.last_error ?? undefined, copyErrors: row.copy_errors }),
        updatedAt: moment(row.updated_at)
      }))

/** The columns of a message that a command may change. */
export const mutableMessageColumns = [
  "state",
  "receipt",
  "attempts",
  "segments",
  "external_id",
  "last_error",
  "copy_errors",
  "due_at",
  "settled_at",
  "expires_at",
  "updated_at"
] as const

/** The columns of a message that a report about its Cc recipients changes. */
export const toldMessageColumns = ["copy_errors", "updated_at"] as const

/** Days for which a message is worth sending: mail systems give up after as long (RFC 5321, 4.5.4.1). */
export const messageDays = 5

/** Statuses of messages that are stored as the state of the same name. */
const unsent: ReadonlySet<MessageStatus> = new Set(["queued", "failed", "suppressed"])

/** The changed columns of a message, as JSON for `json_populate_recordset`. */
export const rowOfMessage = (tenantId: string, message: OutboundMessage, now: DateTime.Utc | undefined) => {
  const { attempts, channel, copyErrors, error, externalId, id, isCaptured, segments, status, updatedAt } = message
  const settled = status === "queued" ? undefined : now
  const heard = ["delayed", "delivered", "bounced"].includes(status) || (status === "failed" && isCaptured)
  return {
    id: uuidOf(id),
    tenant_id: tenantId,
    state: isCaptured ? "captured" : unsent.has(status) ? status : "sent",
    receipt: heard ? status : null,
    attempts,
    segments: segments ?? null,
    external_id: channel === "email" ? null : (externalId ?? null),
    last_error: error ?? null,
    copy_errors: copyErrors ?? [],
    due_at: isoOr(now),
    settled_at: isoOr(settled),
    expires_at: isoOr(now === undefined ? undefined : DateTime.add(now, { days: messageDays })),
    updated_at: iso(updatedAt)
  }
}
