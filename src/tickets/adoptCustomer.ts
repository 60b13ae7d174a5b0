import { Result } from "effect"
import type { Customer } from "../domain/Customer.ts"
import type { CustomerDetail } from "../domain/CustomerDetail.ts"
import { NotFound } from "../domain/Problems.ts"
import { updatedCustomer } from "./changeCustomer.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

/**
 * A customer who is the same person as another: what only that one had is theirs now; a real address takes the place of
 * none. Whoever wanted no mail under either name gets none.
 */
export const adoptCustomer = (
  state: TicketState,
  former: Customer
): Result.Result<Outcome<CustomerDetail>, NotFound> => {
  const { customer, keyHolders } = state
  if (customer === undefined) return Result.fail(new NotFound({ entity: "customer" }))
  const known = new Set((customer.identities ?? []).map((identity) => JSON.stringify(identity)))
  const identities = [
    ...(customer.identities ?? []),
    ...(former.identities ?? []).filter((identity) => !known.has(JSON.stringify(identity)))
  ]
  const isFree = (holder: Customer["id"] | undefined) => holder === undefined || holder === customer.id
  const takesAddress = customer.emailIsPlaceholder && !former.emailIsPlaceholder && isFree(keyHolders.email)
  const { email, emailIsPlaceholder, emailBouncedAt } = takesAddress ? former : customer
  const metadata = { ...former.metadata, ...customer.metadata }
  return Result.succeed(
    updatedCustomer(state, customer, "customer.updated", {
      ...customer,
      email,
      emailIsPlaceholder,
      emailBouncedAt,
      name: customer.name ?? former.name,
      avatarUrl: customer.avatarUrl ?? former.avatarUrl,
      phone: customer.phone ?? (isFree(keyHolders.phone) ? former.phone : undefined),
      companyId: customer.companyId ?? former.companyId,
      externalId: customer.externalId ?? (isFree(keyHolders.externalId) ? former.externalId : undefined),
      identities: identities.length === 0 ? undefined : identities,
      metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
      notifyEmail: customer.notifyEmail && former.notifyEmail
    })
  )
}
