import type { Duration } from "effect"
import type { MessageId } from "../domain/Ids.ts"
import type { OutgoingMail, Sender } from "../domain/OutgoingMail.ts"
import { domainOf } from "../domain/SupportAddress.ts"
import type { PortalBrand } from "./PortalBrandStore.ts"
import { signInText } from "./signInText.ts"

/** The mail that carries a portal's magic link, in the brand's name. */
export const portalMail = (mail: {
  readonly id: MessageId
  readonly to: string
  readonly link: string
  readonly lifetime: Duration.Duration
  readonly brand: PortalBrand
  /** The sender of the installation's mail. */
  readonly sender: Sender
}): OutgoingMail => ({
  id: mail.id,
  kind: "portal_link",
  messageId: `<${mail.id}@${domainOf(mail.sender.address)}>`,
  about: { tenant: mail.brand.tenant, brandId: mail.brand.id },
  from: { name: mail.brand.fromName ?? mail.brand.name, address: mail.sender.address },
  to: mail.to,
  subject: `Sign in to ${mail.brand.name}`,
  text: signInText(`sign in and see your requests to ${mail.brand.name}`, mail.link, mail.lifetime),
  secret: true,
  lifetime: mail.lifetime
})
