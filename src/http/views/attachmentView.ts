import type { Attachment } from "../../domain/Attachment.ts"
import { iso } from "../../domain/iso.ts"
import type { SignedUrl } from "../../tickets/files/FileLinks.ts"
import type { UploadTicket } from "../../tickets/files/Uploads.ts"
import { onlyTrue } from "./moments.ts"

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
  scan: file.status === "UPLOADED" ? file.scan : undefined,
  sha256: file.status === "UPLOADED" ? file.sha256 : undefined,
  createdAt: iso(file.createdAt),
  updatedAt: iso(file.updatedAt)
})

/** A file with the address of its bytes, flat and as a nested record. */
export const attachmentLinkView = <A extends object>(record: A, { expiresAt, expiresIn, url }: SignedUrl) => ({
  ...record,
  attachment: record,
  downloadUrl: url,
  expiresIn,
  expiresAt: iso(expiresAt)
})

/** How to upload the bytes of an announced file; `view` renders its record. */
export const uploadTicketView = <A extends object>(
  { file, link: { expiresAt, expiresIn, url } }: UploadTicket,
  view: (file: Attachment) => A
) => ({
  id: file.id,
  attachmentId: file.id,
  attachment: view(file),
  uploadUrl: url,
  method: "PUT",
  filename: file.filename,
  expiresIn,
  expiresAt: iso(expiresAt)
})
