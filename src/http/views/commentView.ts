import type { Attachment } from "../../domain/Attachment.ts"
import type { Comment } from "../../domain/Comment.ts"
import { iso, isoOr, onlyTrue } from "./moments.ts"

/** A comment on the wire; `metadata.isInternal` repeats its visibility for older clients. */
export const commentView = (comment: Comment) => {
  const isInternal = comment.visibility === "internal"
  return {
    id: comment.id,
    ticketId: comment.ticketId,
    body: comment.body,
    visibility: comment.visibility,
    isInternal,
    authorType: comment.authorType,
    authorId: comment.authorId,
    authorName: comment.authorName,
    parentId: comment.parentId,
    links: comment.links,
    metadata: isInternal ? { ...comment.metadata, isInternal: true } : comment.metadata,
    source: comment.source,
    sourceId: comment.sourceId,
    sourceData: comment.sourceData,
    cc: comment.cc,
    isAutomated: onlyTrue(comment.isAutomated),
    attachments: comment.attachments.map(attachmentView),
    version: comment.version,
    createdAt: iso(comment.createdAt),
    updatedAt: iso(comment.updatedAt),
    editedAt: isoOr(comment.editedAt),
    deletedAt: isoOr(comment.deletedAt)
  }
}

/** A file on the wire. */
export const attachmentView = (file: Attachment) => ({
  id: file.id,
  ticketId: file.ticketId,
  commentId: file.commentId,
  filename: file.filename,
  contentType: file.contentType,
  size: file.size,
  status: file.status,
  isInternal: file.isInternal,
  inline: onlyTrue(file.inline),
  contentId: file.contentId,
  uploadedBy: file.uploadedBy,
  metadata: file.metadata,
  sha256: file.sha256,
  createdAt: iso(file.createdAt),
  updatedAt: iso(file.updatedAt)
})
