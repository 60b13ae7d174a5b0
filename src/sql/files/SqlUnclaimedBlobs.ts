import { Deferred, Effect, type Exit, Layer } from "effect"
import { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import { logStrain } from "../../runtime/logOutage.ts"
import { UnclaimedBlobs } from "../../tickets/files/UnclaimedBlobs.ts"
import { Database } from "../Database.ts"
import * as Lanes from "../Lanes.ts"
import { query } from "../query.ts"

/** How long bytes wait for a row that refers to them: longer than it takes to send the rest of a form and to commit. */
const patience = "1 hour"

interface Job extends Lanes.Job {
  readonly tenantId: string
  readonly key: string
  readonly noted: Deferred.Deferred<void, DatabaseUnavailable>
}

/**
 * `UnclaimedBlobs` as removals that are due later (0008_attachments.ts): a row that refers to the bytes cancels the removal.
 * Bytes being removed are refused here, because no row could refer to them, and nothing would know of them afterwards. This
 * does not wait for the disk: the row that refers to the bytes is flushed later, and only that is acknowledged. Per tenant,
 * what arrives while a statement is in progress shares the next one.
 */
export const layer = Layer.effect(
  UnclaimedBlobs,
  Effect.gen(function* () {
    const { writes } = yield* Database

    const submit = yield* Lanes.make((jobs: ReadonlyArray<Job>) =>
      query(writes<{ key: string }>`INSERT INTO blob_removals (key, tenant_id, due_at)
        SELECT DISTINCT k.key, s.tenant_id, now() + ${patience}::interval
        FROM tenant_scope(${jobs[0]?.tenantId}) s, set_config('synchronous_commit', 'off', true),
          json_array_elements_text(${JSON.stringify(jobs.map(({ key }) => key))}::json) AS k(key)
        ORDER BY k.key
        ON CONFLICT (key) DO UPDATE SET due_at = greatest(blob_removals.due_at, excluded.due_at)
        WHERE blob_removals.removing_since IS NULL RETURNING key`).pipe(
        Effect.map((rows) => new Set(rows.map(({ key }) => key))),
        Effect.tap((keys) =>
          jobs.every(({ key }) => keys.has(key))
            ? Effect.void
            : logStrain("The database", "these bytes are being removed")
        ),
        Effect.exit,
        Effect.flatMap((noted) => Effect.sync(() => settle(jobs, noted)))
      )
    )

    return UnclaimedBlobs.of({
      note: (tenantId, key) =>
        Effect.suspend(() => {
          const noted = Deferred.makeUnsafe<void, DatabaseUnavailable>()
          submit(tenantId, {
            tenantId,
            key,
            noted,
            weight: 0,
            fail: (error) => Deferred.doneUnsafe(noted, Effect.fail(error))
          })
          return Deferred.await(noted)
        })
    })
  })
)

const settle = (jobs: ReadonlyArray<Job>, exit: Exit.Exit<ReadonlySet<string>, DatabaseUnavailable>) => {
  for (const { key, noted } of jobs)
    Deferred.doneUnsafe(
      noted,
      Effect.flatMap(exit, (keys) =>
        keys.has(key) ? Effect.void : Effect.fail(new DatabaseUnavailable({ reason: "overloaded" }))
      )
    )
}
