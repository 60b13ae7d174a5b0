import { Effect, Layer, Schema } from "effect"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { Health } from "./runtime/Health.ts"
import { Database } from "./sql/Database.ts"
import * as Migrations from "./sql/Migrations.ts"
import { hasRoom } from "./sql/query.ts"
import { BlobStore } from "./tickets/files/BlobStore.ts"

/** The database is read-only or out of space: reads succeed, writes are refused. */
export class TakesNoWrites extends Schema.TaggedError<TakesNoWrites>()("TakesNoWrites", {}) {}

/** Actors of a kind have not started yet, or wait for a restart. */
export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", { kind: Schema.String }) {}

/**
 * The checks behind `/ready`. Load balancers remove nodes that are not ready, so only what leaves a node with nothing to
 * serve makes it unready: without a database, or on a standby, it cannot respond, and without its folder or its mail
 * listener another node can do better. Everything else is only reported: events, which wait in the database while the
 * dispatcher restarts a part of itself; an object store that is unavailable; and a database that refuses writes, since all
 * nodes would leave at once although what can be read is served.
 */
export const layer = (options: {
  /** Whether mail is received here. */
  readonly mail: boolean
}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const health = yield* Health
      const actors = yield* ActorRegistry
      const { reads, writes } = yield* Database
      const running = (kind: string) =>
        Effect.gen(function* () {
          const ours = (yield* actors.list).filter((actor) => actor.kind === kind)
          if (ours.length === 0 || ours.some(({ state }) => state !== "running")) return yield* new NotRunning({ kind })
        })

      yield* health.register("database", reads`SELECT 1`)
      const takesWrites = Effect.gen(function* () {
        const [row] = yield* writes<{ refuses: string }>`SELECT current_setting('transaction_read_only') AS refuses`
        if (row?.refuses !== "off" || !(yield* hasRoom)) return yield* new TakesNoWrites()
      })
      yield* health.register("writes", takesWrites, { decides: false })
      yield* health.register("migrations", Migrations.complete(reads, yield* Migrations.load()))
      const { check, direct } = yield* BlobStore
      yield* health.register("files", check, { decides: direct === undefined })
      yield* health.register("outbox", running("dispatcher"), { decides: false })
      if (options.mail) yield* health.register("mail", running("smtp"))
    })
  )
