import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { pause } from "./until.ts"

/** Waits until a connection of a pool is blocked by a lock. */
export const somebodyWaits = (pool: "commits" | "writes") =>
  Effect.flatMap(Database, ({ system }) =>
    system`select 1 from pg_stat_activity where datname = current_database()
      and application_name = ${`trunkline ${pool}`} and wait_event_type = 'Lock'`.pipe(
      Effect.tap(pause),
      Effect.repeat({ until: (waiting) => waiting.length > 0 })
    )
  )
