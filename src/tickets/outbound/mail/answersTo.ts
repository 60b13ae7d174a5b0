import { domainOf } from "../../../domain/SupportAddress.ts"
import type { MailDraft } from "./MailDraft.ts"

/**
 * Where the customer asked for answers to go, when that is in the domain that they write from and has a mailbox; else their
 * address. Who reported mail there as spam wants none at the other one either.
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
