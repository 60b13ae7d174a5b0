import { assert, describe, it } from "@effect/vitest"
import { mailRetryDelay } from "../../../channels/email/mailRetry.ts"

const hour = 3_600
const middle = 1 / 3

describe("When a mail is tried again", () => {
  it("is soon at first, and at last once a day", () => {
    const delays = [1, 2, 5, 6, 11, 40].map((attempts) => mailRetryDelay(attempts, middle))
    assert.deepStrictEqual(delays, [60, 120, 1_800, hour, 24 * hour, 24 * hour])
  })

  it("is never long after a relay that could not be reached is back", () => {
    const delays = [1, 3, 5, 11, 400].map((attempts) => mailRetryDelay(attempts, middle, true))
    assert.deepStrictEqual(delays, [60, 300, 900, 900, 900])
  })
})
