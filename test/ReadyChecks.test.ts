import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as ReadyChecks from "../src/ReadyChecks.ts"
import { ActorRegistry } from "../src/runtime/ActorRegistry.ts"
import { Health } from "../src/runtime/Health.ts"
import { Database } from "../src/sql/Database.ts"
import { query } from "../src/sql/query.ts"
import { BlobStore } from "../src/tickets/files/BlobStore.ts"
import { cuttableDatabase } from "./support/cuttableDatabase.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const emptyBlobs: BlobStore["Service"] = {
  put: () => Effect.die("not asked"),
  get: () => Stream.die("not asked"),
  remove: () => Effect.die("not asked"),
  check: Effect.void
}
const awayBlobs = { ...emptyBlobs, check: Effect.die("away") }
const bucketAway = {
  ...awayBlobs,
  direct: {
    origin: "https://bucket.example",
    uploadKey: () => "",
    collect: () => Effect.die("not asked"),
    uploadUrl: () => Effect.die("not asked"),
    downloadUrl: () => Effect.die("not asked")
  }
}

/** A node that may or may not receive mail, with its checks. */
const node = (mail: boolean, blobs = emptyBlobs, database = TestDatabase.layer) =>
  ReadyChecks.layer({ mail }).pipe(
    Layer.provideMerge(Layer.mergeAll(Health.layer, ActorRegistry.layer, database, Layer.succeed(BlobStore, blobs)))
  )

const actor = Effect.fn(function* (kind: string, name = kind) {
  const entry = yield* (yield* ActorRegistry).register({ name, kind, brandId: undefined })
  yield* entry.change({ state: "running" })
  return entry
})

/** Whether the node is ready, and the checks that fail. */
const readiness = Effect.gen(function* () {
  const { checks, ready } = yield* (yield* Health).readiness
  return { ready, failing: Object.entries(checks).flatMap(([name, ok]) => (ok ? [] : [name])) }
})
const well = { ready: true, failing: [] }

describe("A node", () => {
  it.live("is ready once its mail listener runs, and reports that its dispatcher does not", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readiness, { ready: false, failing: ["outbox", "mail"] })
      yield* actor("smtp")
      assert.deepStrictEqual(yield* readiness, { ready: true, failing: ["outbox"] })
      yield* actor("dispatcher")
      assert.deepStrictEqual(yield* readiness, well)
    }).pipe(Effect.provide(node(true)))
  )

  it.live("that receives no mail does not wait for a mail listener", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher")
      assert.deepStrictEqual(yield* readiness, well)
    }).pipe(Effect.provide(node(false)))
  )

  it.live("keeps serving while one of its dispatcher's actors is down, and reports that", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher", "sweep")
      const session = yield* actor("dispatcher", "session")
      yield* session.change({ state: "backing_off" })
      assert.deepStrictEqual(yield* readiness, { ready: true, failing: ["outbox"] })
      yield* session.change({ state: "running" })
      assert.deepStrictEqual(yield* readiness, well)
    }).pipe(Effect.provide(node(false)))
  )

  it.live("keeps serving when endpoints are down", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher")
      const endpoint = yield* actor("webhook")
      yield* endpoint.change({ state: "backing_off" })
      assert.deepStrictEqual(yield* readiness, well)
    }).pipe(Effect.provide(node(false)))
  )

  it.live("is not ready without its folder for files", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher")
      assert.deepStrictEqual(yield* readiness, { ready: false, failing: ["files"] })
    }).pipe(Effect.provide(node(false, awayBlobs)))
  )

  it.live("keeps serving without the object store, which all nodes then lack, and reports that", () =>
    Effect.gen(function* () {
      yield* actor("dispatcher")
      assert.deepStrictEqual(yield* readiness, { ready: true, failing: ["files"] })
    }).pipe(Effect.provide(node(false, bucketAway)))
  )

  it.live("is not ready while its database is away, and is once it is back", () =>
    Effect.gen(function* () {
      const { cut, mend, url } = yield* cuttableDatabase
      yield* Effect.gen(function* () {
        yield* actor("dispatcher")
        assert.deepStrictEqual(yield* readiness, well)
        yield* cut
        assert.deepStrictEqual(yield* readiness, { ready: false, failing: ["database", "writes", "migrations"] })
        yield* mend
        assert.deepStrictEqual(yield* readiness, well)
      }).pipe(Effect.provide(node(false, emptyBlobs, TestDatabase.on(url))))
    }).pipe(Effect.scoped)
  )

  it.live(
    "keeps serving while all connections for background work wait, as for a synchronous standby that is away",
    () =>
      Effect.gen(function* () {
        yield* actor("dispatcher")
        const { system } = yield* Database
        for (let more = 0; more < 20; more++) yield* Effect.forkScoped(system`SELECT pg_sleep(600)`)
        yield* Effect.timeoutOption(system`SELECT 1`, "500 millis").pipe(Effect.repeat({ until: Option.isNone }))
        assert.deepStrictEqual(yield* readiness, well)
      }).pipe(Effect.scoped, Effect.provide(node(false)))
  )

  it.live("keeps serving on a database that was set to read-only, and reports that", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.freshDatabase
      yield* Effect.gen(function* () {
        yield* actor("dispatcher")
        const { system } = yield* Database
        const [row] = yield* system<{ name: string }>`SELECT quote_ident(current_database()) AS name`
        yield* system.unsafe(`ALTER DATABASE ${row?.name} SET default_transaction_read_only = on`)
        assert.deepStrictEqual(yield* readiness, { ready: true, failing: ["writes"] })
      }).pipe(Effect.provide(node(false, emptyBlobs, TestDatabase.on(url))))
    }).pipe(Effect.scoped)
  )

  it.effect(
    "keeps serving while its database is full, and reports that until a minute has passed without an error",
    () =>
      Effect.gen(function* () {
        yield* actor("dispatcher")
        const { writes } = yield* Database
        yield* Effect.flip(
          query(writes.unsafe("DO $$ BEGIN RAISE EXCEPTION 'No space left' USING errcode = 'disk_full'; END $$"))
        )
        assert.deepStrictEqual(yield* readiness, { ready: true, failing: ["writes"] })
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* readiness, well)
      }).pipe(Effect.provide(node(false)))
  )

  it.live(
    "is not ready on a database that lacks a migration, and keeps serving beside a newer node if that permits it",
    () =>
      Effect.gen(function* () {
        yield* actor("dispatcher")
        const { system } = yield* Database
        yield* system`INSERT INTO migrations (id, name, checksum, oldest_code)
        SELECT max(id) + 1, 'newer', '', max(id) FROM migrations`
        assert.deepStrictEqual(yield* readiness, well)
        yield* system`UPDATE migrations SET oldest_code = NULL WHERE name = 'newer'`
        assert.deepStrictEqual(yield* readiness, { ready: false, failing: ["migrations"] })
        yield* system`DELETE FROM migrations WHERE id >= (SELECT max(id) - 1 FROM migrations)`
        assert.deepStrictEqual(yield* readiness, { ready: false, failing: ["migrations"] })
      }).pipe(Effect.provide(node(false)))
  )
})
