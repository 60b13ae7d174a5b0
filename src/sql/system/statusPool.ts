import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { Database } from "../Database.ts"

/** Connections that are made while somebody looks. */
const most = 4

/**
 * A pool for whoever looks at how things are. It has room when the others have none, and burdens no database that is in trouble:
 * a statement gives up within a second, and keeps to indexes, whatever PostgreSQL supposes of tables that grow and
 * empty within minutes.
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
