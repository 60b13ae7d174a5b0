import type { Comment } from "../../domain/Comment.ts"
import { iso } from "../../domain/iso.ts"
import { attachmentView } from "./attachmentView.ts"
import { isoOr, onlyTrue } from "./moments.ts"

/** A comment on the wire; `metadata.isInternal` repeats its visibility for older clients. */
export const commentView = (comment: Comment) => {
  const isInternal = comment.visibility === "internal"
  return {
    id: comment.id,
    ticketId: comment.ticketId,
    body: comment.body,
    bodyTruncated: comment.isCut,
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
    deliveries: comment.deliveries?.map((delivery) => ({ ...delivery, updatedAt: iso(delivery.updatedAt) })),
    sendAt: isoOr(comment.sendAt),
    version: comment.version,
    createdAt: iso(comment.createdAt),
    updatedAt: iso(comment.updatedAt),
    editedAt: isoOr(comment.editedAt),
    deletedAt: isoOr(comment.deletedAt)
  }
}
