import type { Company } from "./Company.ts"
import type { Customer } from "./Customer.ts"

/** A customer with what answers about customers embed. */
export interface CustomerDetail {
  readonly customer: Customer
  readonly company?: Company | undefined
  /** Tickets that are not in the trash; on reads. */
  readonly ticketCount?: number | undefined
}
