/** State of a bucket after a request: what the headers about rate limits tell. */
export interface Charge {
  /** Whose buckets these are. */
  readonly policy: string
  readonly limit: number
  /** Seconds over which an empty bucket fills. */
  readonly window: number
  /** Whole requests left. */
  readonly remaining: number
  /** Seconds until one more is left; 0 for a full bucket. */
  readonly moreIn: number
  /** Unix seconds when the bucket is full again. */
  readonly resetAt: number
  /** Seconds to wait: `moreIn`, or 0 when the request was admitted. */
  readonly retryAfter: number
}

/** Buckets in memory at most; beyond it, full ones are forgotten, and the oldest until a tenth of the room is free. */
const maxBuckets = 20_000
const roomMade = maxBuckets / 10
/** Milliseconds by which a request that was long on its way may come after others that began later. */
const latest = 300_000

/**
 * Token buckets by key, each holding `limit` tokens and refilled evenly over `period` milliseconds: the generic cell rate
 * algorithm with a burst of `limit`. They live in this process: of n nodes behind one balancer, each admits its own `limit`.
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

  /** Takes one token, when there is one. */
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

  /** What `take` would find, without taking. */
  peek(key: string, now: number): Charge {
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return this.#charge(this.limit, now, true)
    this.#refill(bucket, now)
    return this.#charge(bucket.tokens, now, bucket.tokens >= 1)
  }

  #refill(bucket: { tokens: number; at: number }, now: number) {
    // What has flowed in since the request began is counted already: counted again, slow bodies would fill the bucket.
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

  /** Looks at every bucket, so it makes room for many: who comes under ever new keys must not cause it each time. */
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
