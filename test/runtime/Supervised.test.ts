import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { Recycled, supervise } from "../../src/runtime/Supervised.ts"

const statusOf = (name: string) =>
  Effect.gen(function* () {
    const all = yield* (yield* ActorRegistry).list
    return all.find((status) => status.name === name)
  })

layer(ActorRegistry.layer)("A supervised actor", (it) => {
  it.effect("is restarted after it fails, dies or returns, and shows its state", () =>
    Effect.gen(function* () {
      const lives: Array<string> = []
      yield* supervise({
        name: "flaky",
        kind: "test",
        brandId: "br_1",
        live: (self) =>
          Effect.gen(function* () {
            lives.push("life")
            yield* Effect.addFinalizer(() => Effect.sync(() => lives.push("closed")))
            if (lives.length === 1) return yield* Effect.fail(new Error("line one\nline two"))
            if (lives.length === 3) return yield* Effect.die("boom")
            if (lives.length === 5) return
            yield* self.ready
            yield* self.backlog(7)
            return yield* Effect.never
          })
      })
      yield* Effect.yieldNow
      const failed = yield* statusOf("flaky")
      assert.strictEqual(failed?.state, "backing_off")
      assert.strictEqual(failed?.lastError, "line one line two")

      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(lives, ["life", "closed", "life", "closed", "life", "closed", "life"])
      const running = yield* statusOf("flaky")
      assert.strictEqual(running?.state, "running")
      assert.strictEqual(running?.restarts, 3)
      assert.strictEqual(running?.backlog, 7)
      assert.strictEqual(running?.brandId, "br_1")
      assert.strictEqual(running?.lastError, "it returned")
      assert.isDefined(running?.lastActivityAt)
    })
  )

  it.effect("that is asked to restart does so without an error", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void said.push(`${logLevel}: ${message}`))
      let lives = 0
      yield* supervise({
        name: "recycled",
        kind: "test",
        live: (self) =>
          Effect.gen(function* () {
            if (++lives === 1) return yield* new Recycled({ reason: "it is time" })
            yield* self.ready
            return yield* Effect.never
          })
      }).pipe(Effect.provide(Logger.layer([logger])))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(lives, 2)
      assert.deepStrictEqual(said, ["Info: Actor restarts,it is time"])
      const status = yield* statusOf("recycled")
      assert.strictEqual(status?.state, "running")
      assert.isUndefined(status?.lastError)
    })
  )

  it.effect("reports a reason once, and again every ten minutes while it persists", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const logger = Logger.make(({ message }) => void said.push(String(message).split(",")[1] ?? ""))
      let reason = "away"
      yield* supervise({ name: "often", kind: "test", live: () => Effect.suspend(() => Effect.fail(reason)) }).pipe(
        Effect.provide(Logger.layer([logger]))
      )
      yield* TestClock.adjust("9 minutes")
      assert.deepStrictEqual(said, ["away"])
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(said, ["away", "away"])
      reason = "full"
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(said, ["away", "away", "full"])
    })
  )

  it.effect("waits longer after each failure, up to half a minute, and starts over after a healthy minute", () =>
    Effect.gen(function* () {
      const starts: Array<number> = []
      const clock = yield* TestClock.testClockWith((clock) => Effect.succeed(clock))
      let healthy = false
      yield* supervise({
        name: "slow",
        kind: "test",
        live: () =>
          Effect.suspend(() => {
            starts.push(clock.currentTimeMillisUnsafe())
            return healthy ? Effect.andThen(Effect.sleep("61 seconds"), Effect.fail("late")) : Effect.fail("early")
          })
      })
      yield* TestClock.adjust("5 minutes")
      const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
      pauses.forEach((pause, index) => {
        const longest = Math.min(30_000, 250 * 2 ** index)
        assert.isTrue(pause >= longest / 2 && pause <= longest, `pause ${index} of ${pause} ms`)
      })
      assert.isTrue(pauses.length > 8)

      healthy = true
      yield* TestClock.adjust("92 seconds")
      const [last = 0, before = 0] = starts.toReversed()
      assert.isTrue(last - before <= 61_000 + 250, "the pause after a healthy life is the first one again")
    })
  )

  it.effect("ends with its scope, and stays visible as stopped", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Scope.provide(
        supervise({ name: "listener", kind: "test", live: (self) => Effect.andThen(self.ready, Effect.never) }),
        scope
      )
      yield* Effect.yieldNow
      assert.strictEqual((yield* statusOf("listener"))?.state, "running")
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual((yield* statusOf("listener"))?.state, "stopped")
    })
  )

  it.effect("fails alone, without affecting its neighbour", () =>
    Effect.gen(function* () {
      yield* supervise({ name: "bad", kind: "test", live: () => Effect.die("always") })
      yield* supervise({ name: "good", kind: "test", live: (self) => Effect.andThen(self.ready, Effect.never) })
      yield* TestClock.adjust("1 minute")
      const good = yield* statusOf("good")
      assert.deepStrictEqual([good?.state, good?.restarts], ["running", 0])
      assert.isTrue(((yield* statusOf("bad"))?.restarts ?? 0) > 3)
    })
  )
})
