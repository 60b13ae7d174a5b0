import { Result } from "effect"
import { atVersion } from "../domain/atVersion.ts"
import { iso } from "../domain/iso.ts"
import { NotFound } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import type { Ticket } from "../domain/Ticket.ts"
import { ticketData, ticketPurged } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"
import { detailOf, ticketAudit, unchanged } from "./ticketOutcome.ts"
import type { TicketRefusal } from "./writableTicket.ts"

/** Moves the ticket to the trash. A ticket that is already there gets the same answer, without events. */
export const deleteTicket = (
  state: TicketState,
  mode: Mode,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, TicketRefusal> => {
  const { now, ticket } = state
  if (ticket === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (ticket.deletedAt !== undefined) return Result.succeed(unchanged(state, ticket, mode))
  return Result.map(atVersion(ticket, ifMatch), () =>
    marked(state, mode, { ...ticket, deletedAt: now }, "ticket.deleted", {
      deletedAt: iso(now),
      permanent: false
    })
  )
}

/**
 * Removes the ticket for good, whether or not it is in the trash. The event contains nothing that people wrote. A ticket
 * in the trash gets no further event, since its deletion was already published.
 */
export const purgeTicket = (
  state: TicketState,
  mode: Mode,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, TicketRefusal> => {
  const { brand, now, ticket } = state
  if (ticket === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  return Result.map(atVersion(ticket, ifMatch), () => {
    const purged: Ticket =
      ticket.deletedAt === undefined
        ? { ...ticket, deletedAt: now, version: ticket.version + 1, updatedAt: now }
        : ticket
    return {
      value: detailOf(state, purged, mode),
      ticket: purged,
      purged: true,
      events: ticket.deletedAt === undefined ? [ticketPurged(purged, brand, now)] : [],
      audit: [ticketAudit("ticket.purged", purged, brand)]
    }
  })
}

/** Takes the ticket out of the trash. A ticket that is not there gets the same answer, without events. */
export const restoreTicket = (
  state: TicketState,
  mode: Mode,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, TicketRefusal> => {
  const { ticket } = state
  if (ticket === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (ticket.deletedAt === undefined) return Result.succeed(unchanged(state, ticket, mode))
  return Result.map(atVersion(ticket, ifMatch), () =>
    marked(state, mode, { ...ticket, deletedAt: undefined }, "ticket.restored", {})
  )
}

const marked = (
  state: TicketState,
  mode: Mode,
  changed: Ticket,
  type: "ticket.deleted" | "ticket.restored",
  more: object
): Outcome<TicketDetail> => {
  const { brand, now } = state
  const ticket: Ticket = { ...changed, version: changed.version + 1, updatedAt: now }
  return {
    value: detailOf(state, ticket, mode),
    ticket,
    events: [
      {
        type,
        subject: ticket.id,
        data: { ...ticketData(ticket, brand), previousStatus: ticket.status, ...more }
      }
    ],
    audit: [ticketAudit(type, ticket, brand)]
  }
}
