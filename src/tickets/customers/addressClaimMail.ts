import type { Duration } from "effect"
import type { MessageId } from "../../domain/Ids.ts"
import type { OutgoingMail, Sender } from "../../domain/OutgoingMail.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { domainOf } from "../../domain/SupportAddress.ts"

/** Path prefix of the page that confirms an address, followed by the token. */
export const claimPath = "/confirm-address/"

/** The mail that asks the owner of an address whether they are the person who claimed it by text message. */
export const addressClaimMail = (mail: {
  readonly id: MessageId
  readonly to: string
  readonly token: string
  readonly scope: BrandScope
  readonly brandName: string
  /** The phone number from which it was claimed. */
  readonly phone: string
  readonly lifetime: Duration.Duration
  /** Sender of the installation's mail, and the URL of this server. */
  readonly sender: Sender
  readonly publicUrl: string
}): OutgoingMail => ({
  id: mail.id,
  kind: "portal_link",
  messageId: `<${mail.id}@${domainOf(mail.sender.address)}>`,
  about: mail.scope,
  from: { name: mail.brandName, address: mail.sender.address },
  to: mail.to,
  subject: `Did you give ${mail.brandName} this email address?`,
  text: [
    `Someone sent ${mail.brandName} a text message from ${mail.phone} and gave this as their email address.`,
    "If it was you, open this link to confirm it. Your requests by text message and by email are then in one place:",
    "",
    `${mail.publicUrl}${claimPath}${mail.token}`,
    "",
    "It works for one day. If it was not you, ignore this email. Nothing changes.",
    ""
  ].join("\n"),
  secret: true,
  lifetime: mail.lifetime
})
