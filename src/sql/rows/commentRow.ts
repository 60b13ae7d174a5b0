import { Schema } from "effect"
import type { AuthorType, Comment, Visibility } from "../../domain/Comment.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { RepliedFrom } from "../../domain/RepliedFrom.ts"
import type { Link, Source } from "../../domain/Ticket.ts"
import { removedMember } from "../../tickets/intake/editReceived.ts"
import { readBytes } from "../readBytes.ts"
import { type AttachmentRow, attachmentOf } from "./attachmentRow.ts"
import { idOr, isoOr, type Moment, moment, momentOr, uuidOr } from "./columns.ts"
import { type DeliveryStateRow, deliveriesColumn, deliveriesOf } from "./messageRow.ts"

/** A row of `comments` with its uploaded files, as `commentColumns` selects it. */
export interface CommentRow {
  readonly id: string
  readonly brand_id: string
  readonly ticket_id: string
  readonly body: string
  readonly visibility: Visibility
  readonly author_type: AuthorType
  readonly author_id: string | null
  readonly author_name: string | null
  readonly parent_id: string | null
  readonly links: ReadonlyArray<Link> | null
  readonly metadata: JsonObject | null
  readonly source: Source
  readonly source_id: string | null
  readonly source_data: JsonObject | null
  readonly cc: ReadonlyArray<string> | null
  readonly is_automated: boolean
  readonly send_at: Moment | null
  readonly replied_from: unknown
  readonly version: number
  readonly created_at: Moment
  readonly updated_at: Moment
  readonly edited_at: Moment | null
  readonly deleted_at: Moment | null
  readonly files: ReadonlyArray<AttachmentRow> | null
  readonly deliveries: ReadonlyArray<DeliveryStateRow> | null
  /** In a conversation: the body is only its beginning, and JSON is left out. */
  readonly is_cut?: boolean
}

export const storedCommentColumns = [
  "id",
  "tenant_id",
  "brand_id",
  "ticket_id",
  "body",
  "visibility",
  "author_type",
  "author_id",
  "author_name",
  "parent_id",
  "links",
  "metadata",
  "source",
  "source_id",
  "source_data",
  "cc",
  "is_automated",
  "send_at",
  "replied_from",
  "version",
  "created_at",
  "updated_at",
  "edited_at",
  "deleted_at"
] as const

export const mutableCommentColumns = [
  "body",
  "links",
  "metadata",
  "replied_from",
  "version",
  "updated_at",
  "edited_at",
  "deleted_at"
] as const

const columnsWith = (
  other: { readonly [column in (typeof storedCommentColumns)[number]]?: string }
) => `${storedCommentColumns
  .filter((column) => column !== "tenant_id")
  .map((column) => (other[column] === undefined ? `c.${column}` : `${other[column]} as ${column}`))
  .join(", ")},
  (select json_agg(f order by f.id) from attachments f where f.tenant_id = c.tenant_id and f.comment_id = c.id
    and f.status = 'UPLOADED' and f.deleted_at is null) as files,
  ${deliveriesColumn}`

/** Selects a `CommentRow` from `comments c`. */
export const commentColumns = columnsWith({})

/** Bytes of text and JSON that a conversation shows, newest comments first; and the characters shown of each earlier text. */
export const maxConversationBytes = 16 * 1024 * 1024
const beginning = 200

/** Parts of a comment, beside its text, that may be long: 80 KiB of JSON, fifty links and twenty addresses. */
const longColumns = ["links", "metadata", "source_data", "cc"] as const

/** What remains of `metadata` where the rest is left out: that the text is to be hidden from customers. */
const removed = `jsonb_build_object('${removedMember}', c.metadata -> '${removedMember}')`
const shortMetadata = `case when jsonb_exists(c.metadata, '${removedMember}') then ${removed} end`

const shortBody = `left(c.body, ${beginning})
  || case when octet_length(c.body) > octet_length(left(c.body, ${beginning})) then '…' else '' end`

/**
 * Selects the `CommentRow`s of a conversation, in order. A list of comments has no pages, and ten thousand long ones would take
 * all memory: comments older than the newest `maxConversationBytes` have only the beginning of their text, and no JSON. Sizes
 * are read from the newest comment up to that point, and no further, since JSON must be read for them. A conversation of
 * `texts` has no JSON at all.
 */
export const conversation = (fromComments: string, shown: "whole" | "texts" = "whole"): string => {
  const long = shown === "whole" ? longColumns : []
  const cut = (column: (typeof longColumns)[number]) => {
    const short = column === "metadata" ? shortMetadata : "null"
    return [column, shown === "whole" ? `case when c.is_cut then ${short} else c.${column} end` : short]
  }
  const columns = columnsWith({
    body: `case when c.is_cut then ${shortBody} else c.body end`,
    ...Object.fromEntries(longColumns.map(cut))
  })
  const json = long.map((column) => `c.${column}`)
  return `select ${columns}, c.is_cut from (
    select c.*, coalesce(c.id <= (
      select n.id from (
        select c.id, sum(w.bytes) over (order by c.id desc rows unbounded preceding) as bytes
        from (select c.* from ${fromComments} order by c.id desc offset 0) c, ${readBytes(["c.body"], json)} w) n
      where n.bytes > ${maxConversationBytes} order by n.id desc limit 1), false) as is_cut
    from ${fromComments} order by c.id offset 0) c order by c.id`
}

/** Bytes that a comment takes in an answer, beside its text and JSON. */
const bytesOfComment = 1024

/**
 * Selects, as `bytes`, the approximate size of an answer with a conversation: JSON is counted as it is stored, which is known
 * without reading it. The exact size is only known after reading.
 */
export const conversationBytes = (fromComments: string, shown: "whole" | "texts" = "whole"): string => {
  const json =
    shown === "whole" ? longColumns.map((column) => ` + coalesce(pg_column_size(c.${column}), 0)`).join("") : ""
  return `select coalesce(least(sum(octet_length(c.body)${json}), ${maxConversationBytes})
    + count(*) * ${bytesOfComment}, 0)::int as bytes from ${fromComments}`
}

const decodeRepliedFrom = Schema.decodeUnknownSync(RepliedFrom)
const encodeRepliedFrom = Schema.encodeSync(RepliedFrom)

export const commentOf = (row: CommentRow): Comment => ({
  id: idOf("comment", row.id),
  brandId: idOf("brand", row.brand_id),
  ticketId: idOf("ticket", row.ticket_id),
  body: row.body,
  isCut: row.is_cut === true ? true : undefined,
  visibility: row.visibility,
  authorType: row.author_type,
  authorId: row.author_id ?? undefined,
  authorName: row.author_name ?? undefined,
  parentId: idOr("comment", row.parent_id),
  links: row.links ?? undefined,
  metadata: row.metadata ?? undefined,
  source: row.source,
  sourceId: row.source_id ?? undefined,
  sourceData: row.source_data ?? undefined,
  cc: row.cc ?? undefined,
  isAutomated: row.is_automated,
  attachments: row.files === null ? [] : row.files.map(attachmentOf),
  deliveries: deliveriesOf(row.deliveries),
  sendAt: momentOr(row.send_at),
  repliedFrom: row.replied_from === null ? undefined : decodeRepliedFrom(row.replied_from),
  version: row.version,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at),
  editedAt: momentOr(row.edited_at),
  deletedAt: momentOr(row.deleted_at)
})

/** The row of a comment, as JSON for `json_populate_recordset`. */
export const rowOfComment = (
  tenantId: string,
  comment: Comment
): Record<(typeof storedCommentColumns)[number], unknown> => ({
  id: uuidOf(comment.id),
  tenant_id: tenantId,
  brand_id: uuidOf(comment.brandId),
  ticket_id: uuidOf(comment.ticketId),
  body: comment.body,
  visibility: comment.visibility,
  author_type: comment.authorType,
  author_id: comment.authorId,
  author_name: comment.authorName,
  parent_id: uuidOr(comment.parentId),
  links: comment.links,
  metadata: comment.metadata,
  source: comment.source,
  source_id: comment.sourceId,
  source_data: comment.sourceData,
  cc: comment.cc,
  is_automated: comment.isAutomated,
  send_at: isoOr(comment.sendAt),
  replied_from: comment.repliedFrom === undefined ? null : encodeRepliedFrom(comment.repliedFrom),
  version: comment.version,
  created_at: iso(comment.createdAt),
  updated_at: iso(comment.updatedAt),
  edited_at: isoOr(comment.editedAt),
  deleted_at: isoOr(comment.deletedAt)
})
