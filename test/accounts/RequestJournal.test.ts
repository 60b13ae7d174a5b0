import { assert, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ApiRequestStore } from "../../src/accounts/ApiRequestStore.ts"
import * as RequestJournal from "../../src/accounts/RequestJournal.ts"
import { RequestNotes } from "../../src/accounts/RequestNotes.ts"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"

/** A journal with a database that the test controls, and what it has written. */
const journal = Effect.gen(function* () {
  const written: Array<string> = []
  const database: { trouble: Effect.Effect<void, DatabaseUnavailable> } = { trouble: Effect.void }
  const store = ApiRequestStore.of({
    insert: (requests) =>
      Effect.map(
        Effect.suspend(() => database.trouble),
        () => void written.push(...requests.map(({ operation }) => operation))
      ),
    list: () => Effect.die("unasked"),
    find: () => Effect.die("unasked")
  })
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(
    RequestJournal.layer.pipe(Layer.provide([Layer.succeed(ApiRequestStore, store), ActorRegistry.layer])),
    scope
  )
  const noted = (operation: string, now: number) =>
    Context.get(context, RequestNotes)(
      {
        tenantId: "tenant",
        keyId: "key",
        status: 200,
        describe: () => ({
          id: idOf("request", "01a21239-c563-7956-ba36-f537d5f5870a"),
          apiKey: { id: idOf("key", "01a21239-c563-7956-ba36-f537d5f5870a"), prefix: "sk_live_4f9K" },
          operation,
          method: "GET",
          path: "/v1/brands",
          status: 200,
          durationMs: 1,
          replayed: false,
          ip: "::1"
        })
      },
      now
    )
  return { written, database, noted, stop: Scope.close(scope, Exit.void) }
})

layer(Layer.empty)("The request journal", (it) => {
  it.effect("writes the requests of past seconds, and the rest when it is stopped", () =>
    Effect.gen(function* () {
      const { noted, stop, written } = yield* journal
      noted("first", 500)
      noted("second", 1_500)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(written, ["first"])
      yield* stop
      assert.deepStrictEqual(written, ["first", "second"])
    })
  )

  it.effect("keeps requests while the database is away", () =>
    Effect.gen(function* () {
      const { database, noted, stop, written } = yield* journal
      database.trouble = Effect.fail(new DatabaseUnavailable({ reason: "unreachable" }))
      noted("early", 500)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(written, [])
      database.trouble = Effect.void
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(written, ["early"])
      yield* stop
    })
  )

  it.effect("continues after requests that the database rejects", () =>
    Effect.gen(function* () {
      const { database, noted, stop, written } = yield* journal
      database.trouble = Effect.failCause(Cause.die("a mistake of ours"))
      noted("refused", 500)
      yield* TestClock.adjust("2 seconds")
      database.trouble = Effect.void
      noted("later", 2_500)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(written, ["later"])
      yield* stop
    })
  )
})
