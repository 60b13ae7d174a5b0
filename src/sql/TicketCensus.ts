import { Effect, type Scope } from "effect"
import { idOf, uuidOf } from "../domain/Ids.ts"
import type { Mode } from "../domain/Tenant.ts"
import type { TicketCounts, TicketStore } from "../tickets/TicketStore.ts"
import type { Database } from "./Database.ts"
import { query } from "./query.ts"
import * as SharedReads from "./SharedReads.ts"

interface CountsRow extends Omit<TicketCounts, "brandId"> {
  readonly brand_id: string
}

interface AssignedRow {
  readonly tenant_id: string
  readonly mode: Mode
  readonly brand_id: string
  readonly id: string
}

/**
 * How many tickets there are, and whose: the questions of `TicketStore` about many tickets at once. Every dashboard counts again
 * after each change, so those who count the same meanwhile share the next count.
 */
export const make = Effect.fnUntraced(function* ({
  reads,
  system
}: Pick<Database["Service"], "reads" | "system">): Effect.fn.Return<
  Pick<TicketStore["Service"], "counts" | "assignedOutOfReach">,
  never,
  Scope.Scope
> {
  const shared = yield* SharedReads.make<ReadonlyArray<TicketCounts>>()

  return {
    counts: ({ brands, tenant }) => {
      const wanted = brands === "all" ? null : [...brands].map(uuidOf).sort()
      return shared(
        `${tenant.id} ${wanted}`,
        query(reads<CountsRow>`SELECT * FROM ticket_stats(${tenant.id}, ${wanted}::uuid[])`).pipe(
          Effect.map((rows) => rows.map(({ brand_id, ...counts }) => ({ ...counts, brandId: idOf("brand", brand_id) })))
        )
      )
    },

    assignedOutOfReach: (accountId, memberId, limit) =>
      query(system<AssignedRow>`SELECT t.tenant_id, n.mode, t.brand_id, t.id FROM tickets t
        JOIN tenants n ON n.id = t.tenant_id AND n.account_id = ${uuidOf(accountId)}
        JOIN brands b ON b.tenant_id = t.tenant_id AND b.id = t.brand_id AND b.deleted_at IS NULL
        LEFT JOIN members m ON m.id = t.assignee_id
        WHERE t.assignee_id = ${uuidOf(memberId)}
          AND (m.id IS NULL OR NOT (m.role <> 'agent' OR m.all_brands OR t.brand_id = ANY (m.brand_ids)))
        ORDER BY t.id DESC LIMIT ${limit}`).pipe(
        Effect.map((rows) =>
          rows.map(({ brand_id, id, mode, tenant_id }) => ({
            scope: { tenant: { id: tenant_id, accountId, mode }, brandId: idOf("brand", brand_id) },
            id: idOf("ticket", id)
          }))
        )
      )
  }
})
