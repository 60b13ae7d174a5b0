import { isIP } from "node:net"
import type { InboundPolicy } from "../../src/domain/Brand.ts"
import type { InboundMail, Person } from "../../src/domain/InboundMessage.ts"
import { isAuthentic, isSameOwner, type MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import { isPlaceholder } from "../../src/tickets/customers/placeholderEmail.ts"
import { isAnsweredAutomatically } from "../../src/tickets/outbound/mayMail.ts"
import type { MailHead } from "./mime/Mail.ts"
import type { Mailbox } from "./mime/mailboxes.ts"

// Decisions based on an email's header and its authentication. All are pure.

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1)

/**
 * How an email may be acknowledged automatically (RFC 3834): not at all if a machine, the null sender or an address that
 * its own domain disowns sent it; with the sender's own text only if the sender is authenticated.
 */
export const acknowledgeable = (
  head: Pick<MailHead, "kind" | "suppressesAnswers">,
  sender: Person,
  returnPath: string,
  authentication: MailAuthentication | undefined
): InboundMail["acknowledge"] => {
  if (head.kind !== "human" || head.suppressesAnswers || returnPath === "") return "none"
  if (!isAnsweredAutomatically(sender.email) || authentication?.dmarc.result === "fail") return "none"
  const proves = (known: MailAuthentication) =>
    isAuthentic(known) && isSameOwner(known.dmarc.domain ?? "", domainOf(sender.email))
  return authentication !== undefined && proves(authentication) ? "full" : "plain"
}

/**
 * The author of an email. For a contact form that the brand has registered, that is its Reply-To, which names whoever
 * filled it in; otherwise it is the sender. An email that only looks like the form's stays its sender's.
 */
export const writerOf = (
  { replyTo }: Pick<MailHead, "replyTo">,
  sender: Mailbox,
  { contactFormSenders }: Pick<InboundPolicy, "contactFormSenders">,
  authentication: MailAuthentication | undefined
): Mailbox =>
  replyTo !== undefined &&
  !isPlaceholder(replyTo.email) &&
  contactFormSenders.includes(sender.email) &&
  authentication?.dmarc.result !== "fail"
    ? replyTo
    : sender

/**
 * The author of an email sent from one of the brand's own addresses. Forms on its site send such email, and so does a group
 * that is the brand's mailbox and puts itself into From (as Google Groups does for domains whose DMARC policy would have
 * the email refused). `undefined` if nobody else is named, or the domain disowns the email.
 */
export const authorBehind = (
  { originalFrom, replyTo }: Pick<MailHead, "originalFrom" | "replyTo">,
  sender: Mailbox,
  authentication: MailAuthentication | undefined
): Mailbox | undefined =>
  authentication?.dmarc.result === "fail"
    ? undefined
    : [originalFrom, replyTo].find(
        (person) => person !== undefined && person.email !== sender.email && !isPlaceholder(person.email)
      )

/**
 * Whether every recipient brand wants it refused rather than marked, since SMTP has one response for all. A reply to an
 * email of ours is accepted whatever a filter says, because nobody can guess its address.
 */
export const isRefusedAsSpam = (
  brands: ReadonlyArray<{
    readonly policy: InboundPolicy
    readonly mail: Pick<InboundMail, "route" | "spam"> | undefined
  }>
): boolean =>
  brands.length > 0 &&
  brands.every(
    ({ mail, policy }) =>
      policy.inboundSpam === "reject" &&
      (mail?.spam === "disowned" || (mail?.spam === "relay" && mail.route.rule !== "reply_address"))
  )

/**
 * The address for replies if it is not the sender's: a Reply-To on the sender's own domain that somebody reads. Any other
 * could misdirect replies.
 */
export const answerAddress = ({ replyTo }: Pick<MailHead, "replyTo">, sender: Person): string | undefined =>
  replyTo !== undefined &&
  replyTo.email !== sender.email &&
  isAnsweredAutomatically(replyTo.email) &&
  isSameOwner(domainOf(replyTo.email), domainOf(sender.email))
    ? replyTo.email
    : undefined

/** The other recipients of an email: no address on our own domain, in its envelope, or of a mailbox that forwarded it. */
export const peopleOf = (
  { deliveredTo, people }: Pick<MailHead, "deliveredTo" | "people">,
  envelope: ReadonlyArray<string>,
  ownDomain: string
): ReadonlyArray<Person> => {
  const ours = new Set([...envelope.map((address) => address.toLowerCase()), ...deliveredTo])
  return people.filter(({ email }) => !ours.has(email) && domainOf(email) !== ownDomain)
}

/**
 * The mailbox that forwarded an email. The header of a forwarded email or a blind copy does not contain the envelope's
 * address; the forwarding mailbox is then the one in To, if there is only one. `others` is the result of `peopleOf`.
 */
export const forwarderOf = (
  { copied, people }: Pick<MailHead, "copied" | "people">,
  others: ReadonlyArray<Person>
): string | undefined => {
  const copies = new Set(copied)
  const [first, ...more] = others.filter(({ email }) => !copies.has(email))
  return others.length < people.length || more.length > 0 ? undefined : first?.email
}

/** Whether a client is in the operator's own network: a relay, whose address says nothing about the sender. */
export const isOwnNetwork = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d)/i, "")
  if (isIP(plain) === 4)
    return /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(
      plain
    )
  return isIP(plain) === 0 || /^(?:::1$|f[cd]|fe[89ab])/i.test(plain)
}
