import type { Customer } from "../../domain/Customer.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { Statement } from "./moveContents.ts"

/** Makes connections know those of these customers who were merged as the customers that they became. */
export const givePeople = (tenantId: string, customers: ReadonlyArray<Customer>): ReadonlyArray<Statement> => {
  const merged = customers.flatMap(({ id, mergedIntoId }) =>
    mergedIntoId === undefined ? [] : [{ id: uuidOf(id), into: uuidOf(mergedIntoId) }]
  )
  if (merged.length === 0) return []
  return [
    {
      sql: `update channel_people p set customer_id = m."into" from json_to_recordset($2::json) as m(id uuid, "into" uuid)
        where p.tenant_id = $1 and p.customer_id = m.id`,
      parameters: [tenantId, JSON.stringify(merged)]
    }
  ]
}
