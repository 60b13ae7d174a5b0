import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"

const printedBy = (flags: ReadonlyArray<string>, program: string): ReadonlyArray<number> =>
  JSON.parse(execFileSync(process.execPath, [...flags, "--input-type=module", "-e", program], { encoding: "utf8" }))

/** Resident megabytes before and after memory was given back, in a process with 100 MB of garbage. */
const residentIn = (flags: ReadonlyArray<string>): ReadonlyArray<number> => {
  const program = `
    import { Effect } from "effect"
    import { giveBackMemory } from "${new URL("../../src/runtime/giveBackMemory.ts", import.meta.url)}"
    const megabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
    let garbage = Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: String(n) }))
    const before = megabytes() + 0 * garbage.length
    garbage = undefined
    Effect.runSync(giveBackMemory)
    console.log(JSON.stringify([before, megabytes()]))`
  return printedBy(flags, program)
}

/** Megabytes of a process that has left 100 MB of garbage: while it is busy, and as it rests, minute by minute. */
const restingIn = (flags: ReadonlyArray<string>): ReadonlyArray<number> => {
  const program = `
    import { setTimeout as sleep } from "node:timers/promises"
    import { Effect } from "effect"
    import { TestClock } from "effect/testing"
    import { giveBackWhileIdle } from "${new URL("../../src/runtime/giveBackMemory.ts", import.meta.url)}"
    const megabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
    const minute = TestClock.adjust("1 minute")
    const passes = Effect.gen(function* () {
      yield* Effect.forkChild(giveBackWhileIdle, { startImmediately: true })
      const garbage = Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: String(n) }))
      yield* minute
      const busy = megabytes() + 0 * garbage.length
      garbage.length = 0
      let resting = busy
      for (let minutes = 0; minutes < 20 && resting > busy - 60; minutes++) {
        yield* Effect.promise(() => sleep(1_000))
        yield* minute
        resting = megabytes()
      }
      return [busy, resting]
    })
    console.log(JSON.stringify(await Effect.runPromise(passes.pipe(Effect.provide(TestClock.layer())))))`
  return printedBy(flags, program)
}

describe("giveBackMemory", () => {
  it("returns the memory of garbage to the system", () => {
    const [before = 0, after = 0] = residentIn(["--expose-gc"])
    assert.isBelow(after, before - 60)
  })

  it("does nothing, without an error, if the collector is not exposed", () => {
    assert.lengthOf(residentIn([]), 2)
  })

  it("runs once a busy process rests", () => {
    const [busy = 0, resting = 0] = restingIn(["--expose-gc"])
    assert.isBelow(resting, busy - 60)
  })
})
