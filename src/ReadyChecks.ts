import { Effect, Layer, Schema } from "effect"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { Health } from "./runtime/Health.ts"
import { Database } from "./sql/Database.ts"
import * as Migrations from "./sql/Migrations.ts"
import { hasRoom } from "./sql/query.ts"
import { BlobStore } from "./tickets/files/BlobStore.ts"

/** The database is read-only, or has no room: what is asked is answered, and what is sent is not taken. */
export class TakesNoWrites extends Schema.TaggedError<TakesNoWrites>()("TakesNoWrites", {}) {}

/** Actors of a kind are not there yet, or wait to be started again. */
export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", { kind: Schema.String }) {}

/**
 * What `/ready` asks. A load balancer takes a node away that is not ready, so only what leaves a node nothing to serve
 * decides: without its database, or on a standby, it cannot answer, and without its folder or its mail listener another
 * node is the better one. What waits in the database meanwhile is told of and no more, as events do while the dispatcher
 * starts a part of itself again; and so are an object store that is away and a database that takes no writes, because all
 * nodes would leave at once, and what can be read is served.
 */
export const layer = (options: {
  /** Whether mail is received here. */
  readonly mail: boolean
}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const health = yield* Health
      const actors = yield* ActorRegistry
      const { reads, system, writes } = yield* Database
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
      yield* health.register("migrations", Migrations.complete(system, yield* Migrations.load()))
      const { check, direct } = yield* BlobStore
      yield* health.register("files", check, { decides: direct === undefined })
      yield* health.register("outbox", running("dispatcher"), { decides: false })
      if (options.mail) yield* health.register("mail", running("smtp"))
    })
  )
