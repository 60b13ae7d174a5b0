/** State of a bucket after a request, for the rate limit headers. */
export interface Charge {
  /** Name of the buckets' policy. */
  readonly policy: string
  readonly limit: number
  /** Seconds in which an empty bucket fills. */
  readonly window: number
  /** Whole requests left. */
  readonly remaining: number
  /** Seconds until one more is left; 0 for a full bucket. */
  readonly moreIn: number
  /** Unix time in seconds when the bucket is full again. */
  readonly resetAt: number
  /** Seconds to wait: `moreIn`, or 0 if the request was admitted. */
  readonly retryAfter: number
}

/** Maximum buckets in memory. Beyond it, full ones are dropped, then the oldest, until a tenth is free. */
const maxBuckets = 20_000
const roomMade = maxBuckets / 10
/** Milliseconds by which a request that took long to arrive may be charged after others that began later. */
const latest = 300_000

/**
 * Token buckets by key, each holding `limit` tokens and refilled evenly over `period` milliseconds: the generic cell rate
 * algorithm with a burst of `limit`. Each process has its own: behind one load balancer, each of n nodes admits `limit`.
 */
export class TokenBuckets {
  readonly limit: number
  readonly period: number
  readonly policy: string
  readonly #perToken: number
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(limit: number, period: number, policy = "default") {
    this.limit = limit
    this.period = period
    this.policy = policy
    this.#perToken = period / limit
  }

  /** Takes a token, if there is one. */
  take(key: string, now: number): Charge {
    let bucket = this.#buckets.get(key)
    if (bucket === undefined) {
      if (this.#buckets.size >= maxBuckets) this.#forget(now)
      bucket = { tokens: this.limit, at: now }
      this.#buckets.set(key, bucket)
    } else {
      this.#refill(bucket, now)
    }
    const admitted = bucket.tokens >= 1
    if (admitted) bucket.tokens--
    return this.#charge(bucket.tokens, now, admitted)
  }

  /** The result that `take` would have, without taking a token. */
  peek(key: string, now: number): Charge {
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return this.#charge(this.limit, now, true)
    this.#refill(bucket, now)
    return this.#charge(bucket.tokens, now, bucket.tokens >= 1)
  }

  #refill(bucket: { tokens: number; at: number }, now: number) {
    // The refill up to `now` has already been counted. Setting `at` back would count it again, and slow bodies would fill
    // the bucket.
    if (now < bucket.at && now > bucket.at - latest) return
    // A clock that is set back must not take tokens away.
    bucket.tokens = Math.min(this.limit, bucket.tokens + Math.max(0, now - bucket.at) / this.#perToken)
    bucket.at = now
  }

  #charge(tokens: number, now: number, admitted: boolean): Charge {
    const remaining = Math.floor(tokens)
    const moreIn = tokens >= this.limit ? 0 : Math.max(1, Math.ceil(((remaining + 1 - tokens) * this.#perToken) / 1000))
    return {
      policy: this.policy,
      limit: this.limit,
      window: this.period / 1000,
      remaining,
      moreIn,
      resetAt: Math.ceil((now + (this.limit - tokens) * this.#perToken) / 1000),
      retryAfter: admitted ? 0 : moreIn
    }
  }

  /** Scans all buckets, so it frees many at once: a caller with ever new keys must not trigger it each time. */
  #forget(now: number) {
    for (const [key, { tokens, at }] of this.#buckets) {
      if (tokens + (now - at) / this.#perToken >= this.limit) this.#buckets.delete(key)
    }
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= maxBuckets - roomMade) break
      this.#buckets.delete(key)
    }
  }
}
