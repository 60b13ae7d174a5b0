import type { Company } from "./Company.ts"
import type { Customer } from "./Customer.ts"

/** A company with what answers about companies embed. */
export interface CompanyDetail {
  readonly company: Company
  /** Customers that are not deleted; on reads. */
  readonly customerCount?: number | undefined
  /** The newest of them; on single reads. */
  readonly customers?: ReadonlyArray<Customer> | undefined
}
