import type { InboundMessage } from "../domain/InboundMessage.ts"
import { updatedCustomer } from "./changeCustomer.ts"
import { isUndisputed } from "./intakeAuthor.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

/**
 * What a mail tells of its sender. To whoever writes, mail goes again: a person who does has a mailbox, whatever a mail
 * system said of it before. Such reports are wrong where a mail system is set up wrongly for a while. Whose copy came back may
 * be no customer yet, or rest as an address alone. A customer who was known by the address alone has a name from then on.
 */
export const customerWrites = (
  state: TicketState,
  message: InboundMessage
): Pick<Outcome<unknown>, "customer" | "wokenAddresses" | "events" | "audit"> => {
  const { arrival, customer } = state
  const { mail, sender } = message
  if (mail?.kind !== "human" || mail.spam !== undefined || !isUndisputed(message)) return { events: [], audit: [] }
  const rested = arrival?.rests === true ? [sender.email] : []
  if (customer?.email !== sender.email) return { wokenAddresses: rested, events: [], audit: [] }
  return {
    ...updatedCustomer(state, customer, "customer.updated", {
      ...customer,
      name: customer.name ?? sender.name,
      emailBouncedAt: undefined
    }),
    wokenAddresses: customer.emailBouncedAt === undefined ? rested : [sender.email]
  }
}
