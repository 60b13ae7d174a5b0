import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import * as Lanes from "../../src/sql/Lanes.ts"

interface NamedJob extends Lanes.Job {
  readonly name: string
}

const mebibyte = 1024 * 1024

/** A group commit whose transactions end when the test says so. */
const observing = Effect.fnUntraced(function* (options?: { readonly abreast?: boolean }) {
  const batches: Array<ReadonlyArray<string>> = []
  const running: Array<Deferred.Deferred<void>> = []
  const refused: Array<readonly [name: string, error: DatabaseUnavailable]> = []
  const submit = yield* Lanes.make((jobs: ReadonlyArray<NamedJob>) => {
    const done = Deferred.makeUnsafe<void>()
    batches.push(jobs.map(({ name }) => name))
    running.push(done)
    return Deferred.await(done)
  }, options)
  const arrive = (lane: string, name: string, weight = 1) =>
    submit(lane, { name, weight, fail: (error) => void refused.push([name, error]) })
  /** Lets everything run that can. */
  const settle = Effect.gen(function* () {
    for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
  })
  /** Ends the oldest transaction in progress. */
  const finish = Effect.gen(function* () {
    const done = running.shift()
    assert(done !== undefined, "nothing is under way")
    yield* Deferred.succeed(done, undefined)
    yield* settle
  })
  return { arrive, batches, finish, refused, settle }
})

const observed = observing()

const names = (count: number, prefix = "job") => Array.from({ length: count }, (_, n) => `${prefix} ${n}`)

describe("Lanes", () => {
  it.effect("commits a single job at once, and the next when it arrives", () =>
    Effect.gen(function* () {
      const { arrive, batches, finish, settle } = yield* observed
      arrive("acme", "a")
      yield* settle
      assert.deepStrictEqual(batches, [["a"]])
      yield* finish
      arrive("acme", "b")
      yield* settle
      assert.deepStrictEqual(batches, [["a"], ["b"]])
    })
  )

  it.effect(
    "commits concurrent jobs together, and those that arrive meanwhile in the next batch, in order of arrival",
    () =>
      Effect.gen(function* () {
        const { arrive, batches, finish, settle } = yield* observed
        for (const name of ["a", "b", "c"]) arrive("acme", name)
        yield* settle
        for (const name of ["d", "e"]) arrive("acme", name)
        yield* settle
        assert.deepStrictEqual(batches, [["a", "b", "c"]])
        yield* finish
        assert.deepStrictEqual(batches, [
          ["a", "b", "c"],
          ["d", "e"]
        ])
      })
  )

  it.effect("commits at most 64 jobs at once", () =>
    Effect.gen(function* () {
      const { arrive, batches, finish, settle } = yield* observed
      for (const name of names(150)) arrive("acme", name)
      yield* settle
      yield* finish
      yield* finish
      yield* finish
      assert.deepStrictEqual(
        batches.map(({ length }) => length),
        [64, 64, 22]
      )
      assert.deepStrictEqual(batches.flat(), names(150))
    })
  )

  it.effect("commits at most 4 MiB at once, and a larger job alone", () =>
    Effect.gen(function* () {
      const { arrive, batches, finish, settle } = yield* observed
      arrive("acme", "a", mebibyte)
      arrive("acme", "b", 3 * mebibyte)
      arrive("acme", "c", 1)
      arrive("acme", "huge", 10 * mebibyte)
      arrive("acme", "d", 1)
      yield* settle
      for (const _ of [1, 2, 3, 4]) yield* finish
      assert.deepStrictEqual(batches, [["a", "b"], ["c"], ["huge"], ["d"]])
    })
  )

  it.effect("lets no lane wait for another", () =>
    Effect.gen(function* () {
      const { arrive, batches, settle } = yield* observed
      arrive("acme", "a")
      yield* settle
      arrive("acme", "waits")
      arrive("beta", "b")
      yield* settle
      assert.deepStrictEqual(batches, [["a"], ["b"]])
    })
  )

  it.effect("refuses jobs beyond 1,024 waiting ones, to be retried, and keeps those that wait", () =>
    Effect.gen(function* () {
      const { arrive, batches, finish, refused, settle } = yield* observed
      arrive("acme", "first")
      yield* settle
      for (const name of names(1_030)) arrive("acme", name)
      assert.deepStrictEqual(
        refused.map(([name, { reason }]) => [name, reason]),
        names(1_030)
          .slice(1_024)
          .map((name) => [name, "overloaded"])
      )
      arrive("beta", "elsewhere")
      while (batches.flat().length < 1_026) yield* finish
      assert.deepStrictEqual(
        batches.flat().filter((name) => name !== "first" && name !== "elsewhere"),
        names(1_024)
      )
      arrive("acme", "again")
      yield* finish
      yield* settle
      assert.strictEqual(batches.flat().at(-1), "again")
    })
  )

  it.effect(
    "refuses a job that has waited for more than five seconds, to be retried, and continues with the next",
    () =>
      Effect.gen(function* () {
        const { arrive, batches, finish, refused, settle } = yield* observed
        arrive("acme", "slow")
        yield* settle
        arrive("acme", "late")
        yield* TestClock.adjust("1 second")
        arrive("acme", "in time")
        yield* TestClock.adjust("4001 millis")
        yield* finish
        assert.deepStrictEqual(
          refused.map(([name, { reason }]) => [name, reason]),
          [["late", "overloaded"]]
        )
        assert.deepStrictEqual(batches, [["slow"], ["in time"]])
      })
  )

  it.effect("refuses no one for time in which the process itself was stopped, before anything was in progress", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let stoodStill = 0n
      const late: Clock.Clock = Object.assign(Object.create(clock), {
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe() + stoodStill
      })
      const { arrive, batches, refused, settle } = yield* Effect.provideService(
        observing({ abreast: true }),
        Clock.Clock,
        late
      )
      for (const name of names(16)) arrive("acme", name)
      stoodStill = 6_000_000_000n
      yield* settle
      assert.deepStrictEqual(refused, [])
      assert.deepStrictEqual(batches.flat(), names(16))
    })
  )

  it.effect("commits two batches of a lane in parallel if configured, the first with half of the waiting jobs", () =>
    Effect.gen(function* () {
      const { arrive, batches, finish, settle } = yield* observing({ abreast: true })
      for (const name of names(16)) arrive("acme", name)
      yield* settle
      assert.deepStrictEqual(
        batches.map(({ length }) => length),
        [8, 8]
      )
      for (const name of names(9, "later")) arrive("acme", name)
      yield* settle
      assert.lengthOf(batches, 2)
      yield* finish
      assert.deepStrictEqual(batches.at(-1), names(9, "later"))
      assert.deepStrictEqual(batches.flat(), [...names(16), ...names(9, "later")])
    })
  )

  it.effect(
    "commits few jobs together, even with parallel batches, and later ones with the next batch unless there are many",
    () =>
      Effect.gen(function* () {
        const { arrive, batches, finish, settle } = yield* observing({ abreast: true })
        for (const name of names(7)) arrive("acme", name)
        yield* settle
        for (const name of names(7, "later")) arrive("acme", name)
        yield* settle
        assert.deepStrictEqual(batches, [names(7)])
        arrive("acme", "eighth")
        yield* settle
        assert.deepStrictEqual(batches, [names(7), [...names(7, "later"), "eighth"]])
        arrive("acme", "third")
        yield* finish
        assert.deepStrictEqual(batches.at(-1), ["third"])
      })
  )

  it.effect("lets few jobs wait at most 20 ms for a batch that takes long", () =>
    Effect.gen(function* () {
      const { arrive, batches, finish, settle } = yield* observing({ abreast: true })
      arrive("acme", "long")
      yield* settle
      arrive("acme", "a")
      yield* TestClock.adjust("15 millis")
      arrive("acme", "b")
      yield* TestClock.adjust("4 millis")
      assert.deepStrictEqual(batches, [["long"]])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(batches, [["long"], ["a", "b"]])
      arrive("acme", "c")
      yield* TestClock.adjust("1 second")
      assert.lengthOf(batches, 2)
      yield* finish
      assert.deepStrictEqual(batches.at(-1), ["c"])
      yield* finish
      arrive("acme", "d")
      yield* TestClock.adjust("20 millis")
      assert.deepStrictEqual(batches.at(-1), ["d"])
    })
  )
})
