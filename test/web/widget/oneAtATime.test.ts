import { assert, describe, it } from "@effect/vitest"
import { oneAtATime } from "../../../web/widget/frame/oneAtATime.ts"

describe("The same work", () => {
  it("runs once more for everyone who requested it while it was running", async () => {
    const started: Array<() => void> = []
    const work = oneAtATime(() => new Promise((done) => started.push(done)))
    const first = work()
    const later = [work(), work(), work()]
    assert.lengthOf(started, 1)
    started[0]?.()
    await first
    await new Promise((turn) => setImmediate(turn))
    assert.lengthOf(started, 2)
    started[1]?.()
    await Promise.all(later)
    assert.lengthOf(started, 2)
  })

  it("runs again after a failure, which is reported to whoever requested it", async () => {
    let times = 0
    const work = oneAtATime(async () => {
      if (++times === 1) throw new Error("no connection")
    })
    const [failed, done] = await Promise.allSettled([work(), work()])
    assert.strictEqual(failed?.status, "rejected")
    assert.strictEqual(done?.status, "fulfilled")
    await work()
    assert.strictEqual(times, 3)
  })
})
