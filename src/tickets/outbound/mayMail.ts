import { DateTime } from "effect"
import type { Customer } from "../../domain/Customer.ts"
import type { Ticket } from "../../domain/Ticket.ts"

/** Days for which an address is suppressed after a mail system said that it has no mailbox. */
export const bounceRest = 60

/** Mailboxes that nobody reads, according to a part of their names, and those of mail systems (RFC 2142, RFC 3834). */
const machines =
  /^(?:[^@]*[+._-])?(?:no[._-]?reply|do[._-]?not[._-]?reply)\d*(?:[+._-]|@)|^(?:mailer-daemon|postmaster|bounces?|abuse)(?:[+._-]|@)/

/** Whether the customer wants mail: they have an address, have not turned mail off, and are not blocked. */
export const wantsMail = (customer: Customer | undefined): customer is Customer =>
  customer?.notifyEmail === true && !customer.emailIsPlaceholder && !customer.isBlocked

/** Whether a mail system recently said that their address has no mailbox. */
const isUnreachable = ({ emailBouncedAt }: Customer, now: DateTime.Utc): boolean =>
  emailBouncedAt !== undefined &&
  DateTime.toEpochMillis(now) < DateTime.toEpochMillis(DateTime.add(emailBouncedAt, { days: bounceRest }))

/** Whether the customer wants mail and can be reached by it. */
export const mayMail = (customer: Customer | undefined, now: DateTime.Utc): customer is Customer =>
  wantsMail(customer) && !isUnreachable(customer, now)

/** Whether the conversation is by mail: it started so, or where only mail leads back to. Spam gets no replies. */
export const goesByMail = ({ isSpam, origin }: Pick<Ticket, "isSpam" | "origin">): boolean =>
  !isSpam && (origin === "email" || origin === "api")

/** Whether an address may get automatic replies. */
export const isAnsweredAutomatically = (email: string): boolean => !machines.test(email)
