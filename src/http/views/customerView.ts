import type { Company } from "../../domain/Company.ts"
import type { Customer } from "../../domain/Customer.ts"
import { customerData } from "../../domain/CustomerData.ts"
import type { CustomerDetail } from "../../domain/CustomerDetail.ts"
import { iso } from "../../domain/iso.ts"
import type { CustomerErasure } from "../../tickets/customers/CustomerErasures.ts"

/** A customer on the wire: as in events, but without the marks of a hidden one. */
export const customerView = (customer: Customer) => {
  const { deletedAt, erasedAt, mergedIntoId, ...shown } = customerData(customer)
  return shown
}

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

/** What erasing a customer would remove, on the wire. */
export const erasureView = ({ erasedAt, ...contents }: CustomerErasure) => ({
  ...contents,
  erasedAt: erasedAt === undefined ? null : iso(erasedAt)
})

/** A customer on its own: with its company and its number of tickets. */
export const customerDetailView = ({ company, customer, ticketCount }: CustomerDetail) => ({
  ...customerView(customer),
  company: company === undefined ? undefined : companyView(company),
  _count: ticketCount === undefined ? undefined : { tickets: ticketCount }
})
