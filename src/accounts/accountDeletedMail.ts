import { DateTime, Duration } from "effect"
import { graceDays } from "../domain/AccountDeletion.ts"
import type { MessageId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** The mail that tells an owner that their organization was deleted, with the link that restores it. */
export const accountDeletedMail = (mail: {
  readonly id: MessageId
  readonly to: string
  /** The name of the member who deleted it. */
  readonly by: string
  readonly organization: string
  readonly link: string
  /** When the link expires and the permanent removal of the organization's data begins. */
  readonly until: DateTime.Utc
  /** The URL of this installation, so that people know which one it was. */
  readonly publicUrl: string
  /** The domain in the Message-ID. */
  readonly domain: string
}): OutgoingMail => ({
  id: mail.id,
  kind: "magic_link",
  messageId: `<${mail.id}@${mail.domain}>`,
  to: mail.to,
  subject: `${mail.organization} was deleted`,
  text: [
    `${mail.by} deleted the organization ${mail.organization} on Trunkline at ${mail.publicUrl}.`,
    "",
    "Nobody can sign in to it. Its API keys, portals and channels no longer work, and nothing is sent for it.",
    `On ${DateTime.formatIsoDateUtc(mail.until)} the permanent removal of its tickets, customers, files and settings begins.`,
    "",
    "Until then, this link restores everything:",
    "",
    mail.link,
    "",
    "It works once. If the deletion is intended, you do not have to do anything.",
    ""
  ].join("\n"),
  secret: true,
  lifetime: Duration.days(graceDays)
})
