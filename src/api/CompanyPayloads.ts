import { Schema } from "effect"
import { Customer, Company as EmbeddedCompany } from "./CustomerPayloads.ts"
import { clearable, Domain, jsonObjectOrNull, oneLine, optional } from "./Fields.ts"
import { some } from "./Shapes.ts"

const name = oneLine(200)
const writable = {
  domain: clearable(Domain).annotate({
    description:
      "Mail domain, in one company of the brand only. Customers who are new and have it are linked to the company; customers who are there already are not."
  }),
  externalId: clearable(oneLine(255)).annotate({ description: "Your own id of the company." }),
  metadata: optional(jsonObjectOrNull(16 * 1024))
}

export const CompanyCreate = Schema.Struct({ name, ...writable }).annotate({ identifier: "CompanyCreate" })
export const CompanyUpdate = Schema.Struct({ name: optional(name), ...writable }).annotate({
  identifier: "CompanyUpdate"
})

export const CompanyDetail = Schema.Struct({
  ...EmbeddedCompany.fields,
  _count: some(Schema.Struct({ customers: Schema.Int })).annotate({ description: "On reads." }),
  customers: some(Schema.Array(Customer)).annotate({
    description: "On single reads: the newest 100. `companyId` of the list of customers shows all."
  })
}).annotate({ identifier: "CompanyDetail", description: "Where customers of a brand work." })
