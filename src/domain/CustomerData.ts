import type { Customer } from "./Customer.ts"
import type { EventDraft } from "./Event.ts"
import { type FieldDiff, fieldDiff, shownDiff } from "./FieldDiff.ts"
import { iso } from "./iso.ts"

/** A customer as events and responses show it (docs/webhooks.md, Data). */
export const customerData = (customer: Customer) => ({
  id: customer.id,
  brandId: customer.brandId,
  email: customer.email,
  ...(customer.emailIsPlaceholder ? { emailIsPlaceholder: true } : {}),
  name: customer.name,
  avatarUrl: customer.avatarUrl,
  phone: customer.phone,
  companyId: customer.companyId,
  externalId: customer.externalId,
  identities: customer.identities,
  metadata: customer.metadata,
  notifyEmail: customer.notifyEmail,
  isBlocked: customer.isBlocked,
  emailBouncedAt: customer.emailBouncedAt === undefined ? undefined : iso(customer.emailBouncedAt),
  version: customer.version,
  createdAt: iso(customer.createdAt),
  updatedAt: iso(customer.updatedAt),
  deletedAt: customer.deletedAt === undefined ? undefined : iso(customer.deletedAt),
  mergedIntoId: customer.mergedIntoId,
  erasedAt: customer.erasedAt === undefined ? undefined : iso(customer.erasedAt)
})

export const customerCreated = (customer: Customer): EventDraft => ({
  type: "customer.created",
  subject: customer.id,
  data: customerData(customer)
})

/** The fields whose change causes an event. A change of only dates or the version causes none. */
const observed = {
  email: (customer: Customer) => customer.email,
  name: (customer: Customer) => customer.name ?? null,
  avatarUrl: (customer: Customer) => customer.avatarUrl ?? null,
  phone: (customer: Customer) => customer.phone ?? null,
  companyId: (customer: Customer) => customer.companyId ?? null,
  externalId: (customer: Customer) => customer.externalId ?? null,
  identities: (customer: Customer) => customer.identities ?? null,
  metadata: (customer: Customer) => customer.metadata ?? null,
  notifyEmail: (customer: Customer) => customer.notifyEmail,
  isBlocked: (customer: Customer) => customer.isBlocked,
  emailBouncedAt: (customer: Customer) => (customer.emailBouncedAt === undefined ? null : iso(customer.emailBouncedAt)),
  deletedAt: (customer: Customer) => (customer.deletedAt === undefined ? null : iso(customer.deletedAt)),
  mergedIntoId: (customer: Customer) => customer.mergedIntoId ?? null,
  erasedAt: (customer: Customer) => (customer.erasedAt === undefined ? null : iso(customer.erasedAt))
} satisfies Record<string, (customer: Customer) => unknown>

export const customerDiff = (before: Customer, after: Customer): FieldDiff<keyof typeof observed> =>
  fieldDiff(observed, before, after)

export const customerUpdated = (customer: Customer, diff: FieldDiff): EventDraft => ({
  type: "customer.updated",
  subject: customer.id,
  data: { ...customerData(customer), changes: [...diff.keys()], diff: shownDiff(diff) }
})

/** `customer.updated` for an erased customer: names the changed fields, but not their former values. */
export const customerErased = (customer: Customer, changes: ReadonlyArray<string>): EventDraft => ({
  type: "customer.updated",
  subject: customer.id,
  data: { ...customerData(customer), changes, diff: {}, purged: true }
})
