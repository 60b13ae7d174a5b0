import type { Attachment } from "../../domain/Attachment.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { idOr, type Moment, moment, uuidOr } from "./columns.ts"

/** A row of `attachments`. */
export interface AttachmentRow {
  readonly id: string
  readonly brand_id: string
  readonly ticket_id: string | null
  readonly comment_id: string | null
  readonly filename: string
  readonly content_type: string
  readonly size: number
  readonly status: Attachment["status"]
  readonly is_internal: boolean
  readonly inline: boolean
  readonly content_id: string | null
  readonly owner: string | null
  readonly uploaded_by: string | null
  readonly metadata: JsonObject | null
  readonly sha256: string | null
  readonly blob_key: string | null
  readonly scan: Attachment["scan"] | null
  readonly created_at: Moment
  readonly updated_at: Moment
}

export const storedAttachmentColumns = [
  "id",
  "tenant_id",
  "brand_id",
  "ticket_id",
  "comment_id",
  "filename",
  "content_type",
  "size",
  "status",
  "is_internal",
  "inline",
  "content_id",
  "owner",
  "uploaded_by",
  "metadata",
  "sha256",
  "blob_key",
  "scan",
  "created_at",
  "updated_at"
] as const

export const attachmentOf = (row: AttachmentRow): Attachment => ({
  id: idOf("attachment", row.id),
  brandId: idOf("brand", row.brand_id),
  ticketId: idOr("ticket", row.ticket_id),
  commentId: idOr("comment", row.comment_id),
  filename: row.filename,
  contentType: row.content_type,
  size: row.size,
  status: row.status,
  isInternal: row.is_internal,
  inline: row.inline,
  contentId: row.content_id ?? undefined,
  owner: row.owner ?? undefined,
  uploadedBy: row.uploaded_by ?? undefined,
  metadata: row.metadata ?? undefined,
  sha256: row.sha256 ?? undefined,
  blobKey: row.blob_key ?? undefined,
  scan: row.scan ?? undefined,
  createdAt: moment(row.created_at),
  updatedAt: moment(row.updated_at)
})

/** The row of a file, as JSON for `json_populate_recordset`. */
export const rowOfAttachment = (
  tenantId: string,
  file: Attachment
): Record<(typeof storedAttachmentColumns)[number], unknown> => ({
  id: uuidOf(file.id),
  tenant_id: tenantId,
  brand_id: uuidOf(file.brandId),
  ticket_id: uuidOr(file.ticketId),
  comment_id: uuidOr(file.commentId),
  filename: file.filename,
  content_type: file.contentType,
  size: file.size,
  status: file.status,
  is_internal: file.isInternal,
  inline: file.inline,
  content_id: file.contentId,
  owner: file.owner,
  uploaded_by: file.uploadedBy,
  metadata: file.metadata,
  sha256: file.sha256,
  blob_key: file.blobKey,
  scan: file.scan,
  created_at: iso(file.createdAt),
  updated_at: iso(file.updatedAt)
})
