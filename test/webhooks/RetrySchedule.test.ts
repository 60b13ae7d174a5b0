import { assert, describe, it } from "@effect/vitest"
import { probeDelay, retryAfter, retryDelay } from "../../src/webhooks/RetrySchedule.ts"

const minute = 60_000
const hour = 60 * minute

describe("retryDelay", () => {
  it("spreads twelve attempts over about 76 hours", () => {
    const middle = 1 / 3 // the factor 1
    const delays = Array.from({ length: 12 }, (_, index) => retryDelay(index + 1, middle))
    assert.deepStrictEqual(delays, [
      5_000,
      30_000,
      2 * minute,
      10 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      undefined
    ])
    const total = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0)
    assert.isTrue(total > 75 * hour && total < 77 * hour)
  })

  it("stretches each delay by 0.9 to 1.2", () => {
    assert.strictEqual(retryDelay(1, 0), 4_500)
    assert.strictEqual(retryDelay(1, 1), 6_000)
  })
})

describe("probeDelay", () => {
  const cases: ReadonlyArray<readonly [failures: number, failingFor: number, delay: number]> = [
    [5, 0, 5_000],
    [6, 5_000, 10_000],
    [8, 35_000, 40_000],
    [11, 5 * minute, 5 * minute],
    [5, 12 * minute, 5 * minute],
    [400, 23 * hour, 5 * minute],
    [400, 25 * hour, 30 * minute]
  ]
  for (const [failures, failingFor, delay] of cases) {
    it(`waits ${delay / 1000} s after ${failures} failures in ${failingFor / 1000} s`, () => {
      assert.strictEqual(probeDelay(failures, failingFor, 1 / 3), delay)
    })
  }

  it("makes at most 25 attempts on an endpoint that is down for an hour", () => {
    let [attempts, at] = [5, 1_000]
    while (at < hour) at += probeDelay(attempts++, at, 0)
    assert.isAtMost(attempts, 25)
  })
})

describe("retryAfter", () => {
  const now = Date.parse("2026-11-20T10:00:00Z")
  const cases: ReadonlyArray<readonly [header: string | undefined, wait: number | undefined]> = [
    [undefined, undefined],
    ["120", 120_000],
    ["0", undefined],
    ["Fri, 20 Nov 2026 10:05:00 GMT", 300_000],
    ["Fri, 20 Nov 2026 09:00:00 GMT", undefined],
    ["999999999", 24 * hour],
    ["soon", undefined],
    ["-5", undefined],
    ["12345678901234567890", undefined]
  ]
  for (const [header, wait] of cases) {
    it(`parses ${header ?? "no header"}`, () => assert.strictEqual(retryAfter(header, now), wait))
  }
})
