import { Duration } from "effect"
import type { MessageId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { SupportAddress } from "../../domain/SupportAddress.ts"

/** A test is worth sending for as long as somebody waits for it. */
const lifetime = Duration.hours(1)

/**
 * The mail that shows whether mail from an address arrives. Whoever asks for it writes nothing of it but whom it is for: it
 * is of no use for sending words to strangers.
 */
export const addressTestMail = (mail: {
  readonly id: MessageId
  readonly scope: BrandScope
  readonly from: SupportAddress
  readonly to: string
  /** Address of this installation, so that people know which one writes. */
  readonly publicUrl: string
  /** Domain on the right of the Message-ID. */
  readonly mailDomain: string
}): OutgoingMail => ({
  id: mail.id,
  kind: "notification",
  messageId: `<${mail.id}@${mail.mailDomain}>`,
  about: mail.scope,
  // Answers by the server's own address are from the server.
  from: mail.from.kind === "system" ? undefined : { name: mail.from.fromName ?? "", address: mail.from.address },
  to: mail.to,
  subject: `Test email from ${mail.from.address}`,
  text: `This is a test email from ${mail.from.address}, sent by ${mail.publicUrl}.\nIf you did not ask for it, ignore it.\n`,
  headers: { "Auto-Submitted": "auto-generated" },
  secret: false,
  lifetime
})
