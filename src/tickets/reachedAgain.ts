import type { Customer } from "../domain/Customer.ts"
import type { InboundMessage } from "../domain/InboundMessage.ts"
import { isUndisputed } from "./intakeAuthor.ts"
import type { TicketState } from "./TicketCommand.ts"

/**
 * To whom mail goes again because they have sent one: a person who writes has a mailbox, whatever a mail system said of it
 * before. Such reports are wrong where a mail system is set up wrongly for a while. Whose copy came back may be no customer
 * yet, or rest as an address alone.
 */
export const reachedAgain = (
  { arrival, customer, now }: TicketState,
  message: InboundMessage
): { readonly customer?: Customer | undefined; readonly wokenAddresses?: ReadonlyArray<string> } => {
  const { mail, sender } = message
  if (mail?.kind !== "human" || mail.spam !== undefined || !isUndisputed(message)) return {}
  const isBack = customer?.emailBouncedAt !== undefined && customer.email === sender.email
  return {
    customer: isBack
      ? { ...customer, emailBouncedAt: undefined, version: customer.version + 1, updatedAt: now }
      : undefined,
    wokenAddresses: isBack || arrival?.rests === true ? [sender.email] : []
  }
}
