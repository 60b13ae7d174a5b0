import { Effect } from "effect"
import { idOf, uuidOf } from "../domain/Ids.ts"
import type { Mode } from "../domain/Tenant.ts"
import type { TicketCounts, TicketStore } from "../tickets/TicketStore.ts"
import type { Database } from "./Database.ts"
import { query } from "./query.ts"

interface CountsRow extends Omit<TicketCounts, "brandId"> {
  readonly brand_id: string
}

interface AssignedRow {
  readonly tenant_id: string
  readonly mode: Mode
  readonly brand_id: string
  readonly id: string
}

/** How many tickets there are, and whose: the questions of `TicketStore` about many tickets at once. */
export const make = ({
  reads,
  system
}: Pick<Database["Service"], "reads" | "system">): Pick<TicketStore["Service"], "counts" | "assignedTo"> => ({
  counts: ({ brands, tenant }) =>
    query(
      reads<CountsRow>`SELECT * FROM ticket_stats(${tenant.id}, ${brands === "all" ? null : [...brands].map(uuidOf)}::uuid[])`
    ).pipe(
      Effect.map((rows) => rows.map(({ brand_id, ...counts }) => ({ ...counts, brandId: idOf("brand", brand_id) })))
    ),

  assignedTo: (accountId, memberId, limit) =>
    query(system<AssignedRow>`SELECT t.tenant_id, n.mode, t.brand_id, t.id FROM tickets t
        JOIN tenants n ON n.id = t.tenant_id AND n.account_id = ${uuidOf(accountId)}
        JOIN brands b ON b.tenant_id = t.tenant_id AND b.id = t.brand_id AND b.deleted_at IS NULL
        WHERE t.assignee_id = ${uuidOf(memberId)} ORDER BY t.id DESC LIMIT ${limit}`).pipe(
      Effect.map((rows) =>
        rows.map(({ brand_id, id, mode, tenant_id }) => ({
          scope: { tenant: { id: tenant_id, accountId, mode }, brandId: idOf("brand", brand_id) },
          id: idOf("ticket", id)
        }))
      )
    )
})
