import { domainOf } from "../../../domain/SupportAddress.ts"
import type { MailDraft } from "./MailDraft.ts"

/**
 * The address to which the customer asked for replies, if it is in the domain from which they write and has a mailbox;
 * otherwise their own. If mail there was reported as spam, this does not fall back to their own.
 */
export const answersTo = ({ conversation: { replyTo }, kind, rested, ticket, to }: MailDraft): string => {
  if (
    kind === "notice" ||
    replyTo === undefined ||
    rested.get(replyTo) === "bounce" ||
    to !== ticket.customerEmail ||
    !/^[^\s@<>"(),:;]+@[a-z0-9.-]+$/i.test(replyTo)
  )
    return to
  const [asked, own] = [domainOf(replyTo.toLowerCase()), domainOf(to)]
  return asked === own || asked.endsWith(`.${own}`) || own.endsWith(`.${asked}`) ? replyTo : to
}
