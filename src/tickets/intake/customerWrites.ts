import type { InboundMessage } from "../../domain/InboundMessage.ts"
import { updatedCustomer } from "../customers/changeCustomer.ts"
import { isPlaceholder } from "../customers/placeholderEmail.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { isUndisputed } from "./intakeAuthor.ts"

/**
 * Updates what is known of the sender. A customer without a name or an address gets the message's, and the company of its
 * domain. Mail is sent again to an address from which somebody writes, even if mail to it bounced: the person has a
 * mailbox, and bounces are wrong while a mail system is misconfigured. The suppressed address may belong to no customer,
 * if it was copied on a mail.
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

/** Whether the sender, as far as can be told, is a person who wrote it, and not a member replying for the team. */
const isTheirOwn = (message: InboundMessage): boolean => {
  const { author, isAutomated, mail } = message
  return mail === undefined
    ? author === undefined && !isAutomated
    : mail.kind === "human" && mail.spam === undefined && isUndisputed(message)
}
