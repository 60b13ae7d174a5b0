import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { uuidOf } from "../../domain/Ids.ts"
import { rowOfAttachment, storedAttachmentColumns } from "../rows/attachmentRow.ts"
import { mutableCommentColumns, rowOfComment, storedCommentColumns } from "../rows/commentRow.ts"
import type { Batch } from "./Batch.ts"
import { chosen, type Writer } from "./Writer.ts"

/** Writes what tickets contain, comments and files, and who watches them. */
export const writeContents = (writer: Writer, batch: Batch, next: IdGenerator["Service"]["next"]) => {
  const { moment } = writer
  const tenantId = writer.tenant.id
  writer.insert(
    "comments_new",
    "comments",
    storedCommentColumns,
    chosen(batch.createdComments, batch.comments).map((c) => rowOfComment(tenantId, c))
  )
  writer.update(
    "comments_changed",
    "comments",
    mutableCommentColumns,
    chosen(batch.changedComments, batch.comments).map((c) => rowOfComment(tenantId, c))
  )
  writer.insert(
    "attachments_written",
    "attachments",
    storedAttachmentColumns,
    chosen(batch.writtenAttachments, batch.attachments).map((f) => rowOfAttachment(tenantId, f)),
    `on conflict (tenant_id, id) do update set ticket_id = excluded.ticket_id, comment_id = excluded.comment_id,
      is_internal = excluded.is_internal, status = excluded.status, sha256 = excluded.sha256, blob_key = excluded.blob_key,
      updated_at = excluded.updated_at`
  )
  if (batch.removedAttachments.size > 0)
    writer.add(
      `attachments_removed as (delete from attachments where tenant_id = ${writer.bind(tenantId)} and id = any(${writer.bind([...batch.removedAttachments].map(uuidOf))}::uuid[]))`
    )
  writer.insert(
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
      added_at: moment,
      notify_on_comment: true,
      notify_on_status_change: true
    })),
    "on conflict do nothing"
  )
}
