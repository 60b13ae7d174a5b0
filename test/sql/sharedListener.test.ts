import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue, Redacted, Stream } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { sharedListener } from "../../src/sql/sharedListener.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

/** Connections of this database opened for listening under this name. */
const connections = (name: string) =>
  Effect.flatMap(Database, ({ system }) =>
    Effect.map(
      system<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ${name}`,
      ([row]) => row?.count
    )
  )

layer(TestDatabase.layer, { excludeTestServices: true })("Listening", (it) => {
  it.effect("uses one connection, however many listeners there are", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const url = Redacted.make(yield* TestDatabase.currentUrl)
      const listen = yield* sharedListener({ url, applicationName: "listening test" })
      const heard = yield* Effect.forEach(["a", "b", "b", "c"], (channel) => listen(channel))
      assert.strictEqual(yield* connections("listening test"), 1)
      yield* system`SELECT pg_notify('b', 'hello')`
      for (const queue of heard.slice(1, 3)) assert.strictEqual((yield* Queue.take(queue)).payload, "hello")
      yield* system`SELECT pg_notify('a', 'there')`
      const [first] = heard
      assert.strictEqual(first === undefined ? undefined : (yield* Queue.take(first)).payload, "there")
    }).pipe(Effect.scoped)
  )

  it.effect("continues if the database ends idle sessions", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      yield* TestDatabase.alterDatabase(system, { idle_session_timeout: "1ms" })
      const queue = yield* system.listen("quiet")
      yield* system`SELECT pg_sleep(0.1)`
      yield* system`SELECT pg_notify('quiet', 'still here')`
      assert.strictEqual((yield* Queue.take(queue)).payload, "still here")
    }).pipe(Effect.scoped, Effect.provide(Layer.fresh(TestDatabase.layer)))
  )

  it.effect("fails for all listeners when the connection is lost, and works for those that listen again", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const url = Redacted.make(yield* TestDatabase.currentUrl)
      const listen = yield* sharedListener({ url, applicationName: "losing test" })
      const listening = Effect.scoped(Effect.flatMap(listen("x"), (queue) => Stream.runDrain(Stream.fromQueue(queue))))
      const lost = yield* Effect.all([Effect.forkScoped(listening), Effect.forkScoped(listening)])
      yield* Effect.flatMap(connections("losing test"), (count) =>
        count === 1 ? Effect.void : Effect.fail("not yet")
      ).pipe(Effect.eventually)
      yield* system`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'losing test'`
      for (const fiber of lost) assert.strictEqual((yield* Fiber.await(fiber))._tag, "Failure")
      const again = yield* listen("x")
      yield* system`SELECT pg_notify('x', 'back')`
      assert.strictEqual((yield* Queue.take(again)).payload, "back")
    }).pipe(Effect.scoped)
  )
})
