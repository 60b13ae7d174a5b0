import type { Charge } from "./TokenBuckets.ts"

/**
 * How a bucket stands, in the fields of draft-ietf-httpapi-ratelimit-headers-10, whose `t` counts the seconds until more is
 * left, and in those that went before them.
 */
export const rateLimitHeaders = ({ limit, moreIn, policy, remaining, resetAt, window }: Charge) => ({
  ratelimit: `"${policy}";r=${remaining};t=${moreIn}`,
  "ratelimit-policy": `"${policy}";q=${limit};w=${window}`,
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetAt)
})
