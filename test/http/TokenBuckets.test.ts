import { assert, describe, it } from "@effect/vitest"
import { TokenBuckets } from "../../src/http/TokenBuckets.ts"

describe("TokenBuckets", () => {
  it("admit one period's amount at once, then as many as are refilled", () => {
    const buckets = new TokenBuckets(60, 60_000)
    for (let left = 59; left >= 0; left--) {
      assert.deepInclude(buckets.take("a", 0), { limit: 60, remaining: left, retryAfter: 0 })
    }
    assert.deepInclude(buckets.take("a", 0), { remaining: 0, retryAfter: 1, resetAt: 60 })
    assert.strictEqual(buckets.take("a", 999).retryAfter, 1)
    assert.strictEqual(buckets.take("a", 1000).retryAfter, 0)
    assert.strictEqual(buckets.take("a", 1000).retryAfter, 1)
    assert.deepInclude(buckets.take("a", 10_000_000), { remaining: 59, retryAfter: 0 })
  })

  it("are separate per key", () => {
    const buckets = new TokenBuckets(1, 60_000)
    assert.strictEqual(buckets.take("a", 0).retryAfter, 0)
    assert.strictEqual(buckets.take("a", 0).retryAfter, 60)
    assert.strictEqual(buckets.take("b", 0).retryAfter, 0)
  })

  it("consume nothing when only inspected", () => {
    const buckets = new TokenBuckets(2, 60_000)
    for (let look = 0; look < 5; look++) assert.strictEqual(buckets.peek("a", 0).remaining, 2)
    buckets.take("a", 0)
    for (let look = 0; look < 5; look++) assert.strictEqual(buckets.peek("a", 0).remaining, 1)
  })

  it("lose nothing when the clock is set back", () => {
    const buckets = new TokenBuckets(3, 60_000)
    buckets.take("a", 100_000)
    assert.strictEqual(buckets.take("a", 0).remaining, 1)
  })

  it("refill only once for the time that a request was in transit", () => {
    const buckets = new TokenBuckets(1, 60_000)
    buckets.take("a", 60_000)
    assert.isAbove(buckets.take("a", 0).retryAfter, 0)
    assert.isAbove(buckets.take("a", 60_000).retryAfter, 0)
    assert.strictEqual(buckets.take("a", 120_000).retryAfter, 0)
  })

  it("refill again when the clock is set back by more than any request takes", () => {
    const buckets = new TokenBuckets(1, 60_000)
    buckets.take("a", 10_000_000)
    assert.isAbove(buckets.take("a", 0).retryAfter, 0)
    assert.strictEqual(buckets.take("a", 60_000).retryAfter, 0)
  })

  it("say when the next token is available: at once in a full bucket, and at the next refill in an empty one", () => {
    const buckets = new TokenBuckets(2, 60_000)
    assert.strictEqual(buckets.peek("a", 0).moreIn, 0)
    assert.deepInclude(buckets.take("a", 0), { remaining: 1, moreIn: 30, retryAfter: 0 })
    assert.deepInclude(buckets.take("a", 15_000), { remaining: 0, moreIn: 15, retryAfter: 0 })
    assert.deepInclude(buckets.take("a", 15_000), { remaining: 0, moreIn: 15, retryAfter: 15 })
    assert.deepInclude(buckets.peek("a", 30_000), { remaining: 1, moreIn: 30 })
  })

  it("make room for many keys at once, oldest first, so that a new key seldom scans them", () => {
    const buckets = new TokenBuckets(1, 60_000)
    for (let key = 0; key <= 20_000; key++) buckets.take(`key ${key}`, 0)
    assert.strictEqual(buckets.peek("key 1999", 0).remaining, 1)
    assert.strictEqual(buckets.peek("key 2000", 0).remaining, 0)
  })

  it("drop full buckets before used ones when there are too many", () => {
    const buckets = new TokenBuckets(2, 1_000)
    for (let key = 0; key < 30_000; key++) buckets.take(`old ${key}`, 0)
    buckets.take("used", 10_000)
    buckets.take("used", 10_000)
    for (let key = 0; key < 15_000; key++) buckets.take(`new ${key}`, 10_000)
    assert.isAbove(buckets.take("used", 10_000).retryAfter, 0)
  })
})
