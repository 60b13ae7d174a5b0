import { DateTime } from "effect"
import { uuidOf } from "../../domain/Ids.ts"
import type { MessageDraft } from "../../domain/OutboundMessage.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Notice } from "../../tickets/outbound/noticesOf.ts"
import type { RevisedComment } from "../../tickets/TicketCommand.ts"
import { isoOr, uuidOr } from "../rows/columns.ts"
import { messageDays } from "../rows/messageRow.ts"
import type { Held } from "./Batch.ts"

/** A message that is yet to be composed, as JSON for `json_populate_recordset`. */
export const rowOfDraft = (tenantId: string, draft: MessageDraft & Held, now: DateTime.Utc | undefined) => ({
  id: uuidOf(draft.id),
  kind: draft.kind,
  tenant_id: tenantId,
  brand_id: uuidOf(draft.brandId),
  ticket_id: uuidOf(draft.ticketId),
  comment_id: uuidOr(draft.commentId),
  recipient: draft.to,
  cc: draft.cc ?? [],
  context: draft.context ?? {},
  address_id: uuidOr(draft.addressId),
  channel: draft.channel,
  connection_id: uuidOr(draft.connectionId),
  lane: draft.lane ?? null,
  state: draft.suppressed === undefined ? "queued" : "suppressed",
  last_error: draft.suppressed ?? null,
  settled_at: draft.suppressed === undefined ? null : isoOr(now),
  sealed: false,
  due_at: isoOr(draft.heldUntil ?? now),
  held_until: isoOr(draft.heldUntil),
  expires_at: isoOr(now === undefined ? undefined : DateTime.add(now, { days: messageDays })),
  created_at: isoOr(now),
  updated_at: isoOr(now)
})

/** A revised comment, as JSON for `revisionsOfSent`. */
export const rowOfRevised = ({ change, commentId }: RevisedComment) => ({ comment_id: uuidOf(commentId), change })

/** Channels whose messages can be edited and deleted after sending. */
const editable = "('chat', 'custom')"

/**
 * The fan-out of revisions: one for each message that carries the comment on a channel that can edit, queued behind it in its
 * conversation. What went only into the outbox of test mode stays as it was.
 */
export const revisionsOfSent = (mode: Tenant["mode"], tenant: string, revised: string) => `revisions_new as (
  insert into outgoing_mail (id, kind, tenant_id, brand_id, ticket_id, comment_id, recipient, context, channel, connection_id, lane, sealed, expires_at)
  select new_uuid_v7(), 'revision', m.tenant_id, m.brand_id, m.ticket_id, m.comment_id, m.recipient,
    jsonb_build_object('revises', m.id, 'change', r.change), m.channel, m.connection_id, m.lane, false, now() + interval '${messageDays} days'
  from json_to_recordset(${revised}) as r(comment_id uuid, change text)
  join outgoing_mail m on m.tenant_id = ${tenant} and m.comment_id = r.comment_id and m.kind = 'reply' and m.connection_id is not null
    and m.state in ('queued', 'sending', 'sent') and m.channel in ${mode === "live" ? editable : "('custom')"})`

/** A notice, as JSON for `noticesToWatchers`. */
export const rowOfNotice = (notice: Notice & Held) => ({
  brand_id: uuidOf(notice.brandId),
  ticket_id: uuidOf(notice.ticketId),
  comment_id: uuidOr(notice.commentId),
  actor: notice.actor.id,
  internal: notice.internal,
  changed: notice.status !== undefined,
  held_until: isoOr(notice.heldUntil),
  context: { actor: notice.actor.name, status: notice.status ?? null }
})

/**
 * The fan-out of notices: a mail to every watcher who wants it, except whoever made the change. A member who watches is told as
 * a member, and not a second time at the same address.
 */
export const noticesToWatchers = (tenant: string, notices: string) => `notices_new as (
  insert into outgoing_mail (id, kind, tenant_id, brand_id, ticket_id, comment_id, recipient, context, sealed, due_at, held_until, expires_at)
  select new_uuid_v7(), 'notice', w.tenant_id, n.brand_id, n.ticket_id, n.comment_id, w.member_email,
    n.context || jsonb_build_object('memberId', w.member_id), false, coalesce(n.held_until, now()), n.held_until, now() + interval '${messageDays} days'
  from json_to_recordset(${notices}) as n(brand_id uuid, ticket_id uuid, comment_id uuid, actor text, internal boolean, changed boolean, held_until timestamptz, context jsonb)
  join watchers w on w.tenant_id = ${tenant} and w.ticket_id = n.ticket_id
    and (n.comment_id is not null and w.notify_on_comment or n.changed and w.notify_on_status_change)
    and w.member_id is distinct from n.actor and (not n.internal or w.member_id like 'mem\\_%')
    and (w.member_id like 'mem\\_%' or not exists (select from watchers m where m.tenant_id = w.tenant_id and m.ticket_id = w.ticket_id
      and m.member_email = w.member_email and m.member_id like 'mem\\_%')))`
