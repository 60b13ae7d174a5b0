import { Effect, Option, type Schema } from "effect"
import type { SqlError } from "effect/sql"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { Database } from "./Database.ts"
import { query } from "./query.ts"
import { lostConflict, realSleep, retryConflicts } from "./retryConflicts.ts"

/** Milliseconds that a transaction waits for a free connection before its caller is told that we are overloaded. */
const queueLimit = 2_000
/** Milliseconds that a transaction may take in all, retries included. */
const totalLimit = 20_000

/**
 * Runs `effect` in one transaction of `writes`, in which row-level security admits only the rows of `tenant`; inside another
 * transaction, in a savepoint, after which the outer tenant is restored. Costs three round trips (BEGIN, tenant, COMMIT) on top
 * of its own, so a hot path should use one statement with `tenant_scope`. A serialization failure or a deadlock retries the
 * whole outermost transaction, so `effect` must do nothing but talk to the database.
 */
export const transaction =
  (database: Database["Service"], tenant: Pick<Tenant, "id">) =>
  <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, Exclude<E, SqlError.SqlError | Schema.SchemaError> | DatabaseUnavailable, R> =>
    Effect.flatMap(Effect.serviceOption(database.writes.transactionService), (outer) => {
      const sql = database.writes
      if (Option.isSome(outer))
        return query(
          Effect.catchIf(sql.withTransaction(within(sql, tenant.id, effect)), lostConflict, (error) =>
            Effect.die(new LostConflict(error))
          ),
          totalLimit
        )
      const scoped = Effect.andThen(sql`SELECT set_config('trunkline.tenant', ${tenant.id}, true)`, effect)

      const attempt = Effect.suspend(() => {
        let begun = false
        const work = sql.withTransaction(
          Effect.suspend(() => {
            begun = true
            return scoped
          })
        )
        const impatience = Effect.flatMap(realSleep(queueLimit), () =>
          begun ? Effect.never : Effect.fail(new DatabaseUnavailable({ reason: "overloaded" }))
        )
        return Effect.raceFirst(work, impatience)
      }).pipe(
        Effect.catchDefect((defect) =>
          defect instanceof LostConflict ? Effect.fail(defect.error) : Effect.die(defect)
        )
      )
      return query(retryConflicts(attempt), totalLimit)
    })

/**
 * A transaction nested in another has lost a conflict. Only the whole can be retried, so nothing in between gets to handle it.
 */
class LostConflict {
  readonly error: SqlError.SqlError

  constructor(error: SqlError.SqlError) {
    this.error = error
  }
}

/** Part of a transaction that may be another tenant's: a failure rolls back the savepoint, and the setting with it. */
const within = <A, E, R>(sql: Database["Service"]["writes"], tenantId: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const [row] = yield* sql<{ outer: string }>`
      SELECT current_setting('trunkline.tenant', true) AS outer, set_config('trunkline.tenant', ${tenantId}, true)`
    const value = yield* effect
    const outer = row?.outer ?? ""
    if (outer !== tenantId) yield* sql`SELECT set_config('trunkline.tenant', ${outer}, true)`
    return value
  })
