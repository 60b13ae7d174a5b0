import { isIP } from "node:net"
import type { InboundPolicy } from "../../src/domain/Brand.ts"
import type { InboundMail, Person } from "../../src/domain/InboundMessage.ts"
import { isAuthentic, isSameOwner, type MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import { isPlaceholder } from "../../src/tickets/customers/placeholderEmail.ts"
import { isAnsweredAutomatically } from "../../src/tickets/outbound/mayMail.ts"
import type { MailHead } from "./mime/Mail.ts"
import type { Mailbox } from "./mime/mailboxes.ts"

// What follows from the header of a mail and from what is known of where it came from. All are pure.

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1)

/**
 * What a machine of ours may answer to a mail (RFC 3834): nothing to machines, to the null sender and to whom the domain
 * named disowns; what the sender wrote is repeated only where it is proven who that is.
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
 * Whose mail it is: of a contact form that the brand knows, of whoever filled it in, as its Reply-To says; else the sender's.
 * A mail that only looks like the form's is nobody else's.
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
 * Who wrote a mail that is from an address of the brand's own: forms on its site are, and so is what a group passes on that
 * is the brand's mailbox and puts itself into From (as Google Groups does with mail of domains whose DMARC policy would have
 * it refused). Nobody, where nobody else is named, or its domain disowns the mail.
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
 * Whether every brand that it is for wants it refused rather than marked: SMTP has one answer for all. What answers a mail
 * of ours is taken whatever a filter says, because nobody guesses its address.
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

/** Where answers go, if not to the sender: a Reply-To of the sender's own domain that is read. Others could lead answers astray. */
export const answerAddress = ({ replyTo }: Pick<MailHead, "replyTo">, sender: Person): string | undefined =>
  replyTo !== undefined &&
  replyTo.email !== sender.email &&
  isAnsweredAutomatically(replyTo.email) &&
  isSameOwner(domainOf(replyTo.email), domainOf(sender.email))
    ? replyTo.email
    : undefined

/** Whom a mail was sent to, beside us: no address of our own domain, of its envelope, or of a mailbox that passed it on. */
export const peopleOf = (
  { deliveredTo, people }: Pick<MailHead, "deliveredTo" | "people">,
  envelope: ReadonlyArray<string>,
  ownDomain: string
): ReadonlyArray<Person> => {
  const ours = new Set([...envelope.map((address) => address.toLowerCase()), ...deliveredTo])
  return people.filter(({ email }) => !ours.has(email) && domainOf(email) !== ownDomain)
}

/**
 * Of a mail that was forwarded or came as a blind copy the envelope is not in its header; then the mailbox that forwarded it
 * is the one in To, when that is one alone. `others` are those of `peopleOf`.
 */
export const forwarderOf = (
  { copied, people }: Pick<MailHead, "copied" | "people">,
  others: ReadonlyArray<Person>
): string | undefined => {
  const copies = new Set(copied)
  const [first, ...more] = others.filter(({ email }) => !copies.has(email))
  return others.length < people.length || more.length > 0 ? undefined : first?.email
}

/** Whether a client is a machine of the operator's own network: a relay, whose address says nothing about the sender. */
export const isOwnNetwork = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d)/i, "")
  if (isIP(plain) === 4)
    return /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(
      plain
    )
  return isIP(plain) === 0 || /^(?:::1$|f[cd]|fe[89ab])/i.test(plain)
}
