import type { CapturedMail } from "../../domain/CapturedMail.ts"
import { iso } from "../../domain/iso.ts"
import type { MailKind } from "../../domain/OutgoingMail.ts"

/** The kind by which the test outbox filters. A portal link is the only magic link that customers get. */
export const kindOnWire = (kind: MailKind) =>
  kind === "portal_link" ? "magic_link" : kind === "notice" ? "notification" : kind

/** A captured message on the wire. */
export const capturedMailView = (mail: CapturedMail) => ({
  id: mail.id,
  channel: mail.channel,
  kind: kindOnWire(mail.kind),
  brandId: mail.brandId,
  ticketId: mail.ticketId,
  commentId: mail.commentId,
  from: mail.from.name === "" ? mail.from.address : `${mail.from.name} <${mail.from.address}>`,
  to: mail.to,
  cc: mail.cc,
  // Messages of other channels have no subject.
  subject: mail.subject === "" ? undefined : mail.subject,
  text: mail.text,
  html: mail.html,
  headers: mail.messageId === undefined ? undefined : { "Message-ID": mail.messageId, ...mail.headers },
  replyAddress: mail.replyTo,
  attachments: (mail.files ?? []).map(({ contentType, filename, id, size }) => ({ id, filename, contentType, size })),
  createdAt: iso(mail.createdAt)
})
