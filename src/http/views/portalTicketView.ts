import type { Attachment } from "../../domain/Attachment.ts"
import { iso } from "../../domain/iso.ts"
import type { PortalComment, PortalTicket, PortalTicketDetail } from "../../domain/PortalTicket.ts"

/** A ticket in its customer's portal. */
export const portalTicketView = (ticket: PortalTicket) => ({
  id: ticket.id,
  ticketNumber: ticket.publicId,
  title: ticket.title,
  status: ticket.statusCategory,
  statusLabel: ticket.statusLabel,
  priority: ticket.priority,
  commentCount: ticket.commentCount,
  createdAt: iso(ticket.createdAt),
  updatedAt: iso(ticket.updatedAt),
  brand: ticket.brand,
  mergedIntoId: ticket.mergedIntoId
})

export const portalTicketDetailView = ({ attachments, comments, ticket }: PortalTicketDetail) => ({
  ...portalTicketView(ticket),
  body: ticket.body ?? "",
  comments: comments.map(portalCommentView),
  attachments: attachments.map(portalAttachmentView)
})

export const portalCommentView = (comment: PortalComment) => ({
  id: comment.id,
  body: comment.body,
  bodyTruncated: comment.isCut,
  authorType: comment.authorType,
  authorName: comment.authorName,
  isOwn: comment.isOwn,
  createdAt: iso(comment.createdAt),
  attachments: comment.attachments.map(portalAttachmentView)
})

export const portalAttachmentView = (file: Attachment) => ({
  id: file.id,
  filename: file.filename,
  contentType: file.contentType,
  size: file.size,
  status: file.status,
  createdAt: iso(file.createdAt)
})
