import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Events that a start looks at, the newest by their ids: more than are stored while a transaction lasts. Some 10 ms. */
const lookedAt = 10_000

/**
 * Settles what a dump has brought from another cluster, whose transactions had larger numbers than this one has reached:
 * events from now on come after all of it, and after every cursor that was given out there (docs/decisions/0009). Part of
 * each start, by one node at a time; changes nothing unless something was restored.
 */
export const advanceEpoch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT set_config('trunkline.system', 'on', true)`
  // What is visible here and was stored here is of a transaction before the end of the snapshot.
  const [next] = yield* sql<{ epoch: string }>`
    SELECT ((number >> 32) + 1 << 32)::text AS epoch FROM (
      SELECT max(transaction_id::text::bigint) AS number
      FROM (SELECT transaction_id FROM events ORDER BY id DESC LIMIT ${lookedAt}) newest) reached
    WHERE number >= event_epoch() + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
  if (next === undefined) return
  // Whoever has a number of the old epoch ends first, and none is given out until the new one is there.
  yield* sql`LOCK TABLE ONLY events IN SHARE ROW EXCLUSIVE MODE`
  yield* sql.unsafe(
    `CREATE OR REPLACE FUNCTION event_epoch() RETURNS bigint LANGUAGE sql STABLE AS 'select ${next.epoch}::bigint'`
  )
  yield* Effect.logInfo("Events were restored from another PostgreSQL: new events are numbered after them")
})
