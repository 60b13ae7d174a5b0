import { idOf } from "../../domain/Ids.ts"
import type { Tenant } from "../../domain/Tenant.ts"
import type { Known } from "./Known.ts"
import type { Load } from "./Load.ts"

interface Passed {
  readonly id: string
  readonly merged_into_id: string
}

export const passedTickets = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load =>
  passed("tickets", tenant, ids, ({ id, merged_into_id }) =>
    known.passedTickets.set(idOf("ticket", id), { mergedIntoId: idOf("ticket", merged_into_id) })
  )

export const passedCustomers = (tenant: Tenant, ids: ReadonlyArray<string>, known: Known): Load =>
  passed("customers", tenant, ids, ({ id, merged_into_id }) =>
    known.passedCustomers.set(idOf("customer", id), { mergedIntoId: idOf("customer", merged_into_id) })
  )

/**
 * The links of merge chains, in one statement: a chain may have a thousand, each with a text of a megabyte. The `offset 0`
 * makes each an index lookup by id, however large the table is.
 */
const passed = (
  table: "tickets" | "customers",
  tenant: Tenant,
  ids: ReadonlyArray<string>,
  keep: (row: Passed) => void
): Load => ({
  sql: `with recursive passed as (
      select m.id, m.merged_into_id from ${table} m where m.tenant_id = $1 and m.id = any($2::uuid[]) and m.merged_into_id is not null
      union select m.id, m.merged_into_id from passed p, lateral (
        select * from ${table} where tenant_id = $1 and id = p.merged_into_id and merged_into_id is not null offset 0) m)
    select * from passed`,
  parameters: [tenant.id, ids],
  learn: (rows: ReadonlyArray<Passed>) => rows.forEach(keep)
})
