import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { Database } from "../Database.ts"

/** Connections that are made while somebody looks. */
const most = 4

/**
 * A pool for reading the status. It has room when the others have none, and does not burden a database in trouble: a statement
 * gives up within a second, and uses only indexes, whatever PostgreSQL estimates about tables that grow and empty within
 * minutes.
 */
export const statusPool = Effect.flatMap(Database, ({ system: { config } }) =>
  PgClient.make({
    ...config,
    applicationName: "trunkline status",
    maxConnections: most,
    startupParameters: {
      ...config.startupParameters,
      statement_timeout: "1s",
      lock_timeout: "500ms",
      enable_seqscan: "off"
    }
  }).pipe(Effect.provide(Reactivity.layer))
)
