import { Result } from "effect"
import type { Mode } from "../domain/Tenant.ts"
import type { TicketDetail } from "../domain/TicketDetail.ts"
import { type ChangeRefusal, changeTicket } from "./changeTicket.ts"
import { blockCustomer } from "./customers/changeCustomer.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

/** Whether a ticket is spam, and whether to block or unblock its sender accordingly. */
export interface SpamMark {
  readonly isSpam: boolean
  readonly blockSender: boolean
}

/** Marks a ticket as spam or not spam (lifeCycle.test.ts, rule 19). Its status stays unchanged, as does a deleted customer. */
export const markSpam = (
  state: TicketState,
  mode: Mode,
  { blockSender, isSpam }: SpamMark,
  ifMatch: number | undefined
): Result.Result<Outcome<TicketDetail>, ChangeRefusal> =>
  Result.map(changeTicket(state, state.brand.id, mode, { isSpam }, ifMatch), (marked) => {
    if (!blockSender || state.ticketCustomer === undefined) return marked
    const { audit, customer, events } = blockCustomer(state, state.ticketCustomer, isSpam)
    return {
      ...marked,
      value: { ...marked.value, customer: customer ?? marked.value.customer },
      customer,
      events: [...marked.events, ...events],
      audit: [...marked.audit, ...audit]
    }
  })
