import { Result } from "effect"
import type { Customer } from "../../domain/Customer.ts"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import { type FieldError, InvalidInput, NotFound, type VersionConflict } from "../../domain/Problems.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { adoptCustomer } from "./adoptCustomer.ts"
import { staleVersion, updatedCustomer } from "./changeCustomer.ts"

/**
 * Merges customers into the command's customer, in the given order: it takes over what only they had, and they are
 * hidden, which frees their addresses and keys. Those already merged into it are skipped. All or nothing.
 */
export const mergeCustomers = (
  state: TicketState,
  sourceIds: ReadonlyArray<CustomerId>,
  ifMatch: number | undefined
): Result.Result<Outcome<CustomerDetail>, NotFound | InvalidInput | VersionConflict> => {
  const { customer: target, now } = state
  if (target === undefined) return Result.fail(new NotFound({ entity: "customer" }))
  const refused = staleVersion(target, ifMatch) ?? unknownSources(state, target, sourceIds)
  if (refused !== undefined) return Result.fail(refused)

  const sources = [...new Set(sourceIds)]
    .flatMap((id) => state.loadedCustomer(id) ?? [])
    .filter(({ deletedAt }) => deletedAt === undefined)
  const absorbed = sources.map((source) =>
    updatedCustomer(state, source, "customer.merged", { ...source, mergedIntoId: target.id, deletedAt: now })
  )
  const adopted = updatedCustomer(state, target, "customer.updated", sources.reduce(adoptCustomer, target))
  return Result.succeed({
    ...adopted,
    otherCustomers: absorbed.flatMap(({ customer }) => customer ?? []),
    events: [...absorbed, adopted].flatMap(({ events }) => events),
    audit: [...absorbed, adopted].flatMap(({ audit }) => audit)
  })
}

/** The error if one of these cannot be merged: each must be the brand's, and not merged into a third customer. */
const unknownSources = (
  state: TicketState,
  target: Customer,
  sourceIds: ReadonlyArray<CustomerId>
): InvalidInput | undefined => {
  const [first, ...more] = sourceIds.flatMap((id, index): ReadonlyArray<FieldError> => {
    const field = `sourceCustomerIds[${index}]`
    if (id === target.id) return [{ field, code: "not_allowed", message: "must not be the customer to merge into" }]
    const source = state.loadedCustomer(id)
    return source !== undefined && (source.deletedAt === undefined || source.mergedIntoId === target.id)
      ? []
      : [{ field, code: "unknown_id", message: "is not a customer of this brand" }]
  })
  return first === undefined ? undefined : new InvalidInput({ errors: [first, ...more] })
}
