import { Duration } from "effect"
import type { MessageId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** The mail that carries an invitation. */
export const inviteMail = (mail: {
  readonly id: MessageId
  readonly to: string
  /** The names of the inviting member and of the organization. */
  readonly inviter: string
  readonly organization: string
  readonly link: string
  readonly lifetime: Duration.Duration
  /** The URL of this installation, so that people know what they join. */
  readonly publicUrl: string
  /** The domain in the Message-ID. */
  readonly domain: string
}): OutgoingMail => ({
  id: mail.id,
  kind: "invite",
  messageId: `<${mail.id}@${mail.domain}>`,
  to: mail.to,
  subject: `Invitation to join ${mail.organization}`,
  text: [
    `${mail.inviter} invites you to join ${mail.organization} on Trunkline at ${mail.publicUrl}.`,
    "",
    "Open this link to accept and sign in:",
    "",
    mail.link,
    "",
    `It works once, within ${Duration.toDays(mail.lifetime)} days. A newer invitation replaces it.`,
    "If you did not expect this invitation, ignore this email. Nothing happens until the link is used.",
    ""
  ].join("\n"),
  secret: true,
  lifetime: mail.lifetime
})
