import { Effect, Layer, Schema } from "effect"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { Health } from "./runtime/Health.ts"
import { Database } from "./sql/Database.ts"
import * as Migrations from "./sql/Migrations.ts"
import { BlobStore } from "./tickets/BlobStore.ts"

/** Actors of a kind are not there yet, or wait to be started again. */
export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", { kind: Schema.String }) {}

/**
 * What `/ready` asks. A load balancer takes a node away that is not ready, so only what leaves a node nothing to serve
 * decides: without its database it cannot answer, and without its folder or its mail listener another node is the better
 * one. What waits in the database meanwhile is told of and no more, as events do while the dispatcher starts a part of
 * itself again; and so is an object store that is away, because all nodes would leave at once, and tickets without files
 * are served without it.
 */
export const layer = (options: {
  /** Whether mail is received here. */
  readonly mail: boolean
}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const health = yield* Health
      const actors = yield* ActorRegistry
      const { reads, system } = yield* Database
      const running = (kind: string) =>
        Effect.gen(function* () {
          const ours = (yield* actors.list).filter((actor) => actor.kind === kind)
          if (ours.length === 0 || ours.some(({ state }) => state !== "running")) return yield* new NotRunning({ kind })
        })

      yield* health.register("database", reads`SELECT 1`)
      yield* health.register("migrations", Migrations.complete(system, yield* Migrations.load()))
      const { check, direct } = yield* BlobStore
      yield* health.register("files", check, { decides: direct === undefined })
      yield* health.register("outbox", running("dispatcher"), { decides: false })
      if (options.mail) yield* health.register("mail", running("smtp"))
    })
  )
