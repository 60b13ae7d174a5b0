import { Result } from "effect"
import { NotFound } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import type { Ticket } from "../domain/Ticket.ts"
import { ticketDiff, ticketUpdated } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { auditedDiff } from "../events/auditedDiff.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"
import { detailOf, ticketAudit, unchanged } from "./ticketOutcome.ts"

/** Gives a ticket to whoever its customer turned out to be. One in the trash, or merged away, stays. */
export const followCustomer = (state: TicketState, mode: Mode): Result.Result<Outcome<TicketDetail>, NotFound> => {
  const { brand, now, ticket: before, ticketCustomer: customer } = state
  if (before === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  const isAway = before.deletedAt !== undefined || before.mergedIntoId !== undefined
  if (isAway || customer === undefined || customer.id === before.customerId)
    return Result.succeed(unchanged(state, before, mode))
  const ticket: Ticket = {
    ...before,
    customerId: customer.id,
    customerEmail: customer.email,
    customerName: customer.name,
    version: before.version + 1,
    updatedAt: now
  }
  return Result.succeed({
    value: detailOf(state, ticket, mode),
    ticket,
    events: ticketUpdated(before, ticket, brand, undefined),
    audit: [ticketAudit("ticket.updated", ticket, brand, auditedDiff(ticketDiff(before, ticket)))]
  })
}
