import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Events that a start looks at, newest ids first: more than are stored during any one transaction. Takes about 10 ms. */
const lookedAt = 10_000

/**
 * Accounts for a dump restored from another cluster, whose transaction ids had advanced beyond this one's: new events sort
 * after everything in it, and after every cursor issued there (docs/decisions/0009). Runs at each start, on one node at a time;
 * changes nothing unless something was restored.
 */
export const advanceEpoch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT set_config('trunkline.system', 'on', true)`
  // Whatever is visible and was stored by this cluster belongs to a transaction before the end of the snapshot.
  const [next] = yield* sql<{ epoch: string }>`
    SELECT ((number >> 32) + 1 << 32)::text AS epoch FROM (
      SELECT max(transaction_id::text::bigint) AS number
      FROM (SELECT transaction_id FROM events ORDER BY id DESC LIMIT ${lookedAt}) newest) reached
    WHERE number >= event_epoch() + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
  if (next === undefined) return
  // Transactions with an id of the old epoch end first, and no further id is issued until the new epoch is in place.
  yield* sql`LOCK TABLE ONLY events IN SHARE ROW EXCLUSIVE MODE`
  yield* sql.unsafe(
    `CREATE OR REPLACE FUNCTION event_epoch() RETURNS bigint LANGUAGE sql STABLE AS 'select ${next.epoch}::bigint'`
  )
  yield* Effect.logInfo("Events were restored from another PostgreSQL: new events are numbered after them")
})
