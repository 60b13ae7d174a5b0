import { DateTime } from "effect"
import type { Customer } from "../../domain/Customer.ts"
import type { Ticket } from "../../domain/Ticket.ts"

/** Days for which nothing is sent to an address after a mail system said that it has no mailbox. */
export const bounceRest = 60

/** Mailboxes that nobody reads, as one part of their names says, and a mail system's own (RFC 2142, RFC 3834). */
const machines =
  /^(?:[^@]*[+._-])?(?:no[._-]?reply|do[._-]?not[._-]?reply)\d*(?:[+._-]|@)|^(?:mailer-daemon|postmaster|bounces?|abuse)(?:[+._-]|@)/

/** Whether the customer is to get mail: they have an address, want mail, and are not blocked. */
export const wantsMail = (customer: Customer | undefined): customer is Customer =>
  customer?.notifyEmail === true && !customer.emailIsPlaceholder && !customer.isBlocked

/** Whether a mail system said not long ago that their address has no mailbox. */
const isUnreachable = ({ emailBouncedAt }: Customer, now: DateTime.Utc): boolean =>
  emailBouncedAt !== undefined &&
  DateTime.toEpochMillis(now) < DateTime.toEpochMillis(DateTime.add(emailBouncedAt, { days: bounceRest }))

/** Whether mail reaches the customer and is wanted. */
export const mayMail = (customer: Customer | undefined, now: DateTime.Utc): customer is Customer =>
  wantsMail(customer) && !isUnreachable(customer, now)

/** Whether the conversation is one by mail: it came by mail, or from where only mail leads back to. Spam gets no answer. */
export const goesByMail = ({ isSpam, origin }: Pick<Ticket, "isSpam" | "origin">): boolean =>
  !isSpam && (origin === "email" || origin === "api")

/** Whether an address may get an automatic answer. */
export const isAnsweredAutomatically = (email: string): boolean => !machines.test(email)
