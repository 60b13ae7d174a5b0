import type { InboundMessage, Person } from "../../domain/InboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import { isAnsweredAutomatically } from "../outbound/mayMail.ts"

/** How many people one mail may add, and how many participants a ticket may have before mail adds no more. */
export const participantLimits = { perMail: 20, perTicket: 50 } as const

/** The people named by a message, other than its sender and us. */
export interface NamedPeople {
  /** The new participants. */
  readonly added: ReadonlyArray<Person>
  /** Those who are not added because there would be too many; the ticket records their addresses. */
  readonly leftOut: ReadonlyArray<string>
}

/**
 * The people in To and Cc whom a mail adds to a conversation: those who can reply, except for addresses of ours. A
 * machine adds nobody. `ticket` is `undefined` for a mail that opens one.
 */
export const peopleToAdd = (
  message: InboundMessage,
  ticket: Ticket | undefined,
  ours: ReadonlySet<string> = new Set()
): NamedPeople => {
  if (message.isAutomated) return { added: [], leftOut: [] }
  const taking = ticket?.participants ?? []
  const isNamed = message.participants.some(({ email }) => ours.has(email))
  const forwarder = isNamed ? undefined : message.mail?.forwarder
  const known = new Set([message.sender.email, ticket?.customerEmail, forwarder, ...taking.map(({ email }) => email)])
  const fresh = message.participants.filter(
    ({ email }) => !known.has(email) && !ours.has(email) && isAnsweredAutomatically(email) && known.add(email)
  )
  const room = Math.max(0, Math.min(participantLimits.perMail, participantLimits.perTicket - taking.length))
  return { added: fresh.slice(0, room), leftOut: fresh.slice(room).map(({ email }) => email) }
}
