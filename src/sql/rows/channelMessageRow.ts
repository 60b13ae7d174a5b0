import { spokenName } from "../../domain/Comment.ts"
import { idOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { MailFile } from "../../domain/OutgoingMail.ts"
import type { ChannelMessage, ChannelRevision, LeasedMessage } from "../../tickets/outbound/ChannelOutbox.ts"
import { type AttachmentRow, attachmentOf } from "./attachmentRow.ts"
import { idOr, type Moment, moment } from "./columns.ts"
import { type ScopeRow, scopeOf } from "./scopeRow.ts"

/** A row of `contentSql`. */
export interface ContentRow extends ScopeRow {
  readonly ticket_id: string
  readonly comment_id: string | null
  readonly body: string
  readonly author_id: string | null
  readonly author_name: string | null
  readonly files: ReadonlyArray<AttachmentRow> | null
  readonly key: string
  readonly root: string | null
  readonly person: string | null
  readonly person_name: string | null
  readonly customer_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly progress: JsonObject | null
  readonly external_id: string | null
  readonly created_at: Moment
}

/** A row of `revisionSql`. */
export interface RevisionRow extends ContentRow {
  readonly change: "edit" | "removal"
  readonly of_id: string
  readonly of_external_id: string | null
  readonly of_progress: JsonObject | null
  readonly of_created_at: Moment
  readonly of_sent: boolean
}

/** The text of message `m`: its own, that of its comment `c`, or that of its ticket `t`. */
export const bodySql = "coalesce(m.context ->> 'text', c.body, t.body, t.title)"

/** The files of message `m`: its comment's, or those that its ticket was opened with; none if it has a text of its own. */
export const filesSql = `select json_agg(f order by f.id) from attachments f where f.tenant_id = m.tenant_id and f.ticket_id = m.ticket_id
      and m.context ->> 'text' is null and f.comment_id is not distinct from m.comment_id and f.status = 'UPLOADED' and f.deleted_at is null and not f.is_internal`

/** The columns of `ContentRow`, for message `m`. */
const content = `m.tenant_id, n.account_id, n.mode, m.brand_id, m.ticket_id, m.comment_id, m.context -> 'progress' as progress, m.external_id, m.created_at,
    ${bodySql} as body, c.author_id, c.author_name, v.key, v.root, v.person, p.name as person_name,
    u.name as customer_name, u.phone, case when not u.email_is_placeholder then u.email end as email,
    (${filesSql}) as files`

/** The tables that they come from. */
const sources = `outgoing_mail m join tenants n on n.id = m.tenant_id
    join brands b on b.tenant_id = m.tenant_id and b.id = m.brand_id and b.deleted_at is null
    join tickets t on t.tenant_id = m.tenant_id and t.id = m.ticket_id and t.deleted_at is null
    left join comments c on c.tenant_id = m.tenant_id and c.id = m.comment_id and c.visibility = 'public'
    join channel_conversations v on v.connection_id = m.connection_id and v.key = m.lane
    left join channel_people p on p.connection_id = v.connection_id and p.external_id = v.person
    left join customers u on u.tenant_id = m.tenant_id and u.id = coalesce(p.customer_id, t.customer_id) and u.deleted_at is null`

/** Whether whom it goes to was erased since, and not all of their conversations are removed yet. */
const isErased = `exists (select from customers e where e.tenant_id = m.tenant_id and e.id in (t.customer_id, p.customer_id)
    and e.erased_at is not null)`

/**
 * Everything needed to send message $1, in one row: the text is its comment's, or its ticket's if it has none. No row once it
 * is settled, or if its comment or its customer is gone: what was deleted before it was sent is not sent.
 */
export const contentSql = `select ${content} from ${sources}
  where m.id = $1 and m.state = 'sending' and (m.comment_id is null or c.id is not null and c.deleted_at is null)
    and not ${isErased}`

/**
 * Everything needed to send revision $1, in one row. No row if what it revises was not sent, or if another revision is queued
 * behind it, which will have the comment's newer content. A removal also applies to a message whose sending failed: it may have
 * arrived all the same.
 */
export const revisionSql = `select ${content}, m.context ->> 'change' as change,
    o.id as of_id, o.external_id as of_external_id, o.context -> 'progress' as of_progress, o.created_at as of_created_at,
    o.state = 'sent' as of_sent
  from ${sources} join outgoing_mail o on o.id = (m.context ->> 'revises')::uuid
    and (o.state = 'sent' or m.context ->> 'change' = 'removal' and o.state in ('failed', 'suppressed') and o.attempts > 0)
  where m.id = $1 and m.state = 'sending' and c.id is not null and (c.deleted_at is null and not ${isErased} or m.context ->> 'change' = 'removal')
    and not exists (select from outgoing_mail l where l.connection_id = m.connection_id and l.lane = m.lane and l.id > m.id
      and l.kind = 'revision' and l.state = 'queued' and l.context ->> 'revises' = m.context ->> 'revises')`

/** Files in the form that messages carry. */
export const sentFiles = (rows: ReadonlyArray<AttachmentRow> | null): ReadonlyArray<MailFile> =>
  (rows ?? []).flatMap((row) => {
    const { blobKey, contentType, filename, id, size } = attachmentOf(row)
    return blobKey === undefined ? [] : [{ id, filename, contentType, size, blobKey }]
  })

export const channelMessageOf = (leased: LeasedMessage, row: ContentRow): ChannelMessage => ({
  ...leased,
  scope: scopeOf(row),
  ticketId: idOf("ticket", row.ticket_id),
  commentId: idOr("comment", row.comment_id),
  conversation: { key: row.key, root: row.root ?? undefined },
  recipient: {
    externalId: row.person ?? undefined,
    email: row.email ?? undefined,
    name: row.person_name ?? row.customer_name ?? undefined,
    phone: row.phone ?? undefined
  },
  text: row.body,
  authorName: spokenName({ authorId: row.author_id ?? undefined, authorName: row.author_name ?? undefined }),
  files: sentFiles(row.files),
  progress: row.progress ?? {},
  externalId: row.external_id ?? undefined,
  createdAt: moment(row.created_at)
})

export const channelRevisionOf = (leased: LeasedMessage, row: RevisionRow): ChannelRevision => ({
  ...channelMessageOf(leased, row),
  change: row.change,
  of: {
    id: idOf("message", row.of_id),
    externalId: row.of_external_id ?? undefined,
    progress: row.of_progress ?? {},
    createdAt: moment(row.of_created_at),
    isSent: row.of_sent
  }
})
