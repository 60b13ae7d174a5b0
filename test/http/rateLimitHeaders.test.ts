import { assert, describe, it } from "@effect/vitest"
import { rateLimitHeaders } from "../../src/http/rateLimitHeaders.ts"
import { TokenBuckets } from "../../src/http/TokenBuckets.ts"

describe("rateLimitHeaders", () => {
  it("describe a bucket in the structured fields, and in the older ones", () => {
    const buckets = new TokenBuckets(60, 60_000, "search")
    buckets.take("a", 0)
    assert.deepStrictEqual(rateLimitHeaders(buckets.take("a", 0)), {
      ratelimit: '"search";r=58;t=1',
      "ratelimit-policy": '"search";q=60;w=60',
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "58",
      "x-ratelimit-reset": "2"
    })
  })

  it("use the policy's default name for the general bucket", () => {
    assert.strictEqual(rateLimitHeaders(new TokenBuckets(6_000, 60_000).peek("a", 0)).ratelimit, '"default";r=6000;t=0')
  })
})
