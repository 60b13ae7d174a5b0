import { Result } from "effect"
import type { Customer } from "../domain/Customer.ts"
import { customerDiff, customerUpdated } from "../domain/CustomerData.ts"
import type { MessageId } from "../domain/Ids.ts"
import type { NotFound } from "../domain/Problems.ts"
import { deliveryReported } from "./deliveryReported.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

/**
 * What follows when whoever got a message reports it as spam (RFC 5965): it has arrived, and its customer gets no more
 * mail until they, or somebody for them, want it again (`notifyEmail`). Another address rests for a while.
 */
export const complaintTaken = (state: TicketState, id: MessageId): Result.Result<Outcome<unknown>, NotFound> =>
  Result.map(deliveryReported(state, id, { status: "delivered", permanent: false }), (arrived): Outcome<unknown> => {
    const { now, ticketCustomer } = state
    const to = arrived.value.to
    if (ticketCustomer?.email !== to) return { ...arrived, restedAddresses: [{ address: to, reason: "complaint" }] }
    if (!ticketCustomer.notifyEmail) return arrived
    const unwilling: Customer = {
      ...ticketCustomer,
      notifyEmail: false,
      version: ticketCustomer.version + 1,
      updatedAt: now
    }
    return {
      ...arrived,
      ticket: state.ticket,
      customer: unwilling,
      events: [...arrived.events, customerUpdated(unwilling, customerDiff(ticketCustomer, unwilling))]
    }
  })
