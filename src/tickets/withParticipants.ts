import type { Participant, Ticket } from "../domain/Ticket.ts"

/** The ticket's participants, without duplicates. A stranger becomes verified once a participant has named them. */
export const withParticipants = (ticket: Ticket, more: ReadonlyArray<Participant>): Ticket["participants"] => {
  const before = ticket.participants ?? []
  const named = new Set(more.flatMap(({ email, verified }) => (verified ? [email] : [])))
  const known = new Set([ticket.customerEmail, ...before.map(({ email }) => email)])
  const fresh = more.filter(({ email }) => !known.has(email) && known.add(email))
  const isSame = fresh.length === 0 && before.every(({ email, verified }) => verified || !named.has(email))
  return isSame
    ? ticket.participants
    : [...before.map((person) => (named.has(person.email) ? { ...person, verified: true } : person)), ...fresh]
}
