import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Standing } from "../../src/accounts/reachesOf.ts"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { type BrandId, idOf } from "../../src/domain/Ids.ts"
import type { Role } from "../../src/domain/Member.ts"
import type { BrandAccess } from "../../src/domain/Principal.ts"
import { makeWatch } from "../../src/http/untilRevoked.ts"

const brand = (n: number): BrandId => idOf("brand", `00000000-0000-7000-8000-00000000000${n}`)

/** A watch, what it reports, and what it was asked so far. */
const watching = Effect.gen(function* () {
  const good = new Map<string, Standing>()
  const asked: Array<ReadonlyArray<string>> = []
  let trouble: Effect.Effect<never, DatabaseUnavailable> | undefined
  const until = yield* makeWatch(Duration.seconds(1), (credentials) =>
    Effect.suspend(() => {
      asked.push(credentials)
      return trouble ?? Effect.succeed(new Map(good))
    })
  )
  const open = (credential: string, brands: BrandAccess = "all", role?: Role) => {
    good.set(credential, { brands, role })
    return Effect.forkChild(until(credential, { brands, role }), { startImmediately: true })
  }
  const fail = (error: typeof trouble) => {
    trouble = error
  }
  return { good, asked, open, fail }
})

const isOver = (fiber: Fiber.Fiber<void>) => fiber.pollUnsafe() !== undefined

it.effect("one check serves all streams, and none happens without streams", () =>
  Effect.gen(function* () {
    const { asked, good, open } = yield* watching
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(asked, [])
    const [ada, again, bo] = [yield* open("ada"), yield* open("ada"), yield* open("bo")]
    yield* TestClock.adjust("2 seconds")
    assert.deepStrictEqual(asked.splice(0), [
      ["ada", "bo"],
      ["ada", "bo"]
    ])
    good.delete("ada")
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([ada, again, bo].map(isOver), [true, true, false])
    yield* Fiber.interrupt(bo)
    asked.splice(0)
    yield* TestClock.adjust("1 second")
    asked.splice(0)
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(asked, [])
    const later = yield* open("cleo")
    good.delete("cleo")
    yield* TestClock.adjust("1 second")
    assert.isTrue(isOver(later))
  }).pipe(Effect.scoped)
)

it.effect("a stream ends when the brands change, and not when they stay the same", () =>
  Effect.gen(function* () {
    const { good, open } = yield* watching
    const streams = [
      yield* open("ada", new Set([brand(1), brand(2)])),
      yield* open("bo", new Set([brand(1)])),
      yield* open("cleo")
    ]
    good.set("ada", { brands: new Set([brand(2), brand(1)]) })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(streams.map(isOver), [false, false, false])
    good.set("ada", { brands: new Set([brand(1), brand(3)]) })
    good.set("cleo", { brands: new Set([brand(1)]) })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(streams.map(isOver), [true, false, true])
  }).pipe(Effect.scoped)
)

it.effect("a change of role ends streams that depend on the role", () =>
  Effect.gen(function* () {
    const { good, open } = yield* watching
    const streams = [yield* open("ada", "all", "agent"), yield* open("bo", "all", "admin"), yield* open("cleo")]
    for (const credential of ["ada", "bo", "cleo"]) good.set(credential, { brands: "all", role: "admin" })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(streams.map(isOver), [true, false, false])
  }).pipe(Effect.scoped)
)

it.effect(
  "no one is signed out while the database is away or because of a defect; afterwards, everyone who should be is",
  () =>
    Effect.gen(function* () {
      const { fail, good, open } = yield* watching
      const stream = yield* open("ada")
      good.delete("ada")
      for (const trouble of [
        Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })),
        Effect.die("a mistake")
      ]) {
        fail(trouble)
        yield* TestClock.adjust("3 seconds")
        assert.isFalse(isOver(stream))
      }
      fail(undefined)
      yield* TestClock.adjust("1 second")
      assert.isTrue(isOver(stream))
    }).pipe(Effect.scoped)
)
