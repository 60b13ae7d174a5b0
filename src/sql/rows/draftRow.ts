import { idOf } from "../../domain/Ids.ts"
import type { OutlookThread } from "../../domain/InboundMessage.ts"
import type { Json } from "../../domain/Json.ts"
import type { MailToken } from "../../domain/ReplyAddress.ts"
import type { Conversation, MailDraft } from "../../tickets/outbound/mail/MailDraft.ts"
import { acknowledgementLimits } from "../../tickets/outbound/mail/mayNotSend.ts"
import { bounceRest } from "../../tickets/outbound/mayMail.ts"
import type { RestedAddress } from "../../tickets/TicketCommand.ts"
import { erasedRecipients } from "../outbound/erasedRecipients.ts"
import { type AttachmentRow, attachmentOf } from "./attachmentRow.ts"
import { idOr, type Moment, moment } from "./columns.ts"
import { isUnproven } from "./isUnproven.ts"
import { isDraft, writesFrom } from "./messageRow.ts"
import { type ScopeRow, scopeOf } from "./scopeRow.ts"

/** What a customer of the ticket said last. */
interface SaidRow {
  readonly author_id: string | null
  readonly author_name: string | null
  readonly body: string
  readonly created_at: Moment
  readonly subject: string | null
  readonly reply_to: string | null
}

/** A row of `draftSql`. */
export interface DraftRow extends ScopeRow {
  readonly id: string
  readonly kind: MailDraft["kind"]
  readonly recipient: string
  readonly cc: ReadonlyArray<string>
  readonly address_id: string | null
  readonly context: { readonly [member: string]: Json }
  readonly bounce_token: MailToken | null
  readonly created_at: Moment
  readonly brand_name: string
  readonly from_name: string | null
  readonly ticket_prefix: string
  readonly autoresponse_subject: string | null
  readonly autoresponse_body: string | null
  readonly status_names: Readonly<Record<string, string>> | null
  readonly ticket_id: string
  readonly customer_id: string
  readonly reply_to: string | null
  readonly number: number
  readonly title: string
  readonly body: string | null
  readonly opened_at: Moment
  readonly customer_email: string
  readonly customer_name: string | null
  readonly comment: {
    readonly id: string
    readonly body: string
    readonly visibility: string
    readonly author_id: string | null
    readonly author_name: string | null
    readonly unproven: boolean | null
    readonly files: ReadonlyArray<AttachmentRow> | null
  } | null
  readonly first_message: string | null
  readonly latest_messages: ReadonlyArray<string> | null
  readonly last_inbound: string | null
  readonly outlook: OutlookThread | null
  readonly said: ReadonlyArray<SaidRow> | null
  readonly readers: ReadonlyArray<{ readonly id: string; readonly email: string }> | null
  readonly opened_by_other: boolean
  readonly written_to: string | null
  readonly rested: Readonly<Record<string, RestedAddress["reason"]>> | null
  readonly erased: ReadonlyArray<string>
  readonly last_hour: number
  readonly last_day: number
  readonly brand_last_hour: number
  readonly to_member: boolean
}

/** Message ids that a mail can be threaded by, in addition to the first. */
const latest = 40
/** Customers' comments that are searched for the last words of the mail's recipients. */
const latestSaid = 50
/** Addresses that nobody chose to write to: they receive answers and reports (`tokenLocalPart`). */
const ofTokens = "(^|\\+)[rb]\\.[0-7][0-9a-hjkmnp-tv-z]{25}@"

/** Our address that the customer of ticket `t` last wrote to. */
export const writtenToSql = `(select coalesce(case when w.address like 'br\\_%' then (select a.local_part || '@' || a.domain from addresses a
        where a.tenant_id = i.tenant_id and a.brand_id = i.brand_id and a.kind = 'forwarded' and a.verified
          and jsonb_exists(i.envelope -> 'named', a.local_part || '@' || a.domain) order by a.created_at, a.id limit 1) end,
        w.address)
      from inbound_messages i, lateral (select r.address from unnest(i.recipients) with ordinality r (address, place)
        where r.address !~* '${ofTokens}' order by place limit 1) w
      where i.ticket_id in (t.id, t.follow_up_of_id) and i.sender = t.customer_email order by i.id desc limit 1)`

/**
 * Everything needed to compose mail $1, in one row; no row once it is composed. The customer's last words are those before the
 * comment that answers them. The address that they wrote to is also looked for in the ticket that this one follows up, since
 * answers go to reply addresses. Every part is found by an index; what two parts need is looked up once (`offset 0`).
 */
export const draftSql = `
  select m.id, m.kind, m.tenant_id, n.account_id, n.mode, m.brand_id, ${writesFrom} as recipient, m.cc, m.address_id, m.context, m.bounce_token, m.created_at,
    b.name as brand_name, b.from_name, b.ticket_prefix, b.autoresponse_subject, b.autoresponse_body,
    (select json_object_agg(st.key, st.name) from statuses st where st.brand_id = b.id) as status_names,
    t.id as ticket_id, t.customer_id, t.source_data ->> 'replyTo' as reply_to, t.number, t.title, t.body, t.created_at as opened_at, t.customer_email, t.customer_name,
    (select json_build_object('id', c.id, 'body', c.body, 'visibility', c.visibility, 'author_id', c.author_id,
        'author_name', c.author_name, 'unproven', ${isUnproven}, 'files',
        (select json_agg(f order by f.id) from attachments f where f.tenant_id = c.tenant_id and f.comment_id = c.id
          and f.status = 'UPLOADED' and f.deleted_at is null))
      from comments c where c.tenant_id = m.tenant_id and c.id = m.comment_id and c.deleted_at is null) as comment,
    (select i.message_id from message_ids i where i.ticket_id = t.id and i.message_id like '%@%'
      order by i.comment_id nulls first, i.direction limit 1) as first_message,
    (select array_agg(l.message_id order by l.comment_id desc nulls last, l.direction desc) from (
      select i.message_id, i.comment_id, i.direction from message_ids i where i.ticket_id = t.id and i.message_id like '%@%'
      order by i.comment_id desc nulls last, i.direction desc limit ${latest}) l) as latest_messages,
    (select i.message_id from message_ids i where i.ticket_id = t.id and i.direction = 'in' and i.message_id like '%@%'
      order by i.comment_id desc nulls last limit 1) as last_inbound,
    (select i.envelope -> 'outlook' from inbound_messages i where i.ticket_id = t.id and jsonb_exists(i.envelope, 'outlook')
      order by i.id desc limit 1) as outlook,
    s.said,
    (select json_agg(p) from (
      select p.id, p.email from customers p where p.tenant_id = m.tenant_id and p.merged_into_id = t.customer_id
      union all
      select p.id, p.email from customers p where p.brand_id = m.brand_id and p.email = any(m.cc) and p.deleted_at is null) p) as readers,
    t.created_by is not null or exists (select from audit_log a where a.ticket_id = t.id and jsonb_exists(a.changes, 'customerId'))
      as opened_by_other,
    ${writtenToSql} as written_to,
    (select json_object_agg(a.address, a.reason) from bounced_addresses a where a.brand_id = m.brand_id
      and a.address = any(m.cc || array[${writesFrom}, t.source_data ->> 'replyTo']
        || array(select x ->> 'reply_to' from json_array_elements(s.said) x)) and a.bounced_at > now() - interval '${bounceRest} days') as rested,
    ${erasedRecipients} as erased,
    k.last_hour, k.last_day, (select count(*)::int from (select from outgoing_mail a
      where m.kind = 'autoresponse' and a.kind = 'autoresponse' and a.brand_id = m.brand_id and a.id < m.id
        and a.id > uuid_at(m.created_at - interval '1 hour') and a.state <> 'suppressed' limit ${acknowledgementLimits.brandHour}) l) as brand_last_hour,
    exists (select from members e where m.kind = 'notice' and e.account_id = n.account_id and e.email = m.recipient and e.status = 'active'
      and e.notify_email and (e.role <> 'agent' or e.all_brands or m.brand_id = any(e.brand_ids))) as to_member
  from outgoing_mail m join tenants n on n.id = m.tenant_id
    join brands b on b.tenant_id = m.tenant_id and b.id = m.brand_id
    join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id,
  lateral (select (select json_agg(json_build_object('author_id', c.author_id, 'author_name', c.author_name, 'body', c.body,
        'created_at', c.created_at, 'subject', c.source_data ->> 'subject', 'reply_to', c.source_data ->> 'replyTo') order by c.id desc)
      from (select distinct on (w.author_id) w.id from (
          select c.id, c.author_id from comments c where c.ticket_id = t.id and c.id < m.comment_id and c.author_type = 'CUSTOMER'
            and c.visibility = 'public' and not c.is_automated and c.deleted_at is null
          order by c.id desc limit ${latestSaid}) w
        order by w.author_id, w.id desc) l
      join comments c on c.tenant_id = m.tenant_id and c.id = l.id) as said offset 0) s,
  lateral (select count(*) filter (where a.created_at > m.created_at - interval '1 hour')::int as last_hour, count(*)::int as last_day
    from outgoing_mail a where m.kind = 'autoresponse' and a.kind = 'autoresponse' and a.brand_id = m.brand_id
      and a.recipient = m.recipient and a.id < m.id and a.id > uuid_at(m.created_at - interval '1 day') and a.state <> 'suppressed') k
  where m.id = $1 and m.channel = 'email' and ${isDraft} and m.state in ('queued', 'sending')`

export const draftOf = (row: DraftRow): MailDraft => ({
  id: idOf("message", row.id),
  kind: row.kind,
  scope: scopeOf(row),
  to: row.recipient,
  cc: row.cc,
  addressId: idOr("address", row.address_id),
  context: row.context,
  bounceToken: row.bounce_token ?? undefined,
  createdAt: moment(row.created_at),
  brand: {
    name: row.brand_name,
    fromName: row.from_name ?? undefined,
    ticketPrefix: row.ticket_prefix,
    autoresponseSubject: row.autoresponse_subject ?? undefined,
    autoresponseBody: row.autoresponse_body ?? undefined,
    statusNames: new Map(Object.entries(row.status_names ?? {}))
  },
  ticket: {
    id: idOf("ticket", row.ticket_id),
    number: row.number,
    title: row.title,
    body: row.body ?? undefined,
    customerName: row.customer_name ?? undefined,
    customerEmail: row.customer_email
  },
  comment:
    row.comment === null
      ? undefined
      : {
          id: idOf("comment", row.comment.id),
          body: row.comment.body,
          isInternal: row.comment.visibility === "internal",
          isUnproven: row.comment.unproven === true,
          authorId: row.comment.author_id ?? undefined,
          authorName: row.comment.author_name ?? undefined,
          files: (row.comment.files ?? []).map(attachmentOf)
        },
  conversation: conversationOf(row),
  rested: new Map(Object.entries(row.rested ?? {})),
  erased: new Set(row.erased),
  acknowledged: { lastHour: row.last_hour, lastDay: row.last_day, brandLastHour: row.brand_last_hour },
  toMember: row.to_member
})

const conversationOf = (row: DraftRow): Conversation => {
  const latest = [...(row.latest_messages ?? [])].reverse()
  const { first_message: first } = row
  const said = saidTo(row)
  const asked = row.said?.find(({ author_id }) => author_id === idOf("customer", row.customer_id))
  return {
    messageIds: first === null || latest.includes(first) ? latest : [first, ...latest],
    lastInbound: row.last_inbound ?? undefined,
    outlook: row.outlook ?? undefined,
    subject: said?.subject ?? undefined,
    lastSaid: said?.words ?? opening(row),
    writtenTo: row.written_to ?? undefined,
    // What another person asks for does not apply to the customer.
    replyTo: (asked === undefined ? row.reply_to : asked.reply_to) ?? undefined
  }
}

/** The last words of those who get this mail. Others in the ticket, as after a merge, wrote to the team alone. */
const saidTo = ({ cc, customer_email, customer_id, customer_name, readers, said }: DraftRow) => {
  const addresses = new Map([
    ...cc.map((address): [string, string] => [address, address]),
    ...(readers ?? []).map(({ email, id }): [string, string] => [idOf("customer", id), email]),
    [idOf("customer", customer_id), customer_name ?? customer_email]
  ])
  for (const { author_id, author_name, body, created_at, subject } of said ?? []) {
    const address = addresses.get(author_id ?? "")
    if (address !== undefined)
      return { subject, words: { author: author_name ?? address, at: moment(created_at), text: body } }
  }
  return undefined
}

/** What the customer opened the ticket with, unless it was opened by the team, or for another customer. */
const opening = ({ body, opened_by_other, customer_email, customer_name, opened_at }: DraftRow) =>
  body === null || opened_by_other
    ? undefined
    : { author: customer_name ?? customer_email, at: moment(opened_at), text: body }
