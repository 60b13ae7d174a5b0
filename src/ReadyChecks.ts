import { Effect, Layer, Schema } from "effect"
import { ActorRegistry } from "./runtime/ActorRegistry.ts"
import { Health } from "./runtime/Health.ts"
import { Database } from "./sql/Database.ts"
import * as Migrations from "./sql/Migrations.ts"
import { BlobStore } from "./tickets/BlobStore.ts"

/** Actors of a kind are not there yet, or wait to be started again. */
export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", { kind: Schema.String }) {}

/**
 * What `/ready` asks. A relay or a receiver that is down makes no node unready: what is meant for it waits in the
 * database.
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
      yield* health.register("files", (yield* BlobStore).check)
      yield* health.register("outbox", running("dispatcher"))
      if (options.mail) yield* health.register("mail", running("smtp"))
    })
  )
