import { DateTime } from "effect"
import type { Customer } from "../domain/Customer.ts"
import type { Ticket } from "../domain/Ticket.ts"

/** Days for which nothing is sent to an address after a mail system said that it has no mailbox. */
export const bounceRest = 60

/** Mailboxes that nobody reads, or that are a mail system's own (RFC 2142, RFC 3834). */
const machines = /^(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|abuse)(?:[+.-]|@)/

/** Whether mail reaches the customer and is wanted: they have an address, want mail, and are not blocked. */
export const mayMail = (customer: Customer | undefined, now: DateTime.Utc): customer is Customer =>
  customer?.notifyEmail === true &&
  !customer.emailIsPlaceholder &&
  !customer.isBlocked &&
  !(
    customer.emailBouncedAt !== undefined &&
    DateTime.toEpochMillis(now) < DateTime.toEpochMillis(DateTime.add(customer.emailBouncedAt, { days: bounceRest }))
  )

/** Whether the conversation is one by mail: it came by mail, or from where only mail leads back to. Spam gets no answer. */
export const goesByMail = ({ isSpam, origin }: Ticket): boolean => !isSpam && (origin === "email" || origin === "api")

/** Whether an address may get an automatic answer. */
export const isAnsweredAutomatically = (email: string): boolean => !machines.test(email)
