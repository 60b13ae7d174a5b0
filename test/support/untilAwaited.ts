import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { pause } from "./until.ts"

/** Within a transaction of `system`: waits until another transaction waits for this one to end. */
export const untilAwaited = Effect.flatMap(Database, ({ system }) =>
  system`select 1 from pg_locks
    where locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid and not granted`.pipe(
    Effect.tap(pause),
    Effect.repeat({ until: (waiting) => waiting.length > 0 })
  )
)
