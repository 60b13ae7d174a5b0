import { Duration, Redacted } from "effect"
import type { MessageId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"

/**
 * The mail with an address's verification code. Whoever requests it controls nothing in it but the address, so it cannot
 * be used to send text to strangers.
 */
export const addressCodeMail = (mail: {
  readonly id: MessageId
  readonly scope: BrandScope
  readonly to: string
  readonly digits: Redacted.Redacted
  readonly lifetime: Duration.Duration
  /** URL of this installation, so that recipients know who is writing. */
  readonly publicUrl: string
  /** Domain part of the Message-ID. */
  readonly mailDomain: string
}): OutgoingMail => ({
  id: mail.id,
  kind: "notification",
  messageId: `<${mail.id}@${mail.mailDomain}>`,
  about: mail.scope,
  to: mail.to,
  subject: "Your code to verify this address",
  text: [
    `The code to verify ${mail.to} as a support address at ${mail.publicUrl} is:`,
    "",
    `    ${Redacted.value(mail.digits)}`,
    "",
    `It is valid for ${Duration.toMinutes(mail.lifetime)} minutes. A newer code replaces it.`,
    "If you did not ask for it, ignore this email. Nothing happens without the code.",
    ""
  ].join("\n"),
  headers: { "Auto-Submitted": "auto-generated" },
  secret: true,
  lifetime: mail.lifetime
})
