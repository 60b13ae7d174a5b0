import type { AuditEntry, AuditedEvent } from "../domain/AuditEntry.ts"
import type { TicketPolicy } from "../domain/Brand.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { Mode } from "../domain/Tenant.ts"
import { publicId, type Ticket } from "../domain/Ticket.ts"
import { ticketDiff } from "../domain/TicketData.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { auditedDiff } from "../events/auditedDiff.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

// Shared parts of the outcomes of commands on one ticket.

/** An audit log entry about a ticket. */
export const ticketAudit = (
  event: AuditedEvent,
  ticket: Ticket,
  { ticketPrefix }: TicketPolicy,
  changes?: JsonObject
): AuditEntry => ({
  event,
  entityType: "ticket",
  entityId: ticket.id,
  changes,
  metadata: { ticketNumber: publicId(ticketPrefix, ticket.number), title: ticket.title }
})

/** The audit log entry for what a comment changed on its ticket (status, assignee, participants); none if nothing changed. */
export const changeAudit = (before: Ticket, after: Ticket, brand: TicketPolicy): ReadonlyArray<AuditEntry> => {
  const diff = ticketDiff(before, after)
  return diff.size === 0 ? [] : [ticketAudit("ticket.updated", after, brand, auditedDiff(diff))]
}

/** A ticket with the customer and the category that the command saw. */
export const detailOf = (state: TicketState, ticket: Ticket, mode: Mode): TicketDetail => ({
  ticket,
  mode,
  ticketPrefix: state.brand.ticketPrefix,
  customer: state.ticketCustomer,
  category: state.ticketCategory
})

/** The outcome when nothing was done: stores nothing and publishes no event. */
export const unchanged = (state: TicketState, ticket: Ticket, mode: Mode): Outcome<TicketDetail> => ({
  value: detailOf(state, ticket, mode),
  events: [],
  audit: []
})
