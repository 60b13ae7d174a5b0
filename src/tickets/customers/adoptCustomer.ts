import { type Customer, customerLimits } from "../../domain/Customer.ts"
import type { Identity } from "../../domain/InboundMessage.ts"
import type { JsonObject } from "../../domain/Json.ts"

/**
 * A customer with what only `former` had, the same person, who is then hidden. A real address replaces a placeholder, and
 * becomes an identity beside another real one. Identities and `metadata` are combined as far as they fit. Mail stays off
 * if it was off for either.
 */
export const adoptCustomer = (customer: Customer, former: Customer): Customer => {
  const takesAddress = customer.emailIsPlaceholder && !former.emailIsPlaceholder
  const { email, emailIsPlaceholder, emailBouncedAt } = takesAddress ? former : customer
  const addresses =
    takesAddress || former.emailIsPlaceholder ? [] : [{ channel: "email", address: former.email } satisfies Identity]
  return {
    ...customer,
    email,
    emailIsPlaceholder,
    emailBouncedAt,
    name: customer.name ?? former.name,
    avatarUrl: customer.avatarUrl ?? former.avatarUrl,
    phone: customer.phone ?? former.phone,
    companyId: customer.companyId ?? former.companyId,
    externalId: customer.externalId ?? former.externalId,
    identities: unitedIdentities(customer.identities, [...addresses, ...(former.identities ?? [])]),
    metadata: unitedMetadata(customer.metadata, former.metadata),
    notifyEmail: customer.notifyEmail && former.notifyEmail
  }
}

/** The customer's own identities, followed by those of the others that are new, in order, as far as they fit. */
const unitedIdentities = (own: Customer["identities"] = [], others: Customer["identities"] = []) => {
  const texts = new Set(own.map((identity) => JSON.stringify(identity)))
  const identities = [...own]
  let size = bytes(own)
  for (const identity of others) {
    const text = JSON.stringify(identity)
    const added = Buffer.byteLength(text) + 1
    if (texts.has(text) || size + added > customerLimits.identities) continue
    texts.add(text)
    identities.push(identity)
    size += added
  }
  return identities.length === 0 ? undefined : identities
}

/** The customer's own members, followed by those of the others whose names are free, in order, as far as they fit. */
const unitedMetadata = (own: JsonObject = {}, others: JsonObject = {}): JsonObject | undefined => {
  const members = Object.entries(own)
  let size = bytes(own)
  for (const member of Object.entries(others)) {
    const added = bytes(Object.fromEntries([member])) - (members.length === 0 ? 2 : 1)
    if (Object.hasOwn(own, member[0]) || size + added > customerLimits.metadata) continue
    members.push(member)
    size += added
  }
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
