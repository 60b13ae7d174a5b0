import { Duration } from "effect"
import type { DomainType } from "../../domain/EmailDomain.ts"
import type { DomainId, MessageId } from "../../domain/Ids.ts"
import type { OutgoingMail } from "../../domain/OutgoingMail.ts"
import { toleratedDays } from "../../domain/Proof.ts"

/** How long a notice is worth sending. */
const lifetime = Duration.days(3)

/** What to tell owners and admins about a domain. */
export interface DomainNotice {
  readonly domain: { readonly id: DomainId; readonly domain: string; readonly type: DomainType | "PORTAL" }
  readonly brandName: string
  readonly state: "failing" | "failed" | "released" | "new_key"
}

const consequences = {
  INBOUND: "mail to its addresses is no longer accepted",
  OUTBOUND: "mail is sent from this installation's own address instead",
  PORTAL: "the portal is only at this installation's own address"
}

const what = ({ domain: { type }, state }: DomainNotice): { readonly subject: string; readonly text: string } => {
  const consequence = consequences[type]
  switch (state) {
    case "failing":
      return {
        subject: "is failing",
        text: `DNS no longer has a record that the domain needs. If it is still missing in ${toleratedDays} days, ${consequence}.`
      }
    case "failed":
      return {
        subject: "has failed",
        text: `For ${toleratedDays} days, DNS has not had a record that the domain needs. Until the record is back, ${consequence}.`
      }
    case "released":
      return {
        subject: "now belongs to another brand",
        text: `DNS no longer has its TXT record, and another brand of this installation has verified the domain as its own. From now on, ${consequence}.`
      }
    case "new_key":
      return {
        subject: "has a new key",
        text: "One of the two keys that sign its mail was replaced, as happens once a year. Nothing changes yet. Publish the new record, so that the new key can take over when its turn comes."
      }
  }
}

/** The mail to one person. */
export const domainNotice = (
  notice: DomainNotice,
  mail: {
    readonly id: MessageId
    readonly to: string
    /** URL of this installation, so that recipients know who is writing. */
    readonly publicUrl: string
    /** Domain part of the Message-ID. */
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
      "Its list of DNS records shows what is expected and what was found.",
      ""
    ].join("\n"),
    secret: false,
    lifetime
  }
}
