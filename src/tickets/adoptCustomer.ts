import { Result } from "effect"
import type { Customer } from "../domain/Customer.ts"
import type { CustomerDetail } from "../domain/CustomerDetail.ts"
import { NotFound } from "../domain/Problems.ts"
import { updatedCustomer } from "./changeCustomer.ts"
import type { Outcome, TicketState } from "./TicketStore.ts"

/** A customer who is the same person as another: what only that one had is theirs now. */
export const adoptCustomer = (
  state: TicketState,
  former: Customer
): Result.Result<Outcome<CustomerDetail>, NotFound> => {
  const { customer } = state
  if (customer === undefined) return Result.fail(new NotFound({ entity: "customer" }))
  const known = new Set((customer.identities ?? []).map((identity) => JSON.stringify(identity)))
  const identities = [
    ...(customer.identities ?? []),
    ...(former.identities ?? []).filter((identity) => !known.has(JSON.stringify(identity)))
  ]
  return Result.succeed(
    updatedCustomer(state, customer, "customer.updated", {
      ...customer,
      name: customer.name ?? former.name,
      phone: customer.phone ?? former.phone,
      identities: identities.length === 0 ? undefined : identities
    })
  )
}
