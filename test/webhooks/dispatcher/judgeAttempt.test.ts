import { assert, describe, it } from "@effect/vitest"
import { judgeAttempt, type Receiver } from "../../../src/webhooks/dispatcher/judgeAttempt.ts"
import type { Answer } from "../../../src/webhooks/SafeHttpClient.ts"

const answer = (part: Partial<Answer>): Answer => ({
  status: undefined,
  error: undefined,
  body: "",
  retryAfter: undefined,
  durationMs: 1,
  ...part
})
const first = { early: false, expired: false, step: 1 }
const judge = (part: Partial<Answer>, claimed = first, receiver: Receiver = "current") =>
  judgeAttempt(claimed, answer(part), receiver, 0, 1 / 3)

describe("judgeAttempt", () => {
  it("treats any 2xx as success", () => {
    const success = { succeeded: true, wait: 0, final: 1, step: 1, retryIn: 0 } as const
    for (const status of [200, 201, 202, 204, 299]) assert.deepStrictEqual(judge({ status }), success)
  })

  it("treats everything else as a failed attempt, including redirects", () => {
    for (const part of [
      { status: 199 },
      { status: 301 },
      { status: 400 },
      { status: 404 },
      { status: 500 },
      { error: "timeout" },
      { status: 200, error: "response_incomplete" }
    ]) {
      assert.deepInclude(judge(part), { succeeded: false, final: undefined, step: 1, retryIn: 5_000 })
    }
  })

  it("ends with the twelfth failure, or with one after it has expired", () => {
    assert.isUndefined(judge({ status: 500 }, { ...first, step: 11 }).final)
    assert.deepInclude(judge({ status: 500 }, { ...first, step: 12 }), { final: 2, retryIn: 0 })
    assert.strictEqual(judge({ status: 500 }, { ...first, expired: true }).final, 2)
  })

  it("does not count a probe: the delivery keeps its position and its delay", () => {
    assert.deepInclude(judge({ status: 500 }, { early: true, expired: false, step: 6 }), {
      final: undefined,
      step: 5,
      retryIn: 30 * 60_000
    })
    assert.isUndefined(judge({ status: 500 }, { early: true, expired: false, step: 12 }).final)
    const unsent = { final: undefined, step: 0, retryIn: 5_000 }
    assert.deepInclude(judge({ status: 500 }, { early: true, expired: false, step: 1 }), unsent)
  })

  it("ends with the webhook that a 410 has disabled", () => {
    assert.deepInclude(judge({ status: 410 }, first, "gone"), { succeeded: false, final: 3, wait: 0 })
  })

  it("retries what an address that was replaced has refused, without the pause that this one asked for", () => {
    const again = { succeeded: false, final: undefined, step: 1, retryIn: 5_000, wait: 0 } as const
    for (const status of [410, 503]) assert.deepInclude(judge({ status, retryAfter: "600" }, first, "former"), again)
  })

  it("waits as long as 429 and 503 ask, or longer if the schedule says so", () => {
    assert.deepInclude(judge({ status: 503, retryAfter: "600" }), { wait: 600_000, retryIn: 600_000 })
    assert.deepInclude(judge({ status: 429, retryAfter: "1" }), { wait: 1_000, retryIn: 5_000 })
    assert.deepInclude(judge({ status: 503 }), { wait: 0, retryIn: 5_000 })
    assert.deepInclude(judge({ status: 500, retryAfter: "600" }), { wait: 0, retryIn: 5_000 })
  })
})
