import { Deferred, Effect, type Scope } from "effect"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { Database } from "../Database.ts"
import * as Lanes from "../Lanes.ts"
import { query } from "../query.ts"
import type { Stamped } from "./ticketList.ts"

interface Job extends Lanes.Job {
  readonly tenantId: string
  readonly brandId: string
  readonly ticketId: string
  readonly head: Deferred.Deferred<Stamped | undefined, DatabaseUnavailable>
}

interface HeadRow extends Stamped {
  readonly id: string
  readonly brand_id: string
}

/**
 * Looks up a ticket's state, or `undefined` if the brand has no ticket with this id. Callers of one tenant who ask while a
 * lookup is in progress share the next statement: a round trip costs more than the rows it returns. Under load, two are in
 * progress, so that the database and the program work at the same time.
 */
export const make = Effect.fnUntraced(function* (
  database: Database["Service"]
): Effect.fn.Return<
  (scope: BrandScope, ticketId: string) => Effect.Effect<Stamped | undefined, DatabaseUnavailable>,
  never,
  Scope.Scope
> {
  const ask = (jobs: ReadonlyArray<Job>) =>
    query(
      database.reads.unsafe<HeadRow>(
        `select t.* from tenant_scope($1) s, lateral (
          select t.id, t.brand_id, t.version, b.embedded_revision from tickets t
            join brands b on b.tenant_id = t.tenant_id and b.id = t.brand_id and b.deleted_at is null
          where t.tenant_id = s.tenant_id and t.id = any($2::uuid[]) offset 0) t`,
        [jobs[0]?.tenantId, [...new Set(jobs.map(({ ticketId }) => ticketId))]]
      )
    ).pipe(
      Effect.flatMap((rows) =>
        Effect.sync(() => {
          const found = new Map(rows.map((row) => [row.id, row]))
          for (const { brandId, head, ticketId } of jobs) {
            const row = found.get(ticketId)
            Deferred.doneUnsafe(head, Effect.succeed(row?.brand_id === brandId ? row : undefined))
          }
        })
      ),
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          for (const { head } of jobs) Deferred.doneUnsafe(head, Effect.failCause(cause))
        })
      )
    )
  const submit = yield* Lanes.make(ask, { abreast: true })

  return (scope, ticketId) =>
    Effect.suspend(() => {
      const head = Deferred.makeUnsafe<Stamped | undefined, DatabaseUnavailable>()
      submit(scope.tenant.id, {
        tenantId: scope.tenant.id,
        brandId: uuidOf(scope.brandId),
        ticketId,
        head,
        weight: 0,
        fail: (error) => Deferred.doneUnsafe(head, Effect.fail(error))
      })
      return Deferred.await(head)
    })
})
