import type { CompanyDetail } from "../../domain/CompanyDetail.ts"
import { companyView, customerView } from "./customerView.ts"

/** A company on its own: with its number of customers, and on single reads the newest of them. */
export const companyDetailView = ({ company, customerCount, customers }: CompanyDetail) => ({
  ...companyView(company),
  _count: customerCount === undefined ? undefined : { customers: customerCount },
  customers: customers?.map(customerView)
})
