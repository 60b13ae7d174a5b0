import { Duration } from "effect"
import type { MessageId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"

/** The mail that carries a magic link. */
export const signInMail = (mail: {
  readonly id: MessageId
  readonly to: string
  readonly link: string
  readonly lifetime: Duration.Duration
  /** The URL of this installation, so that people know where they sign in. */
  readonly publicUrl: string
  /** The domain in the Message-ID. */
  readonly domain: string
}): OutgoingMail => ({
  id: mail.id,
  kind: "magic_link",
  messageId: `<${mail.id}@${mail.domain}>`,
  to: mail.to,
  subject: "Sign in to Trunkline",
  text: [
    `Open this link to sign in to Trunkline at ${mail.publicUrl}:`,
    "",
    mail.link,
    "",
    `It works once, within ${Duration.toMinutes(mail.lifetime)} minutes. A newer link replaces it.`,
    "If you did not ask for it, ignore this email. Nobody is signed in until the link is used.",
    ""
  ].join("\n"),
  secret: true,
  lifetime: mail.lifetime
})
