import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"

/** Megabytes resident before and after memory was given back, in a process that has 100 MB of garbage. */
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
  return JSON.parse(
    execFileSync(process.execPath, [...flags, "--input-type=module", "-e", program], { encoding: "utf8" })
  )
}

describe("giveBackMemory", () => {
  it("leaves the system what garbage took", () => {
    const [before = 0, after = 0] = residentIn(["--expose-gc"])
    assert.isBelow(after, before - 60)
  })

  it("does nothing, without an error, where the collector is not exposed", () => {
    assert.lengthOf(residentIn([]), 2)
  })
})
