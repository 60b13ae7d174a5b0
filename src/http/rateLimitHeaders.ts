import type { Charge } from "./TokenBuckets.ts"

/**
 * The state of a bucket, in the fields of draft-ietf-httpapi-ratelimit-headers-10, whose `t` is the seconds until one more
 * is left, and in the older fields that came before them.
 */
export const rateLimitHeaders = ({ limit, moreIn, policy, remaining, resetAt, window }: Charge) => ({
  ratelimit: `"${policy}";r=${remaining};t=${moreIn}`,
  "ratelimit-policy": `"${policy}";q=${limit};w=${window}`,
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetAt)
})
