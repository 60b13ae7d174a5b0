import { Effect, type Scope } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { BrandsScope } from "../../domain/Principal.ts"
import type { Mode } from "../../domain/Tenant.ts"
import { mostTaken, type TicketCounts, type TicketStore } from "../../tickets/TicketStore.ts"
import type { Database } from "../Database.ts"
import { query } from "../query.ts"
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

/** Counts the open and pending tickets of member $2 in brands $3 of tenant $1, up to $4; backed by an index of its own. */
export const takenSql = `select count(*)::int as taken from tenant_scope($1) s, lateral (
  select from tickets t where t.tenant_id = s.tenant_id and t.assignee_id = $2 and t.status_category in ('open', 'pending')
    and t.deleted_at is null and t.merged_into_id is null and not t.is_spam
    and t.brand_id = any(array(select b.id from brands b where b.tenant_id = s.tenant_id and b.deleted_at is null
      and ($3::uuid[] is null or b.id = any($3::uuid[]))))
  limit $4) t`

const wantedOf = (brands: BrandsScope["brands"]) => (brands === "all" ? null : [...brands].map(uuidOf).sort())

/**
 * How many tickets there are, and whose: the questions of `TicketStore` about many tickets at once. Every dashboard counts
 * again after each change, so those that ask for the same count meanwhile share the next one.
 */
export const make = Effect.fnUntraced(function* ({
  reads,
  system
}: Pick<Database["Service"], "reads" | "system">): Effect.fn.Return<
  Pick<TicketStore["Service"], "counts" | "taken" | "assignedOutOfReach">,
  never,
  Scope.Scope
> {
  const shared = yield* SharedReads.make<ReadonlyArray<TicketCounts>>()
  const sharedTaken = yield* SharedReads.make<number>()

  return {
    counts: ({ brands, tenant }) => {
      const wanted = wantedOf(brands)
      return shared(
        `${tenant.id} ${wanted}`,
        query(reads<CountsRow>`SELECT * FROM ticket_stats(${tenant.id}, ${wanted}::uuid[])`).pipe(
          Effect.map((rows) => rows.map(({ brand_id, ...counts }) => ({ ...counts, brandId: idOf("brand", brand_id) })))
        )
      )
    },

    taken: ({ brands, tenant }, memberId) => {
      const wanted = wantedOf(brands)
      return sharedTaken(
        `${tenant.id} ${memberId} ${wanted}`,
        query(
          reads.unsafe<{ readonly taken: number }>(takenSql, [tenant.id, uuidOf(memberId), wanted, mostTaken])
        ).pipe(Effect.map(([row]) => row?.taken ?? 0))
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
