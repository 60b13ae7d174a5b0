import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makePermits } from "../../../src/webhooks/dispatcher/Permits.ts"

describe("Request slots", () => {
  it.effect("are limited per tenant to its share, while others have theirs", () =>
    Effect.gen(function* () {
      const permits = makePermits(8, 3)
      const end = yield* Deferred.make<void>()
      const running: Array<string> = []
      const request = (tenant: string, webhook: string) =>
        Effect.forkChild(
          permits.withPermit(
            tenant,
            webhook
          )(
            Effect.andThen(
              Effect.sync(() => running.push(tenant)),
              Deferred.await(end)
            )
          )
        )
      const hanging = yield* Effect.forEach(Array.from({ length: 20 }), (_, n) => request("one", `hangs ${n}`))
      yield* Effect.yieldNow
      assert.deepStrictEqual(running, ["one", "one", "one"])
      const other = yield* request("other", "answers")
      yield* Effect.yieldNow
      assert.deepStrictEqual(running, ["one", "one", "one", "other"])
      yield* Deferred.succeed(end, undefined)
      yield* Effect.forEach([...hanging, other], Fiber.join)
      assert.lengthOf(running, 21)
    })
  )

  it.effect("rotate among tenants, and among the webhooks of one", () =>
    Effect.gen(function* () {
      const permits = makePermits(1, 1)
      const end = yield* Deferred.make<void>()
      const served: Array<string> = []
      const request = (tenant: string, webhook: string, effect: Effect.Effect<void> = Effect.void) =>
        Effect.forkChild(
          permits.withPermit(
            tenant,
            webhook
          )(
            Effect.andThen(
              Effect.sync(() => served.push(tenant + webhook)),
              effect
            )
          )
        )
      const first = yield* request("a", "1", Deferred.await(end))
      yield* Effect.yieldNow
      const others = yield* Effect.forEach(["a1", "a1", "a2", "b1"], (name) => request(name.slice(0, 1), name.slice(1)))
      yield* Effect.yieldNow
      yield* Deferred.succeed(end, undefined)
      yield* Effect.forEach([first, ...others], Fiber.join)
      assert.sameMembers(served, ["a1", "a1", "a1", "a2", "b1"])
      assert.isBelow(served.indexOf("b1"), 3, "the other tenant waits for one of this one's at most")
      assert.isBelow(served.indexOf("a2"), 4, "the other webhook waits for one of this one's at most")
    })
  )

  it.effect("are released after a failure or an interruption", () =>
    Effect.gen(function* () {
      const permits = makePermits(1, 1)
      yield* Effect.exit(permits.withPermit("a", "1")(Effect.fail("no")))
      const hanging = yield* Effect.forkChild(permits.withPermit("a", "1")(Effect.never))
      yield* Effect.yieldNow
      const waiting = yield* Effect.forkChild(permits.withPermit("b", "1")(Effect.never))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(hanging)
      assert.strictEqual(yield* permits.withPermit("a", "1")(Effect.succeed(1)), 1)
    })
  )
})
