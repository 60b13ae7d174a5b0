import { assert, describe, it } from "@effect/vitest"
import { mailRetryDelay } from "../../../channels/email/mailRetry.ts"

const hour = 3_600
const middle = 1 / 3

describe("The next attempt to send a mail", () => {
  it("comes soon at first, and once a day in the end", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 40].map((attempts) => mailRetryDelay(attempts, middle))
    const minutes = [1, 2, 5, 15, 30].map((count) => count * 60)
    assert.deepStrictEqual(delays, [...minutes, ...[1, 2, 4, 8, 16, 24, 24].map((hours) => hours * hour)])
  })

  it("is never long after an unreachable relay is back", () => {
    const delays = [1, 3, 5, 11, 400].map((attempts) => mailRetryDelay(attempts, middle, true))
    assert.deepStrictEqual(delays, [60, 300, 900, 900, 900])
  })
})
