import { Result } from "effect"
import type { Customer } from "../../domain/Customer.ts"
import { customerDiff, customerErased } from "../../domain/CustomerData.ts"
import type { CustomerId } from "../../domain/Ids.ts"
import { NotFound, type VersionConflict } from "../../domain/Problems.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { staleVersion } from "./changeCustomer.ts"

/**
 * Erases everything known about a customer, deleted or not, and hides what is left: an id. Neither the event nor the
 * audit log contains the old values. `erasedAt` marks their tickets for later erasure.
 */
export const eraseCustomer = (
  state: TicketState,
  id: CustomerId,
  ifMatch: number | undefined
): Result.Result<Outcome<Customer>, NotFound | VersionConflict> => {
  const { now } = state
  const before = state.loadedCustomer(id)
  if (before === undefined || before.erasedAt !== undefined || before.mergedIntoId !== undefined)
    return Result.fail(new NotFound({ entity: "customer" }))
  const stale = staleVersion(before, ifMatch)
  if (stale !== undefined) return Result.fail(stale)
  const { brandId, createdAt, deletedAt = now, version } = before
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
    deletedAt,
    erasedAt: now
  }
  return Result.succeed({
    value: customer,
    customer,
    events: [customerErased(customer, [...customerDiff(before, customer).keys()])],
    audit: [{ event: "customer.erased", entityType: "customer", entityId: id }]
  })
}

/** The address on the tickets of an erased customer, different for each so that they stay apart. */
const erasedAddress = (id: Customer["id"]): string => `${id.slice(id.indexOf("_") + 1)}@erased.invalid`
