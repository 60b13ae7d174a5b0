import type { InboundMessage } from "../domain/InboundMessage.ts"
import { updatedCustomer } from "./changeCustomer.ts"
import { isUndisputed } from "./intakeAuthor.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

/**
 * To whom mail goes again because they have sent one: a person who writes has a mailbox, whatever a mail system said of it
 * before. Such reports are wrong where a mail system is set up wrongly for a while. Whose copy came back may be no customer
 * yet, or rest as an address alone.
 */
export const reachedAgain = (
  state: TicketState,
  message: InboundMessage
): Pick<Outcome<unknown>, "customer" | "wokenAddresses" | "events" | "audit"> => {
  const { arrival, customer } = state
  const { mail, sender } = message
  if (mail?.kind !== "human" || mail.spam !== undefined || !isUndisputed(message)) return { events: [], audit: [] }
  if (customer?.emailBouncedAt !== undefined && customer.email === sender.email)
    return {
      ...updatedCustomer(state, customer, "customer.updated", { ...customer, emailBouncedAt: undefined }),
      wokenAddresses: [sender.email]
    }
  return { wokenAddresses: arrival?.rests === true ? [sender.email] : [], events: [], audit: [] }
}
