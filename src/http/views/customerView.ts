import type { Company } from "../../domain/Company.ts"
import type { Customer } from "../../domain/Customer.ts"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import { iso, isoOr, onlyTrue } from "./moments.ts"

/** A customer on the wire. */
export const customerView = (customer: Customer) => ({
  id: customer.id,
  brandId: customer.brandId,
  email: customer.email,
  emailIsPlaceholder: onlyTrue(customer.emailIsPlaceholder),
  name: customer.name,
  avatarUrl: customer.avatarUrl,
  phone: customer.phone,
  companyId: customer.companyId,
  externalId: customer.externalId,
  identities: customer.identities,
  metadata: customer.metadata,
  notifyEmail: customer.notifyEmail,
  isBlocked: customer.isBlocked,
  emailBouncedAt: isoOr(customer.emailBouncedAt),
  version: customer.version,
  createdAt: iso(customer.createdAt),
  updatedAt: iso(customer.updatedAt)
})

/** A company on the wire. */
export const companyView = (company: Company) => ({
  id: company.id,
  brandId: company.brandId,
  name: company.name,
  domain: company.domain,
  externalId: company.externalId,
  metadata: company.metadata,
  version: company.version,
  createdAt: iso(company.createdAt),
  updatedAt: iso(company.updatedAt)
})

/** A customer as its own resource: with its company and the number of its tickets. */
export const customerDetailView = ({ company, customer, ticketCount }: CustomerDetail) => ({
  ...customerView(customer),
  company: company === undefined ? undefined : companyView(company),
  _count: ticketCount === undefined ? undefined : { tickets: ticketCount }
})
