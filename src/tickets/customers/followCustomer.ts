import { Result } from "effect"
import { NotFound } from "../../domain/Problems.ts"
import type { Mode } from "../../domain/Tenant.ts"
import { type Ticket, ticketLimits } from "../../domain/Ticket.ts"
import { ticketDiff, ticketUpdated } from "../../domain/TicketData.ts"
import type { TicketDetail } from "../../domain/TicketDetail.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { detailOf, ticketAudit, unchanged } from "../ticketOutcome.ts"
import { withParticipants } from "../withParticipants.ts"
import { isPlaceholder } from "./placeholderEmail.ts"

/**
 * Moves a ticket to the customer into whom its own was merged. The previous address becomes a participant, so that mail
 * from it still continues the ticket. Tickets in the trash and merged tickets stay unchanged.
 */
export const followCustomer = (state: TicketState, mode: Mode): Result.Result<Outcome<TicketDetail>, NotFound> => {
  const { brand, now, ticket: before, ticketCustomer: customer } = state
  if (before === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  const isAway = before.deletedAt !== undefined || before.mergedIntoId !== undefined
  if (isAway || customer === undefined || customer.id === before.customerId)
    return Result.succeed(unchanged(state, before, mode))
  const given: Ticket = {
    ...before,
    customerId: customer.id,
    customerEmail: customer.email,
    customerName: customer.name,
    version: before.version + 1,
    updatedAt: now
  }
  const { customerEmail: email, customerName: name } = before
  const former = isPlaceholder(email) ? [] : [{ email, name, verified: true }]
  const ticket = { ...given, participants: withParticipants(given, former)?.slice(0, ticketLimits.participants) }
  return Result.succeed({
    value: detailOf(state, ticket, mode),
    ticket,
    events: ticketUpdated(before, ticket, brand, undefined),
    audit: [ticketAudit("ticket.updated", ticket, brand, auditedDiff(ticketDiff(before, ticket)))]
  })
}
