import type { Customer } from "../domain/Customer.ts"
import type { InboundMessage } from "../domain/InboundMessage.ts"
import { isUndisputed } from "./intakeAuthor.ts"
import type { TicketState } from "./TicketCommand.ts"

/**
 * The customer who has sent a mail, if mail is to go to them again: a person who writes has a mailbox, whatever a mail system
 * said of it before. Such reports are wrong where a mail system is set up wrongly for a while.
 */
export const reachedAgain = ({ customer, now }: TicketState, message: InboundMessage): Customer | undefined =>
  message.mail?.kind === "human" &&
  message.mail.spam === undefined &&
  isUndisputed(message) &&
  customer?.emailBouncedAt !== undefined &&
  customer.email === message.sender.email
    ? { ...customer, emailBouncedAt: undefined, version: customer.version + 1, updatedAt: now }
    : undefined
