import { assert, describe, it } from "@effect/vitest"
import { makeLogSample } from "../../src/http/logSample.ts"

describe("makeLogSample", () => {
  it("logs twenty refusals a second, and reports with the next one how many were left out", () => {
    const sample = makeLogSample()
    for (let n = 0; n < 20; n++) assert.strictEqual(sample(1_000 + n), 0)
    for (let n = 0; n < 7; n++) assert.isUndefined(sample(1_900 + n))
    assert.strictEqual(sample(2_000), 7)
    assert.strictEqual(sample(2_001), 0)
  })

  it("continues when the clock is set back", () => {
    const sample = makeLogSample()
    for (let n = 0; n < 21; n++) sample(5_000)
    assert.strictEqual(sample(3_000), 1)
  })
})
