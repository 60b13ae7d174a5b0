import type { PgClient } from "@effect/sql-pg/PgClient"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { Effect, RcRef, type Scope } from "effect"

/**
 * One connection on which a process receives everything it listens for, opened with the first listener and closed with the
 * last. A pool would give each listener a connection of its own, until none is left for statements. If the connection is lost,
 * every listener fails, and the next one opens a new connection.
 */
export const sharedListener = (config: PgConnection.Config): Effect.Effect<PgClient["listen"], never, Scope.Scope> =>
  Effect.map(
    RcRef.make({
      // Pinned, the connection takes any number of listeners.
      acquire: Effect.flatMap(PgConnection.make(config), ({ pin }) => pin)
    }),
    (connection) => (channel) =>
      Effect.flatMap(RcRef.get(connection), ({ listen }) =>
        Effect.tapError(listen(channel), () => RcRef.invalidate(connection))
      )
  )
