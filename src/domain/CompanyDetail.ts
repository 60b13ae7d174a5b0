import type { Company } from "./Company.ts"
import type { Customer } from "./Customer.ts"

/** A company with what responses about companies embed. */
export interface CompanyDetail {
  readonly company: Company
  /** Number of customers that are not deleted. Only on reads. */
  readonly customerCount?: number | undefined
  /** The newest of them. Only when a single company is read. */
  readonly customers?: ReadonlyArray<Customer> | undefined
}
