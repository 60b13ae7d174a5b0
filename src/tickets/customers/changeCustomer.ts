import { Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Customer } from "../../domain/Customer.ts"
import { customerDiff, customerUpdated } from "../../domain/CustomerData.ts"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import { cleared } from "../../domain/cleared.ts"
import type { CompanyId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { type AlreadyExists, InvalidInput, NotFound, VersionConflict } from "../../domain/Problems.ts"
import { auditedDiff } from "../../events/auditedDiff.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { companyOf, takenKey, unknownCompany } from "./createCustomer.ts"
import { claimsPlaceholder, isPlaceholder, phonePlaceholder } from "./placeholderEmail.ts"

/** New values for a customer's fields: absent leaves unchanged, `null` clears. */
export interface CustomerChange {
  /** Lower case. */
  readonly email?: string | undefined
  readonly name?: string | null | undefined
  readonly avatarUrl?: string | null | undefined
  /** E.164. */
  readonly phone?: string | null | undefined
  readonly companyId?: CompanyId | null | undefined
  readonly externalId?: string | null | undefined
  readonly metadata?: JsonObject | null | undefined
  readonly notifyEmail?: boolean | undefined
  readonly isBlocked?: boolean | undefined
}

type Refusal = NotFound | InvalidInput | VersionConflict | AlreadyExists

/** Changes a customer's fields as one command. A change that changes nothing stores nothing and publishes no event. */
export const changeCustomer = (
  state: TicketState,
  change: CustomerChange,
  ifMatch: number | undefined
): Result.Result<Outcome<CustomerDetail>, Refusal> => {
  const { customer: before } = state
  if (before === undefined) return Result.fail(new NotFound({ entity: "customer" }))
  if (typeof change.companyId === "string" && companyOf(state, change.companyId) === undefined)
    return Result.fail(unknownCompany())
  if (change.email !== undefined && change.email !== before.email && isPlaceholder(change.email))
    return Result.fail(InvalidInput.of("email", "not_allowed", claimsPlaceholder))
  // A placeholder follows the number if the new one is free; otherwise it stays, and that is no reason to refuse.
  const isMade = change.email === undefined && typeof change.phone === "string"
  const keyHolders = isMade ? { ...state.keyHolders, email: undefined } : state.keyHolders
  const refused = staleVersion(before, ifMatch) ?? takenKey({ keyHolders }, before)
  if (refused !== undefined) return Result.fail(refused)

  const email = change.email ?? (state.keyHolders.email === undefined ? movedPlaceholder(before, change) : before.email)
  return Result.succeed({
    ...updatedCustomer(state, before, "customer.updated", {
      ...before,
      email,
      emailIsPlaceholder: isPlaceholder(email),
      // The bounce belongs to the previous address, or the caller explicitly asks to send mail there again.
      emailBouncedAt: email === before.email && change.notifyEmail !== true ? before.emailBouncedAt : undefined,
      name: cleared(change.name, before.name),
      avatarUrl: cleared(change.avatarUrl, before.avatarUrl),
      phone: cleared(change.phone, before.phone),
      companyId: cleared(change.companyId, before.companyId),
      externalId: cleared(change.externalId, before.externalId),
      metadata: cleared(change.metadata, before.metadata),
      notifyEmail: change.notifyEmail ?? before.notifyEmail,
      isBlocked: change.isBlocked ?? before.isBlocked
    }),
    ...(change.notifyEmail === true ? { wokenAddresses: [email] } : {})
  })
}

/** A placeholder follows the number: texts from the new one belong to the customer, those from a wrong one do not. */
const movedPlaceholder = ({ email, phone }: Customer, change: CustomerChange): string =>
  typeof change.phone === "string" && phone !== undefined && email === phonePlaceholder(phone)
    ? phonePlaceholder(change.phone)
    : email

/** Blocks a customer, whose new tickets are spam from then on, or unblocks one. */
export const blockCustomer = (state: TicketState, customer: Customer, isBlocked: boolean): Outcome<CustomerDetail> =>
  updatedCustomer(state, customer, "customer.updated", { ...customer, isBlocked })

/** Hides a customer. Their address and external id become free. */
export const deleteCustomer = (
  state: TicketState,
  ifMatch: number | undefined
): Result.Result<Outcome<CustomerDetail>, NotFound | VersionConflict> => {
  const { customer: before, now } = state
  if (before === undefined) return Result.fail(new NotFound({ entity: "customer" }))
  const stale = staleVersion(before, ifMatch)
  if (stale !== undefined) return Result.fail(stale)
  return Result.succeed(updatedCustomer(state, before, "customer.deleted", { ...before, deletedAt: now }))
}

export const staleVersion = ({ version }: Customer, ifMatch: number | undefined): VersionConflict | undefined =>
  ifMatch === undefined || ifMatch === version ? undefined : new VersionConflict({ currentVersion: version })

/** The outcome of changing a customer; stores and publishes nothing if nothing changes. */
export const updatedCustomer = (
  state: Pick<TicketState, "companies" | "now">,
  before: Customer,
  event: AuditEntry["event"],
  after: Customer
): Outcome<CustomerDetail> => {
  const diff = customerDiff(before, after)
  if (diff.size === 0)
    return { value: { customer: before, company: companyOf(state, before.companyId) }, events: [], audit: [] }
  const customer: Customer = { ...after, version: before.version + 1, updatedAt: state.now }
  return {
    value: { customer, company: companyOf(state, customer.companyId) },
    customer,
    events: [customerUpdated(customer, diff)],
    audit: [{ event, entityType: "customer", entityId: customer.id, changes: auditedDiff(diff) }]
  }
}
