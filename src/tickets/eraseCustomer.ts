import { Result } from "effect"
import type { Customer } from "../domain/Customer.ts"
import { customerDiff, customerErased } from "../domain/CustomerData.ts"
import { NotFound, type VersionConflict } from "../domain/Problems.ts"
import { staleVersion } from "./changeCustomer.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

/**
 * Removes all that is known of a customer, and hides what is left: an id. Neither the event nor the audit log tells what
 * it was; that their tickets are done later, `erasedAt` says.
 */
export const eraseCustomer = (
  state: TicketState,
  ifMatch: number | undefined
): Result.Result<Outcome<Customer>, NotFound | VersionConflict> => {
  const { customer: before, now } = state
  if (before === undefined) return Result.fail(new NotFound({ entity: "customer" }))
  const stale = staleVersion(before, ifMatch)
  if (stale !== undefined) return Result.fail(stale)
  const { brandId, createdAt, id, version } = before
  const customer: Customer = {
    id,
    brandId,
    email: erasedAddress(id),
    emailIsPlaceholder: true,
    notifyEmail: false,
    isBlocked: false,
    version: version + 1,
    createdAt,
    updatedAt: now,
    deletedAt: now,
    erasedAt: now
  }
  return Result.succeed({
    value: customer,
    customer,
    events: [customerErased(customer, [...customerDiff(before, customer).keys()])],
    audit: [{ event: "customer.erased", entityType: "customer", entityId: id }]
  })
}

/** The address on the tickets of somebody who was erased: one for each, so that they stay apart. */
const erasedAddress = (id: Customer["id"]): string => `${id.slice(id.indexOf("_") + 1)}@erased.invalid`
