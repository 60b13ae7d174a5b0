import { Result } from "effect"
import type { MessageId } from "../../domain/Ids.ts"
import type { NotFound } from "../../domain/Problems.ts"
import { updatedCustomer } from "../customers/changeCustomer.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { deliveryReported } from "./deliveryReported.ts"

/**
 * Applies a spam report by the recipient of a message (RFC 5965): it was delivered, and its customer gets no more mail
 * until they, or somebody on their behalf, turn it on again (`notifyEmail`). An address that is not the customer's is
 * suppressed for a while.
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
