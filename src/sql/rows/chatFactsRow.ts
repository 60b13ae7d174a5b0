import { idOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { StatusCategory } from "../../domain/Status.ts"
import { type Origin, publicId } from "../../domain/Ticket.ts"
import { removedMember } from "../../tickets/intake/editReceived.ts"
import type { ChatComment, ChatFacts, ChatPost } from "../../tickets/outbound/ChatUpdates.ts"
import type { AttachmentRow } from "./attachmentRow.ts"
import { sentFiles } from "./channelMessageRow.ts"
import { isUnproven } from "./isUnproven.ts"
import { type ScopeRow, scopeOf } from "./scopeRow.ts"
import { priorityOf } from "./ticketRow.ts"

/** A row of `chatFactsSql`. */
export interface ChatFactsRow extends ScopeRow {
  readonly brand_name: string
  readonly ticket_prefix: string
  readonly ticket_id: string
  readonly number: number
  readonly title: string
  readonly body: string | null
  readonly status: string
  readonly status_category: StatusCategory
  readonly priority: number
  readonly assignee: string | null
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly origin: Origin
  readonly is_spam: boolean
  readonly deleted: boolean
  readonly merged_into: number | null
  readonly root: string | null
  readonly files: ReadonlyArray<AttachmentRow> | null
  readonly comment: {
    readonly id: string
    readonly body: string
    readonly visibility: ChatComment["visibility"]
    readonly author_type: ChatComment["authorType"]
    readonly author_name: string | null
    readonly unproven: boolean | null
    readonly is_automated: boolean
    readonly gone: boolean
    readonly taken_back: boolean
    readonly written_as: string | null
    readonly sent: boolean
    readonly files: ReadonlyArray<AttachmentRow> | null
  } | null
  readonly ticket_post: PostRow | null
  readonly comment_post: PostRow | null
}

interface PostRow {
  readonly messages: ReadonlyArray<string>
  readonly shown: JsonObject
}

const filesOf = (owner: string) => `(select json_agg(f order by f.id) from attachments f where ${owner}
      and f.status = 'UPLOADED' and f.deleted_at is null)`

const postOf = (
  subject: string
) => `(select json_build_object('messages', p.messages, 'shown', p.shown) from chat_posts p
      where p.connection_id = u.connection_id and p.lane = u.lane and p.subject_id = ${subject})`

/**
 * Everything needed for update $1, in one row; $2 is the public id of its connection. No row if its ticket is gone, or the
 * conversation that it is about.
 */
export const chatFactsSql = `
  select u.tenant_id, n.account_id, n.mode, t.brand_id, b.name as brand_name, b.ticket_prefix, t.id as ticket_id, t.number, t.title, t.body,
    coalesce(s.name, t.status) as status, t.status_category, t.priority, t.customer_name, t.origin, t.is_spam,
    (select coalesce(m.display_name, nullif(concat_ws(' ', m.first_name, m.last_name), ''), m.email) from members m where m.id = t.assignee_id) as assignee,
    (select case when not k.email_is_placeholder then k.email end from customers k where k.tenant_id = t.tenant_id and k.id = t.customer_id) as customer_email,
    t.deleted_at is not null as deleted,
    (select o.number from tickets o where o.tenant_id = t.tenant_id and o.id = t.merged_into_id) as merged_into,
    v.root, ${filesOf("f.tenant_id = t.tenant_id and f.ticket_id = t.id and f.comment_id is null")} as files,
    (select json_build_object('id', c.id, 'body', c.body, 'visibility', c.visibility, 'author_type', c.author_type, 'author_name', c.author_name,
        'unproven', ${isUnproven}, 'is_automated', c.is_automated, 'gone', c.deleted_at is not null, 'taken_back', coalesce(jsonb_exists(c.metadata, '${removedMember}'), false),
        'written_as', (select c.source_id from message_ids i where i.brand_id = c.brand_id and i.message_id = $2 || '/' || c.source_id
          and i.comment_id = c.id and i.direction = 'in'),
        'sent', exists (select from outgoing_mail m where m.comment_id = c.id and m.kind = 'reply' and m.state = 'sent'),
        'files', ${filesOf("f.tenant_id = c.tenant_id and f.comment_id = c.id")})
      from comments c where c.tenant_id = u.tenant_id and c.id = u.comment_id) as comment,
    ${postOf("t.id")} as ticket_post, ${postOf("u.comment_id")} as comment_post
  from chat_updates u join tenants n on n.id = u.tenant_id
    join tickets t on t.tenant_id = u.tenant_id and t.id = u.ticket_id
    join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
    left join statuses s on s.tenant_id = t.tenant_id and s.id = t.status_id
    left join channel_conversations v on v.connection_id = u.connection_id and v.key = u.lane
  where u.id = $1 and (v.key is not null or u.lane like 'mirror/%')`

export const chatFactsOf = (row: ChatFactsRow): ChatFacts => {
  const { comment } = row
  return {
    scope: scopeOf(row),
    ticket: {
      id: idOf("ticket", row.ticket_id),
      publicId: publicId(row.ticket_prefix, row.number),
      title: row.title,
      body: row.body ?? undefined,
      status: row.status,
      statusCategory: row.status_category,
      priority: priorityOf(row.priority),
      assigneeName: row.assignee ?? undefined,
      customerName: row.customer_name ?? undefined,
      customerEmail: row.customer_email ?? undefined,
      origin: row.origin,
      brandName: row.brand_name,
      isSpam: row.is_spam,
      isDeleted: row.deleted,
      mergedInto: row.merged_into === null ? undefined : publicId(row.ticket_prefix, row.merged_into),
      files: sentFiles(row.files)
    },
    comment:
      comment === null
        ? undefined
        : {
            id: idOf("comment", comment.id),
            body: comment.body,
            visibility: comment.visibility,
            authorType: comment.author_type,
            authorName: comment.author_name ?? undefined,
            isUnproven: comment.unproven === true,
            isAutomated: comment.is_automated,
            isGone: comment.gone,
            isTakenBack: comment.taken_back,
            writtenAs: comment.written_as ?? undefined,
            isSent: comment.sent,
            files: sentFiles(comment.files)
          },
    ticketPost: postFrom(row.ticket_post),
    commentPost: postFrom(row.comment_post),
    root: row.root ?? undefined
  }
}

const postFrom = (row: PostRow | null): ChatPost | undefined => row ?? undefined
