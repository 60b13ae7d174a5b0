import { Result } from "effect"
import type { AuditEntry } from "../../domain/AuditEntry.ts"
import type { Customer } from "../../domain/Customer.ts"
import { customerCreated } from "../../domain/CustomerData.ts"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import { cleared } from "../../domain/cleared.ts"
import type { BrandId, CompanyId } from "../../domain/Ids.ts"
import type { Identity } from "../../domain/InboundMessage.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { AlreadyExists, InvalidInput } from "../../domain/Problems.ts"
import type { Outcome, TicketState } from "../TicketCommand.ts"
import { claimsPlaceholder, customerPlaceholder, isPlaceholder, phonePlaceholder } from "./placeholderEmail.ts"

export interface CustomerCreate {
  /** Lower case. Without an address, `phone` or `externalId` is required. */
  readonly email?: string | undefined
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

/** Creates a customer without a ticket. Address, external id and phone number must be free in the brand. */
export const createCustomer = (
  state: TicketState,
  brandId: BrandId,
  input: CustomerCreate
): Result.Result<Outcome<CustomerDetail>, InvalidInput | AlreadyExists> => {
  if (input.email === undefined && input.phone === undefined && input.externalId === undefined)
    return Result.fail(InvalidInput.of("email", "required", unknowable))
  if (input.email !== undefined && isPlaceholder(input.email))
    return Result.fail(InvalidInput.of("email", "not_allowed", claimsPlaceholder))
  if (typeof input.companyId === "string" && companyOf(state, input.companyId) === undefined)
    return Result.fail(unknownCompany())
  // A placeholder that is taken is no reason to refuse: another one is used.
  const keyHolders = input.email === undefined ? { ...state.keyHolders, email: undefined } : state.keyHolders
  const taken = takenKey({ keyHolders }, undefined)
  if (taken !== undefined) return Result.fail(taken)
  const email = input.email ?? addressFor(state, input.phone)
  const customer = newCustomer(state, brandId, { ...input, email })
  return Result.succeed({
    value: { customer, company: companyOf(state, customer.companyId) },
    customer,
    events: [customerCreated(customer)],
    audit: [customerMade(customer)]
  })
}

/** Why one of the three is required, as the end of a sentence. */
const unknowable = "is required, unless phone or externalId identifies the customer"

/**
 * The placeholder address of a customer without one: that of their number, so that their texts reach them, unless it
 * denotes a previous owner of the number.
 */
const addressFor = ({ ids, keyHolders }: TicketState, phone: string | undefined): string =>
  phone === undefined || keyHolders.email !== undefined ? customerPlaceholder(ids("customer")) : phonePlaceholder(phone)

/** The audit log entry for a new customer, whatever created it. */
export const customerMade = ({ id }: Customer): AuditEntry => ({
  event: "customer.created",
  entityType: "customer",
  entityId: id
})

/** A customer with this address, in the company that has its mail domain unless another is given. */
export const newCustomer = (
  state: Pick<TicketState, "companyId" | "ids" | "now">,
  brandId: BrandId,
  input: CustomerCreate & { readonly email: string }
): Customer => ({
  id: state.ids("customer"),
  brandId,
  email: input.email,
  emailIsPlaceholder: isPlaceholder(input.email),
  name: input.name,
  avatarUrl: input.avatarUrl,
  phone: input.phone,
  companyId: cleared(input.companyId, state.companyId),
  externalId: input.externalId,
  identities: input.identities?.map(({ address, channel }) => ({ channel, address })),
  metadata: input.metadata,
  notifyEmail: input.notifyEmail ?? true,
  isBlocked: input.isBlocked ?? false,
  version: 1,
  createdAt: state.now,
  updatedAt: state.now
})

/** A company of the brand, if the command loaded it. */
export const companyOf = (state: Pick<TicketState, "companies">, id: CompanyId | undefined) =>
  state.companies.find((company) => company.id === id)

export const unknownCompany = (): InvalidInput =>
  InvalidInput.of("companyId", "unknown_id", "is not a company of this brand")

/** The requested key that a customer other than `self` has. */
export const takenKey = (
  { keyHolders }: Pick<TicketState, "keyHolders">,
  self: Customer | undefined
): AlreadyExists | undefined => {
  for (const field of ["email", "externalId", "phone"] as const) {
    const holder = keyHolders[field]
    if (holder !== undefined && holder !== self?.id) return new AlreadyExists({ field })
  }
  return undefined
}
