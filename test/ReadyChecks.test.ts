import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import * as ReadyChecks from "../src/ReadyChecks.ts"
import { ActorRegistry } from "../src/runtime/ActorRegistry.ts"
import { Health } from "../src/runtime/Health.ts"
import { Database } from "../src/sql/Database.ts"
import { BlobStore } from "../src/tickets/BlobStore.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const emptyBlobs = Layer.succeed(BlobStore, {
  put: () => Effect.die("not asked"),
  get: () => Stream.die("not asked"),
  remove: () => Effect.die("not asked"),
  check: Effect.void
})

/** A node that receives mail, or not, with its checks. */
const node = (mail: boolean) =>
  ReadyChecks.layer({ mail }).pipe(
    Layer.provideMerge(Layer.mergeAll(Health.layer, ActorRegistry.layer, TestDatabase.layer, emptyBlobs))
  )

const actor = Effect.fn(function* (kind: string, name = kind) {
  const entry = yield* (yield* ActorRegistry).register({ name, kind, brandId: undefined })
  yield* entry.change({ state: "running" })
  return entry
})

/** The checks that fail. */
const failing = Effect.gen(function* () {
  const { checks, ready } = yield* (yield* Health).readiness
  const names = Object.entries(checks).flatMap(([name, ok]) => (ok ? [] : [name]))
  assert.strictEqual(ready, names.length === 0)
  return names
})

describe("A node", () => {
  it.live("is ready once its dispatcher and its mail listener run", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* failing, ["outbox", "mail"])
      yield* actor("dispatcher")
      assert.deepStrictEqual(yield* failing, ["mail"])
      yield* actor("smtp")
      assert.deepStrictEqual(yield* failing, [])
    }).pipe(Effect.provide(node(true)))
  )

  it.live("that receives no mail does not wait for a mail listener", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher")
      assert.deepStrictEqual(yield* failing, [])
    }).pipe(Effect.provide(node(false)))
  )

  it.live("is not ready while one of its dispatcher's actors is down, and is when it is back", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher", "sweep")
      const session = yield* actor("dispatcher", "session")
      yield* session.change({ state: "backing_off" })
      assert.deepStrictEqual(yield* failing, ["outbox"])
      yield* session.change({ state: "running" })
      assert.deepStrictEqual(yield* failing, [])
    }).pipe(Effect.provide(node(false)))
  )

  it.live("serves on when endpoints are down", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher")
      const endpoint = yield* actor("webhook")
      yield* endpoint.change({ state: "backing_off" })
      assert.deepStrictEqual(yield* failing, [])
    }).pipe(Effect.provide(node(false)))
  )

  it.live(
    "is not ready on a database that lacks a migration, and serves on beside one of a newer node that lets it",
    () =>
      Effect.gen(function* () {
        yield* actor("dispatcher")
        const { system } = yield* Database
        yield* system`INSERT INTO migrations (id, name, checksum, oldest_code)
        SELECT max(id) + 1, 'newer', '', max(id) FROM migrations`
        assert.deepStrictEqual(yield* failing, [])
        yield* system`UPDATE migrations SET oldest_code = NULL WHERE name = 'newer'`
        assert.deepStrictEqual(yield* failing, ["migrations"])
        yield* system`DELETE FROM migrations WHERE id >= (SELECT max(id) - 1 FROM migrations)`
        assert.deepStrictEqual(yield* failing, ["migrations"])
      }).pipe(Effect.provide(node(false)))
  )
})
