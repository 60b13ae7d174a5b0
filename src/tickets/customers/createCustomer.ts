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
  /** Lower case; of somebody who has none, `phone` or `externalId` is needed. */
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

/** Adds a customer on its own; address, external id and telephone number must be free in the brand. */
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
  // Where an address that nobody gave is taken, another one is made.
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

/** Why a customer needs one of the three; as the end of a sentence. */
const unknowable = "is required, unless phone or externalId identifies the customer"

/** Of whoever has none: by that of their number their texts find them, unless it stands for who had the number before. */
const addressFor = ({ ids, keyHolders }: TicketState, phone: string | undefined): string =>
  phone === undefined || keyHolders.email !== undefined ? customerPlaceholder(ids("customer")) : phonePlaceholder(phone)

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

/** A company of the brand, when the command asked for it. */
export const companyOf = (state: Pick<TicketState, "companies">, id: CompanyId | undefined) =>
  state.companies.find((company) => company.id === id)

export const unknownCompany = (): InvalidInput =>
  InvalidInput.of("companyId", "unknown_id", "is not a company of this brand")

/** The key asked for that a customer other than `self` has. */
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
