import type { InboundMessage, Person } from "../../domain/InboundMessage.ts"
import type { Ticket } from "../../domain/Ticket.ts"
import { isAnsweredAutomatically } from "../outbound/mayMail.ts"

/** People whom one mail may bring in, and whom a ticket may have before mail brings in nobody more. */
export const participantLimits = { perMail: 20, perTicket: 50 } as const

/** Whom a message names beside its sender and us. */
export interface NamedPeople {
  /** Who takes part from now on. */
  readonly added: ReadonlyArray<Person>
  /** Who does not, because there would be too many; the ticket remembers their addresses. */
  readonly leftOut: ReadonlyArray<string>
}

/**
 * The people in To and Cc who come into a conversation with a mail: those who can answer, and no address of ours. A
 * machine brings in nobody. `ticket` is none for the mail that opens one.
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
