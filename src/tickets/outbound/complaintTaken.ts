import { Result } from "effect"
import type { MessageId } from "../../domain/Ids.ts"
import type { NotFound } from "../../domain/Problems.ts"
import { updatedCustomer } from "../customers/changeCustomer.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { deliveryReported } from "./deliveryReported.ts"

/**
 * What follows when whoever got a message reports it as spam (RFC 5965): it has arrived, and its customer gets no more
 * mail until they, or somebody for them, want it again (`notifyEmail`). Another address rests for a while.
 */
export const complaintTaken = (state: TicketState, id: MessageId): Result.Result<Outcome<unknown>, NotFound> =>
  Result.map(deliveryReported(state, id, { status: "delivered", permanent: false }), (arrived): Outcome<unknown> => {
    const { ticketCustomer } = state
    const to = arrived.value.to
    if (ticketCustomer?.email !== to) return { ...arrived, restedAddresses: [{ address: to, reason: "complaint" }] }
    if (!ticketCustomer.notifyEmail) return arrived
    const { audit, customer, events } = updatedCustomer(state, ticketCustomer, "customer.updated", {
      ...ticketCustomer,
      notifyEmail: false
    })
    return {
      ...arrived,
      ticket: state.ticket,
      customer,
      events: [...arrived.events, ...events],
      audit: [...arrived.audit, ...audit]
    }
  })
