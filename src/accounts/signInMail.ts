import type { Duration } from "effect"
import type { MessageId } from "../domain/Ids.ts"
import type { OutgoingMail } from "../domain/OutgoingMail.ts"
import { signInText } from "./signInText.ts"

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
  text: signInText(`sign in to Trunkline at ${mail.publicUrl}`, mail.link, mail.lifetime),
  secret: true,
  lifetime: mail.lifetime
})
