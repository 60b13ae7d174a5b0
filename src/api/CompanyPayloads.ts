import { Schema } from "effect"
import { Customer, Company as EmbeddedCompany } from "./CustomerPayloads.ts"
import { clearable, Domain, jsonObjectOrNull, oneLine, optional } from "./Fields.ts"
import { some } from "./Shapes.ts"

const name = oneLine(200)
const writable = {
  domain: clearable(Domain).annotate({
    description:
      "Email domain. Only one company of the brand can have it. New customers with this domain are linked to the company; existing customers are not."
  }),
  externalId: clearable(oneLine(255)).annotate({ description: "Your own id for the company." }),
  metadata: optional(jsonObjectOrNull(16 * 1024))
}

export const CompanyCreate = Schema.Struct({ name, ...writable }).annotate({ identifier: "CompanyCreate" })
export const CompanyUpdate = Schema.Struct({ name: optional(name), ...writable }).annotate({
  identifier: "CompanyUpdate"
})

export const CompanyDetail = Schema.Struct({
  ...EmbeddedCompany.fields,
  _count: some(Schema.Struct({ customers: Schema.Int })).annotate({
    description: "Number of its customers. Returned on reads."
  }),
  customers: some(Schema.Array(Customer)).annotate({
    description:
      "Returned when you get a single company: the newest 100. To list all of them, filter the list of customers by `companyId`."
  })
}).annotate({ identifier: "CompanyDetail", description: "A company that customers of a brand work for." })
