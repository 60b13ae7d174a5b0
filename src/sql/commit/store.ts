import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Write } from "./writeBatch.ts"
import type { DeliveryRow } from "./writeEvents.ts"

/** Writes, and commits unless there is more to come, in one round trip. */
export const store = (
  connection: PgConnection,
  write: Write,
  transaction: "commit" | "continue"
): Effect.Effect<ReadonlyArray<DeliveryRow>, SqlError.SqlError> =>
  Effect.map(
    Effect.all(
      [
        connection.query(write.sql, write.parameters),
        ...write.afterwards.map(({ parameters, sql }) => connection.query(sql, parameters)),
        ...(transaction === "commit" ? [connection.query("COMMIT")] : [])
      ],
      { concurrency: "unbounded" }
    ),
    // The columns of `deliveries_new`.
    ([written]) => (written?.rows ?? []) as unknown as ReadonlyArray<DeliveryRow>
  )
