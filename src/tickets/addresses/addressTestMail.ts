import { Duration } from "effect"
import type { MessageId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { SupportAddress } from "../../domain/SupportAddress.ts"

/** A test mail is worth sending only while somebody waits for it. */
const lifetime = Duration.hours(1)

/**
 * The mail that shows whether mail from an address arrives. Whoever requests it controls nothing in it but the recipient,
 * so it cannot be used to send text to strangers.
 */
export const addressTestMail = (mail: {
  readonly id: MessageId
  readonly scope: BrandScope
  readonly from: SupportAddress
  readonly to: string
  /** URL of this installation, so that recipients know who is writing. */
  readonly publicUrl: string
  /** Domain part of the Message-ID. */
  readonly mailDomain: string
}): OutgoingMail => ({
  id: mail.id,
  kind: "notification",
  messageId: `<${mail.id}@${mail.mailDomain}>`,
  about: mail.scope,
  // For the system address, the server's own sender is used.
  from: mail.from.kind === "system" ? undefined : { name: mail.from.fromName ?? "", address: mail.from.address },
  to: mail.to,
  subject: `Test email from ${mail.from.address}`,
  text: `This is a test email from ${mail.from.address}, sent by ${mail.publicUrl}.\nIf you did not ask for it, ignore it.\n`,
  headers: { "Auto-Submitted": "auto-generated" },
  secret: false,
  lifetime
})
