import { DateTime } from "effect"
import { performedBy } from "../../domain/AuditEntry.ts"
import { envelope } from "../../domain/Event.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { type TicketId, uuidOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import { chatUpdatesOf } from "../../tickets/chatUpdatesOf.ts"
import { rowOfAttachment, storedAttachmentColumns } from "../rows/attachmentRow.ts"
import { uuidOr } from "../rows/columns.ts"
import { mutableCommentColumns, rowOfComment, storedCommentColumns } from "../rows/commentRow.ts"
import { mutableCustomerColumns, rowOfCustomer, storedCustomerColumns } from "../rows/customerRow.ts"
import { mutableMessageColumns, rowOfMessage } from "../rows/messageRow.ts"
import { mutableTicketColumns, rowOfTicket, storedTicketColumns } from "../rows/ticketRow.ts"
import type { Batch } from "./Batch.ts"
import {
  conversationColumns,
  conversationConflict,
  personColumns,
  personConflict,
  rowOfConversation,
  rowOfPerson,
  ticketOfConversation
} from "./channelRows.ts"
import { boundNow, rowOfChatUpdate, updatesOfThreads } from "./chatUpdateRows.ts"
import { noticesToWatchers, revisionsOfSent, rowOfDraft, rowOfNotice, rowOfRevised } from "./mailRows.ts"
import { moveContents, type Statement } from "./moveContents.ts"
import { purgeTickets } from "./purgeTickets.ts"

/** An event as its subscribers get it. */
interface Payload {
  readonly type: string
  readonly payload: string
  readonly traceparent: string | null
}

/** One statement that writes a whole batch; it returns the deliveries it made. */
export interface Write extends Statement {
  /** What is done after it, in this order: contents that move between tickets, and tickets that are removed for good. */
  readonly afterwards: ReadonlyArray<Statement>
  /** Whether something waits to be sent: mail, messages, or threads that are behind. */
  readonly hasMail: boolean
  /** Milliseconds after which what is held back of it may leave. */
  readonly holds: ReadonlyArray<number>
  /** The events written, by their UUID, as their subscribers get them. */
  readonly payloads: ReadonlyMap<string, Payload>
}

/** A delivery as the statement returns it. */
export interface DeliveryRow {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly chain_id: string
  readonly leased: boolean
}

/** How long a delivery is tried, and how long a node may take over one attempt. */
const expiry = "80 hours"
const lease = "45 seconds"

/**
 * Everything that the batch decided, as one data-modifying statement with a part for each kind of record that there is,
 * or undefined when nothing was decided. Rows travel as JSON; the events' envelopes travel as the text that is sent.
 */
export const writeBatch = (
  tenant: Tenant,
  batch: Batch,
  handoff: { readonly node: number; readonly ready: ReadonlyArray<string> },
  next: IdGenerator["Service"]["next"]
): Write | undefined => {
  const parts: Array<string> = []
  const parameters: Array<unknown> = []
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const rows = (values: ReadonlyArray<unknown>) => `${bind(JSON.stringify(values))}::json`
  const tenantId = tenant.id
  const now = batch.now

  const insert = (
    name: string,
    table: string,
    columns: ReadonlyArray<string>,
    values: ReadonlyArray<unknown>,
    rest = ""
  ) => {
    if (values.length === 0) return
    const list = columns.join(", ")
    parts.push(
      `${name} as (insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, ${rows(values)}) ${rest})`
    )
  }
  /** Only what changes travels: a ticket may hold a megabyte that stays as it is. */
  const update = (
    name: string,
    table: string,
    columns: ReadonlyArray<string>,
    values: ReadonlyArray<{ readonly [column: string]: unknown }>
  ) => {
    if (values.length === 0 || columns.length === 0) return
    const set = columns.map((column) => `${column} = r.${column}`).join(", ")
    const sent = ["id", "tenant_id", ...columns]
    const changes = values.map((row) => Object.fromEntries(sent.map((column) => [column, row[column]])))
    parts.push(`${name} as (update ${table} t set ${set} from json_populate_recordset(null::${table}, ${rows(changes)}) r
      where t.tenant_id = r.tenant_id and t.id = r.id)`)
  }
  const of = <K, V>(ids: Iterable<K>, map: ReadonlyMap<K, V>): ReadonlyArray<V> =>
    [...ids].flatMap((id) => {
      const value = map.get(id)
      return value === undefined ? [] : [value]
    })

  insert(
    "customers_new",
    "customers",
    storedCustomerColumns,
    of(batch.createdCustomers, batch.customers).map((c) => rowOfCustomer(tenantId, c))
  )
  update(
    "customers_changed",
    "customers",
    mutableCustomerColumns,
    of(batch.changedCustomers, batch.customers).map((c) => rowOfCustomer(tenantId, c))
  )
  insert(
    "tags_new",
    "tags",
    ["id", "tenant_id", "brand_id", "name", "color"],
    batch.createdTags.map((tag) => ({
      id: uuidOf(tag.id),
      tenant_id: tenantId,
      brand_id: uuidOf(tag.brandId),
      name: tag.name,
      color: tag.color
    }))
  )
  const created = of(batch.createdTickets, batch.tickets)
  const changed = of(batch.changedTickets, batch.tickets)
  insert(
    "tickets_new",
    "tickets",
    storedTicketColumns,
    created.map((ticket) => rowOfTicket(tenantId, ticket))
  )
  const changedRows = changed.map((ticket) => rowOfTicket(tenantId, ticket))
  update("tickets_changed", "tickets", changedColumns(tenantId, changed, changedRows, batch.storedTickets), changedRows)
  if (batch.renamedCustomers.size > 0) {
    const renamed = of(batch.renamedCustomers, batch.customers).map(({ id, email, name }) => ({
      id: uuidOf(id),
      email,
      name
    }))
    const written = [...created, ...changed].map(({ id }) => uuidOf(id))
    // Locked in the order of their ids, as every transaction does; those written above have the copies already.
    parts.push(`tickets_renamed as (update tickets t set customer_email = r.email, customer_name = r.name
      from (select t.id, r.email, r.name from json_to_recordset(${rows(renamed)}) as r(id uuid, email text, name text)
        join tickets t on t.customer_id = r.id and t.id <> all(${bind(written)}::uuid[]) order by t.id for no key update of t) r
      where t.tenant_id = ${bind(tenantId)} and t.id = r.id)`)
  }

  const links = [...created, ...changed].flatMap((ticket) => {
    const before = batch.storedTickets.get(ticket.id)?.tags ?? []
    const link = (tag: { readonly id: (typeof ticket.tags)[number]["id"] }) => ({
      tenant_id: tenantId,
      ticket_id: uuidOf(ticket.id),
      tag_id: uuidOf(tag.id)
    })
    return [
      ...ticket.tags
        .filter(({ id }) => !before.some((tag) => tag.id === id))
        .map((tag) => ({ added: true, link: link(tag) })),
      ...before
        .filter(({ id }) => !ticket.tags.some((tag) => tag.id === id))
        .map((tag) => ({ added: false, link: link(tag) }))
    ]
  })
  insert(
    "tags_added",
    "ticket_tags",
    ["tenant_id", "ticket_id", "tag_id"],
    links.filter(({ added }) => added).map(({ link }) => link)
  )
  const removed = links.filter(({ added }) => !added).map(({ link }) => link)
  if (removed.length > 0)
    parts.push(`tags_removed as (delete from ticket_tags t using json_populate_recordset(null::ticket_tags, ${rows(removed)}) r
      where t.tenant_id = r.tenant_id and t.ticket_id = r.ticket_id and t.tag_id = r.tag_id)`)

  if (batch.numberedBrands.size > 0) {
    const numbers = of(batch.numberedBrands, batch.brands).map(({ id, nextTicketNumber }) => ({
      id: uuidOf(id),
      next: nextTicketNumber
    }))
    parts.push(`brands_numbered as (update brands b set next_ticket_number = r.next from json_to_recordset(${rows(numbers)}) as r(id uuid, next bigint)
      where b.tenant_id = ${bind(tenantId)} and b.id = r.id)`)
  }
  insert(
    "comments_new",
    "comments",
    storedCommentColumns,
    of(batch.createdComments, batch.comments).map((c) => rowOfComment(tenantId, c))
  )
  update(
    "comments_changed",
    "comments",
    mutableCommentColumns,
    of(batch.changedComments, batch.comments).map((c) => rowOfComment(tenantId, c))
  )
  insert(
    "attachments_written",
    "attachments",
    storedAttachmentColumns,
    of(batch.writtenAttachments, batch.attachments).map((f) => rowOfAttachment(tenantId, f)),
    `on conflict (tenant_id, id) do update set ticket_id = excluded.ticket_id, comment_id = excluded.comment_id,
      is_internal = excluded.is_internal, status = excluded.status, sha256 = excluded.sha256, blob_key = excluded.blob_key,
      updated_at = excluded.updated_at`
  )
  if (batch.removedAttachments.size > 0)
    parts.push(
      `attachments_removed as (delete from attachments where tenant_id = ${bind(tenantId)} and id = any(${bind([...batch.removedAttachments].map(uuidOf))}::uuid[]))`
    )
  insert(
    "watchers_new",
    "watchers",
    [
      "tenant_id",
      "ticket_id",
      "member_id",
      "id",
      "member_email",
      "member_name",
      "added_by",
      "added_at",
      "notify_on_comment",
      "notify_on_status_change"
    ],
    batch.watchers.map(({ addedBy, ticketId, watcher }) => ({
      tenant_id: tenantId,
      ticket_id: uuidOf(ticketId),
      member_id: watcher.memberId,
      id: uuidOf(next("watcher")),
      member_email: watcher.memberEmail,
      member_name: watcher.memberName,
      added_by: addedBy,
      added_at: now === undefined ? null : DateTime.formatIso(now),
      notify_on_comment: true,
      notify_on_status_change: true
    })),
    "on conflict do nothing"
  )
  const arrived = batch.inbound.filter(({ record }) => record.isAgain !== true)
  const again = batch.inbound.filter(({ record }) => record.isAgain === true)
  if (again.length > 0)
    parts.push(`inbound_again as (update inbound_messages i set status = r.status, outcome = r.outcome, ticket_id = r.ticket_id, comment_id = r.comment_id,
        subject = r.subject, steps = r.steps, flags = array(select json_array_elements_text(r.flags)), quoted_text = r.quoted_text, html = r.html, envelope = r.envelope,
        attachment_ids = array(select json_array_elements_text(r.attachment_ids)::uuid), attempts = i.attempts + 1, processed_at = now()
      from json_to_recordset(${rows(again.map(inboundRow))}) as r(id uuid, subject text, status text, outcome text, ticket_id uuid, comment_id uuid, steps jsonb,
        flags json, quoted_text text, html text, envelope jsonb, attachment_ids json) where i.tenant_id = ${bind(tenantId)} and i.id = r.id)`)
  if (arrived.length > 0)
    parts.push(`inbound_new as (insert into inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients, subject,
        status, outcome, ticket_id, comment_id, size, blob_key, envelope, steps, received_at, flags, quoted_text, html, attachment_ids, processed_at)
      select id, ${bind(tenantId)}, brand_id, channel, external_id, decode(dedupe_key, 'hex'), sender, array(select json_array_elements_text(recipients)), subject,
        status, outcome, ticket_id, comment_id, size, blob_key, envelope, steps, received_at,
        array(select json_array_elements_text(flags)), quoted_text, html, array(select json_array_elements_text(attachment_ids)::uuid), now()
      from json_to_recordset(${rows(arrived.map(inboundRow))}) as r(id uuid, brand_id uuid, channel text, external_id text, dedupe_key text, sender text,
        recipients json, subject text, status text, outcome text, ticket_id uuid, comment_id uuid, size bigint, blob_key text, envelope jsonb, steps jsonb,
        received_at timestamptz, flags json, quoted_text text, html text, attachment_ids json))`)
  insert(
    "message_ids_new",
    "message_ids",
    ["tenant_id", "brand_id", "message_id", "ticket_id", "comment_id", "direction"],
    batch.messageIds.map(({ brandId, entry }) => ({
      tenant_id: tenantId,
      brand_id: uuidOf(brandId),
      message_id: entry.messageId,
      ticket_id: uuidOf(entry.ticketId),
      comment_id: uuidOr(entry.commentId),
      direction: entry.direction
    })),
    "on conflict (brand_id, message_id) do nothing"
  )
  const moment = now === undefined ? null : DateTime.formatIso(now)
  insert(
    boundNow,
    "channel_conversations",
    conversationColumns,
    [...batch.boundConversations.values()].map((one) => rowOfConversation(tenantId, one, moment)),
    `${conversationConflict} returning connection_id, key, ticket_id, mode`
  )
  insert(
    "conversation_tickets_new",
    "conversation_tickets",
    ["tenant_id", "connection_id", "key", "ticket_id"],
    batch.conversationTickets.map((one) => ticketOfConversation(tenantId, one)),
    "on conflict do nothing"
  )
  insert(
    "people_known",
    "channel_people",
    personColumns,
    [...batch.knownPeople.values()].map((one) => rowOfPerson(tenantId, one, moment)),
    personConflict
  )
  insert(
    "messages_new",
    "outgoing_mail",
    [
      "id",
      "kind",
      "tenant_id",
      "brand_id",
      "ticket_id",
      "comment_id",
      "recipient",
      "cc",
      "context",
      "address_id",
      "channel",
      "connection_id",
      "lane",
      "state",
      "last_error",
      "settled_at",
      "sealed",
      "due_at",
      "held_until",
      "expires_at"
    ],
    batch.drafts.map((draft) => rowOfDraft(tenantId, draft, now))
  )
  update(
    "messages_changed",
    "outgoing_mail",
    mutableMessageColumns,
    of(batch.changedMessages, batch.messages).map((message) => rowOfMessage(tenantId, message, now))
  )
  if (batch.revisions.length > 0) parts.push(revisionsOfSent(tenant, bind, rows(batch.revisions.map(rowOfRevised))))
  if (batch.notices.length > 0) parts.push(noticesToWatchers(bind(tenantId), rows(batch.notices.map(rowOfNotice))))
  insert(
    "addresses_rested",
    "bounced_addresses",
    ["tenant_id", "brand_id", "address", "reason", "bounced_at"],
    [...batch.restedAddresses.values()].map(({ address, brandId, reason }) => ({
      tenant_id: tenantId,
      brand_id: uuidOf(brandId),
      address,
      reason,
      bounced_at: now === undefined ? null : DateTime.formatIso(now)
    })),
    "on conflict (brand_id, address) do update set reason = excluded.reason, bounced_at = excluded.bounced_at"
  )
  insert(
    "audit_new",
    "audit_log",
    [
      "id",
      "tenant_id",
      "brand_id",
      "ticket_id",
      "event",
      "entity_type",
      "entity_id",
      "changes",
      "performed_by",
      "source",
      "metadata",
      "request_id",
      "ip",
      "user_agent",
      "created_at"
    ],
    batch.audit.map(({ brandId, ticketId, entry, causation }) => ({
      id: uuidOf(next("log")),
      tenant_id: tenantId,
      brand_id: uuidOf(brandId),
      ticket_id: uuidOr(ticketId),
      event: entry.event,
      entity_type: entry.entityType,
      entity_id: uuidOf(entry.entityId),
      changes: entry.changes,
      performed_by: performedBy(causation.actor),
      source: causation.actor.channel,
      metadata: entry.metadata,
      request_id: causation.id,
      ip: causation.client?.address,
      user_agent: causation.client?.userAgent,
      created_at: now === undefined ? null : DateTime.formatIso(now)
    }))
  )
  if (batch.newReceipts.length > 0)
    parts.push(`receipts_new as (insert into receipts (tenant_id, key, fingerprint, status, headers, body, sealed)
      select ${bind(tenantId)}, decode(key, 'hex'), decode(fingerprint, 'hex'), status, headers, body, sealed
      from json_to_recordset(${rows(batch.newReceipts.map(({ key, receipt }) => ({ key, fingerprint: receipt.fingerprint, sealed: receipt.secret, ...receipt.answer })))})
        as r(key text, fingerprint text, status smallint, headers jsonb, body text, sealed boolean))`)

  // Nothing about test mode leaves.
  const updates =
    batch.chats && tenant.mode === "live"
      ? chatUpdatesOf(batch.events.map(({ event }) => event)).map(rowOfChatUpdate)
      : []
  if (updates.length > 0) parts.push(updatesOfThreads(bind(tenantId), rows(updates), batch.boundConversations.size > 0))

  const payloads = new Map<string, Payload>()
  const events = batch.events.map(({ event, causation }) => {
    const id = uuidOf(event.id)
    const payload = now === undefined ? "" : envelope(event, tenant, causation, now)
    const traceparent = causation.traceparent ?? null
    payloads.set(id, { type: event.type, payload, traceparent })
    return {
      id,
      tenant_id: tenantId,
      brand_id: uuidOf(event.brandId),
      type: event.type,
      chain_id: uuidOf(event.subject),
      seq: event.sequence,
      internal: event.internal === true,
      spam: event.spam === true,
      occurred_at: now === undefined ? null : DateTime.formatIso(now),
      traceparent,
      payload
    }
  })
  if (events.length > 0) {
    insert(
      "events_new",
      "events",
      [
        "id",
        "tenant_id",
        "brand_id",
        "type",
        "chain_id",
        "seq",
        "internal",
        "spam",
        "occurred_at",
        "traceparent",
        "payload"
      ],
      events,
      "returning id, tenant_id, brand_id, type, chain_id, seq, internal, spam"
    )
    if (batch.subscribed) parts.push(deliveriesOf(bind(handoff.node), bind(handoff.ready)))
  }
  if (parts.length === 0) return undefined
  return {
    sql: `with ${parts.join(",\n")}\n${events.length > 0 && batch.subscribed ? "select id, webhook_id, event_id, chain_id, leased from deliveries_new" : "select 1 where false"}`,
    parameters,
    hasMail:
      batch.drafts.length > 0 ||
      updates.length > 0 ||
      batch.revisions.length > 0 ||
      batch.notices.length > 0 ||
      of(batch.changedMessages, batch.messages).some(({ status }) => status === "queued" || status === "suppressed"),
    holds: holdsOf(batch),
    afterwards: [
      ...batch.moves.flatMap((move) => moveContents(tenantId, move)),
      ...(batch.purged.size === 0 ? [] : purgeTickets(tenantId, [...batch.purged].map(uuidOf)))
    ],
    payloads
  }
}

const holdsOf = ({ drafts, notices, now }: Batch): ReadonlyArray<number> =>
  now === undefined
    ? []
    : [
        ...new Set(
          [...drafts, ...notices].flatMap(({ heldUntil }) =>
            heldUntil === undefined ? [] : [heldUntil.epochMilliseconds - now.epochMilliseconds]
          )
        )
      ]

/** The columns in which any of these tickets differs from its stored state: the text index is not made anew for others. */
const changedColumns = (
  tenantId: string,
  tickets: ReadonlyArray<Ticket>,
  rows: ReadonlyArray<ReturnType<typeof rowOfTicket>>,
  stored: ReadonlyMap<TicketId, Ticket>
) => {
  const before = tickets.map((ticket) => rowOfTicket(tenantId, stored.get(ticket.id) ?? ticket))
  return mutableTicketColumns.filter((column) => rows.some((row, index) => row[column] !== before[index]?.[column]))
}

/**
 * The fan-out: a delivery for every webhook that wants the event, leased to this node at once where its endpoint's
 * actor is ready, its gate is open, and no earlier event of the same ticket is still on its way to it.
 */
const deliveriesOf = (node: string, ready: string) => `deliveries_new as (
  insert into deliveries (id, tenant_id, webhook_id, event_id, chain_id, seq, hold, expires_at, lease_owner, lease_until, attempts)
  select new_uuid_v7(), w.tenant_id, w.id, e.id, e.chain_id, coalesce(e.seq, 0), w.ordering = 'ticket' and e.seq is not null,
    now() + interval '${expiry}', case when l.leased then ${node}::int end, case when l.leased then now() + interval '${lease}' end, l.leased::int
  from events_new e join webhooks w on w.tenant_id = e.tenant_id and w.brand_id = e.brand_id and w.status <> 'disabled'
    and e.type = any(w.event_types) and (not e.internal or w.include_internal) and (not e.spam or ('=' || e.type) = any(w.event_types))
  cross join lateral (select w.id = any(${ready}::uuid[]) and w.status = 'enabled' and coalesce(w.gate_until <= now(), true)
    and not exists (select 1 from deliveries p where p.webhook_id = w.id and p.chain_id = e.chain_id and p.seq < e.seq and p.hold)
    and not exists (select 1 from events_new p where w.ordering = 'ticket' and p.chain_id = e.chain_id and p.seq < e.seq and p.type = any(w.event_types))
    as leased offset 0) l
  returning id, webhook_id, event_id, chain_id, lease_owner is not null as leased)`

const inboundRow = ({ brandId, record }: Batch["inbound"][number]) => ({
  id: uuidOf(record.id),
  brand_id: uuidOf(brandId),
  channel: record.message.channel,
  external_id: record.message.externalId,
  dedupe_key: Buffer.from(record.message.dedupeKey).toString("hex"),
  sender: record.message.sender.identity?.address ?? record.message.sender.email,
  recipients: record.message.recipients,
  subject: record.message.subject,
  status: record.status,
  outcome: record.outcome,
  ticket_id: uuidOr(record.ticketId),
  comment_id: uuidOr(record.commentId),
  size: record.message.size,
  blob_key: record.message.rawBlobKey,
  envelope: record.message.envelope,
  steps: record.steps,
  received_at: DateTime.formatIso(record.message.receivedAt),
  flags: record.flags,
  quoted_text: record.quotedText,
  html: record.message.html,
  attachment_ids: record.fileIds.map(uuidOf)
})
