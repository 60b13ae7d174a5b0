import { Duration } from "effect"
import type { DomainType } from "../../domain/EmailDomain.ts"
import type { DomainId, MessageId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import { toleratedDays } from "../../domain/Proof.ts"

/** How long a notice is worth sending. */
const lifetime = Duration.days(3)

/** What owners and admins are told of a domain. */
export interface DomainNotice {
  readonly domain: { readonly id: DomainId; readonly domain: string; readonly type: DomainType | "PORTAL" }
  readonly brandName: string
  readonly state: "failing" | "failed" | "released" | "new_key"
}

const consequences = {
  INBOUND: "mail to its addresses is not taken any more",
  OUTBOUND: "mail is from this installation's own address instead",
  PORTAL: "the portal is at this installation's own address alone"
}

const what = ({ domain: { type }, state }: DomainNotice): { readonly subject: string; readonly text: string } => {
  const consequence = consequences[type]
  switch (state) {
    case "failing":
      return {
        subject: "is failing",
        text: `DNS does not have a record any more that the domain needs. If it is still missing in ${toleratedDays} days, ${consequence}.`
      }
    case "failed":
      return {
        subject: "has failed",
        text: `DNS has not had a record that the domain needs for ${toleratedDays} days. From now on ${consequence}, until the record is back.`
      }
    case "released":
      return {
        subject: "is another brand's",
        text: `DNS does not have its TXT record any more, and another brand of this installation has shown that the name is its own. From now on ${consequence}.`
      }
    case "new_key":
      return {
        subject: "has a new key",
        text: "One of the two keys that its mail is signed with was replaced, as once a year. Nothing changes yet: publish the new record, so that the key can take over in its turn."
      }
  }
}

/** The mail that tells one person. */
export const domainNotice = (
  notice: DomainNotice,
  mail: {
    readonly id: MessageId
    readonly to: string
    /** Address of this installation, so that people know which one writes. */
    readonly publicUrl: string
    /** Domain on the right of the Message-ID. */
    readonly mailDomain: string
  }
): OutgoingMail => {
  const { subject, text } = what(notice)
  const { domain, id } = notice.domain
  return {
    id: mail.id,
    kind: "notification",
    messageId: `<${mail.id}@${mail.mailDomain}>`,
    to: mail.to,
    subject: `The domain ${domain} of ${notice.brandName} ${subject}`,
    text: [
      `The domain ${domain} (${id}) of ${notice.brandName} at ${mail.publicUrl} ${subject}.`,
      "",
      text,
      "",
      "Its list of records says what is wanted and what is there.",
      ""
    ].join("\n"),
    secret: false,
    lifetime
  }
}
