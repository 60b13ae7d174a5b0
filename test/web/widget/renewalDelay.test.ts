import { assert, describe, it } from "@effect/vitest"
import { renewalDelay } from "../../../web/widget/frame/renewalDelay.ts"

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

describe("A token", () => {
  it("is renewed when a fifth of its lifetime is left, at most five minutes and at least five seconds before it expires", () => {
    assert.strictEqual(renewalDelay(minute), 48 * second)
    assert.strictEqual(renewalDelay(24 * hour), 24 * hour - 5 * minute)
    assert.strictEqual(renewalDelay(20 * second), 15 * second)
  })

  it("is not renewed more often than every five seconds, even if each one has already expired", () => {
    for (const left of [-hour, 0, second, 6 * second]) assert.strictEqual(renewalDelay(left), 5 * second)
  })
})
