import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, PartitionedSemaphore } from "effect"
import { readTexts } from "../../src/sql/textTurns.ts"

/** Reads that end when told to, and the names of those that were started. */
const makeReads = () => {
  const turns = PartitionedSemaphore.makeUnsafe<string>({ permits: 4 })
  const begun: Array<string> = []
  const read = (name: string, room: number, tenantId = "north") => {
    const rows: Array<string> = ["first", "second"]
    const came = Deferred.makeUnsafe<Array<string>>()
    const asked = Effect.suspend(() => {
      begun.push(name)
      return Deferred.await(came)
    })
    return {
      rows,
      come: Deferred.succeed(came, rows),
      asked: readTexts(turns, { room, tenantId }, asked, (found) => found.join())
    }
  }
  return { begun, read }
}

/** Lets everything run that can. */
const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

it.effect("Rows hold their room until they have arrived, even if their reader has left", () =>
  Effect.gen(function* () {
    const { begun, read } = makeReads()
    const [left, next] = [read("left", 3), read("next", 2)]
    const leaving = yield* Effect.forkChild(left.asked)
    yield* settle
    yield* Fiber.interrupt(leaving)
    const waiting = yield* Effect.forkChild(next.asked)
    yield* settle
    assert.deepStrictEqual(begun, ["left"])
    yield* left.come
    yield* settle
    assert.deepStrictEqual(begun, ["left", "next"])
    yield* next.come
    assert.strictEqual(yield* Fiber.join(waiting), "first,second")
    // The connection may hold them longer.
    assert.deepStrictEqual([left.rows, next.rows], [[], []])
  })
)

it.effect("A caller who gives up while there is no room has read nothing", () =>
  Effect.gen(function* () {
    const { begun, read } = makeReads()
    const [first, left] = [read("first", 4), read("left", 1)]
    const reading = yield* Effect.forkChild(first.asked)
    yield* settle
    const leaving = yield* Effect.forkChild(left.asked)
    yield* settle
    yield* Fiber.interrupt(leaving)
    yield* first.come
    yield* Fiber.join(reading)
    yield* settle
    assert.deepStrictEqual(begun, ["first"])
  })
)

it.effect("A tenant with many reads lets others go in between", () =>
  Effect.gen(function* () {
    const { begun, read } = makeReads()
    const reads = ["one", "two", "three"].map((name) => read(name, 4))
    reads.push(read("other", 4, "south"))
    const fibers = yield* Effect.forEach(reads, ({ asked }) => Effect.andThen(Effect.forkChild(asked), settle))
    assert.deepStrictEqual(begun, ["one"])
    for (const { come } of reads) yield* Effect.andThen(come, settle)
    assert.strictEqual(fibers.length, 4)
    assert.isBelow(begun.indexOf("other"), 3)
  })
)
