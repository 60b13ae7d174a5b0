import type { Company } from "./Company.ts"
import type { Customer } from "./Customer.ts"

/** A customer with what responses about customers embed. */
export interface CustomerDetail {
  readonly customer: Customer
  readonly company?: Company | undefined
  /** Number of tickets that are not in the trash. Only on reads. */
  readonly ticketCount?: number | undefined
}
