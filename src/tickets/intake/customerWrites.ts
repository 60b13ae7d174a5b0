import type { InboundMessage } from "../../domain/InboundMessage.ts"
import { updatedCustomer } from "../customers/changeCustomer.ts"
import { isPlaceholder } from "../customers/placeholderEmail.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { isUndisputed } from "./intakeAuthor.ts"

/**
 * What a message tells of its sender. Who was known without a name or an address has one from then on, and the company of
 * its domain. To whoever writes a mail, mail goes again: a person who does has a mailbox, whatever a mail system said of it
 * before. Such reports are wrong where a mail system is set up wrongly for a while. Whose copy came back may be no customer yet, or rest as an address alone.
 */
export const customerWrites = (
  state: TicketState,
  message: InboundMessage
): Pick<Outcome<unknown>, "customer" | "wokenAddresses" | "events" | "audit"> => {
  const { arrival, companyId, customer } = state
  const { mail, sender } = message
  if (!isTheirOwn(message)) return { events: [], audit: [] }
  const rested = mail !== undefined && arrival?.rests === true ? [sender.email] : []
  const takes = mail === undefined && customer?.emailIsPlaceholder === true && !isPlaceholder(sender.email)
  if (customer === undefined || !(takes || customer.email === sender.email))
    return { wokenAddresses: rested, events: [], audit: [] }
  const emailBouncedAt = mail === undefined ? customer.emailBouncedAt : undefined
  return {
    ...updatedCustomer(state, customer, "customer.updated", {
      ...customer,
      email: sender.email,
      emailIsPlaceholder: isPlaceholder(sender.email),
      companyId: customer.companyId ?? (takes ? companyId : undefined),
      name: customer.name ?? sender.name,
      emailBouncedAt
    }),
    wokenAddresses: emailBouncedAt === customer.emailBouncedAt ? rested : [sender.email]
  }
}

/** Whether the sender is a person who wrote it, as far as can be said, and no member who answers for the team. */
const isTheirOwn = (message: InboundMessage): boolean => {
  const { author, isAutomated, mail } = message
  return mail === undefined
    ? author === undefined && !isAutomated
    : mail.kind === "human" && mail.spam === undefined && isUndisputed(message)
}
