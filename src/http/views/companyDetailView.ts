import type { CompanyDetail } from "../../domain/CompanyDetail.ts"
import { companyView, customerView } from "./customerView.ts"

/** A company as its own resource: with the number of its customers, and on single reads the newest of them. */
export const companyDetailView = ({ company, customerCount, customers }: CompanyDetail) => ({
  ...companyView(company),
  _count: customerCount === undefined ? undefined : { customers: customerCount },
  customers: customers?.map(customerView)
})
