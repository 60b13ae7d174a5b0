import { Result } from "effect"
import type { MemberId } from "../domain/Ids.ts"
import { NotFound } from "../domain/Problems.ts"
import type { Mode } from "../domain/Tenant.ts"
import type { Ticket } from "../domain/Ticket.ts"
import { ticketDiff, ticketUpdated } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { auditedDiff } from "../events/auditedDiff.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"
import { detailOf, ticketAudit, unchanged } from "./ticketOutcome.ts"

/** Unassigns a member from a ticket they can no longer see (lifeCycle.test.ts, rule 18), even in the trash; others stay. */
export const unassignMember = (
  state: TicketState,
  mode: Mode,
  memberId: MemberId
): Result.Result<Outcome<TicketDetail>, NotFound> => {
  const { brand, now, ticket: before } = state
  if (before === undefined) return Result.fail(new NotFound({ entity: "ticket" }))
  if (before.assigneeId !== memberId) return Result.succeed(unchanged(state, before, mode))
  const ticket: Ticket = { ...before, assigneeId: undefined, version: before.version + 1, updatedAt: now }
  return Result.succeed({
    value: detailOf(state, ticket, mode),
    ticket,
    events: ticketUpdated(before, ticket, brand, undefined),
    audit: [ticketAudit("ticket.updated", ticket, brand, auditedDiff(ticketDiff(before, ticket)))]
  })
}
