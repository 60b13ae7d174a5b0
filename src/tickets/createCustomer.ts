import { Result } from "effect"
import type { AuditEntry } from "../domain/AuditEntry.ts"
import type { Customer } from "../domain/Customer.ts"
import { customerCreated } from "../domain/CustomerData.ts"
import type { CustomerDetail } from "../domain/CustomerDetail.ts"
import type { BrandId, CompanyId } from "../domain/Ids.ts"
import type { Identity } from "../domain/InboundMessage.ts"
import type { JsonObject } from "../domain/Json.ts"
import { AlreadyExists, InvalidInput } from "../domain/Problems.ts"
import { claimsPlaceholder, givenPlaceholder, isPlaceholder } from "./placeholderEmail.ts"
import type { Outcome, TicketState } from "./TicketCommand.ts"

export interface CustomerCreate {
  /** Lower case; `givenPlaceholder` of somebody who has none. */
  readonly email: string
  readonly name?: string | undefined
  readonly avatarUrl?: string | undefined
  /** E.164. */
  readonly phone?: string | undefined
  /** `null` links to no company. */
  readonly companyId?: CompanyId | null | undefined
  readonly externalId?: string | undefined
  readonly identities?: ReadonlyArray<Identity> | undefined
  readonly metadata?: JsonObject | undefined
  readonly notifyEmail?: boolean | undefined
  readonly isBlocked?: boolean | undefined
}

/** Adds a customer on its own; address, external id and telephone number must be free in the brand. */
export const createCustomer = (
  state: TicketState,
  brandId: BrandId,
  input: CustomerCreate
): Result.Result<Outcome<CustomerDetail>, InvalidInput | AlreadyExists> => {
  if (isPlaceholder(input.email) && input.email !== givenPlaceholder(input))
    return Result.fail(InvalidInput.of("email", "not_allowed", claimsPlaceholder))
  if (typeof input.companyId === "string" && companyOf(state, input.companyId) === undefined)
    return Result.fail(unknownCompany())
  const taken = takenKey(state, undefined)
  if (taken !== undefined) {
    // Whoever gave no address hears of what they gave.
    const given = input.phone === undefined ? "externalId" : "phone"
    return Result.fail(
      taken.field === "email" && isPlaceholder(input.email) ? new AlreadyExists({ field: given }) : taken
    )
  }
  const customer = newCustomer(state, brandId, input)
  return Result.succeed({
    value: { customer, company: companyOf(state, customer.companyId) },
    customer,
    events: [customerCreated(customer)],
    audit: [customerMade(customer)]
  })
}

/** The line that tells of a new customer, whatever made it. */
export const customerMade = ({ id }: Customer): AuditEntry => ({
  event: "customer.created",
  entityType: "customer",
  entityId: id
})

/** A customer of this address, in the company that has its mail domain unless another is named. */
export const newCustomer = (
  state: Pick<TicketState, "companyId" | "ids" | "now">,
  brandId: BrandId,
  input: CustomerCreate
): Customer => ({
  id: state.ids("customer"),
  brandId,
  email: input.email,
  emailIsPlaceholder: isPlaceholder(input.email),
  name: input.name,
  avatarUrl: input.avatarUrl,
  phone: input.phone,
  companyId: input.companyId === undefined ? state.companyId : (input.companyId ?? undefined),
  externalId: input.externalId,
  identities: input.identities?.map(({ address, channel }) => ({ channel, address })),
  metadata: input.metadata,
  notifyEmail: input.notifyEmail ?? true,
  isBlocked: input.isBlocked ?? false,
  version: 1,
  createdAt: state.now,
  updatedAt: state.now
})

/** A company of the brand, when the command asked for it. */
export const companyOf = (state: TicketState, id: CompanyId | undefined) =>
  state.companies.find((company) => company.id === id)

export const unknownCompany = (): InvalidInput =>
  InvalidInput.of("companyId", "unknown_id", "is no company of this brand")

/** The key asked for that a customer other than `self` has. */
export const takenKey = ({ keyHolders }: TicketState, self: Customer | undefined): AlreadyExists | undefined => {
  for (const field of ["email", "externalId", "phone"] as const) {
    const holder = keyHolders[field]
    if (holder !== undefined && holder !== self?.id) return new AlreadyExists({ field })
  }
  return undefined
}
