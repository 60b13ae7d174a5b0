import type { Customer } from "@trunkline/sdk"
import { client } from "../../app/client.ts"
import { useFields } from "../../data/brands.ts"
import { membersOf, wholeAfter } from "../../fields/fieldValue.ts"
import { RecordFields } from "../../fields/RecordFields.tsx"
import { Card } from "../../ui/Card.tsx"
import { toast } from "../../ui/toasts.ts"
import { readCustomerAgain } from "./customerQueries.ts"

/** What is noted of a customer: the fields that the brand has defined for its customers, and whatever else there is. */
export function DetailsCard({ customer }: { readonly customer: Customer }) {
  const { brandId, id, metadata, version } = customer
  const definitions = (useFields(brandId).data?.customer ?? []).filter(({ showInDetail }) => showInDetail)
  return (
    <Card title="Noted">
      <RecordFields
        definitions={definitions}
        value={metadata}
        isObject
        save={async (change) => {
          const after = membersOf(wholeAfter(metadata, change)) ?? null
          await client.customers.update(brandId, id, { metadata: after }, { ifMatch: `"${version}"` })
          toast({ text: "Saved" })
          await readCustomerAgain(id)
        }}
      />
    </Card>
  )
}
