/** State of a bucket after a request: what the `X-RateLimit-*` headers tell. */
export interface Charge {
  readonly limit: number
  /** Whole requests left. */
  readonly remaining: number
  /** Unix seconds when the bucket is full again. */
  readonly resetAt: number
  /** Seconds to wait; 0 when the request was admitted. */
  readonly retryAfter: number
}

/** Buckets in memory at most; beyond it, full ones and then the oldest are forgotten. */
const maxBuckets = 20_000

/**
 * Token buckets by key, each holding `limit` tokens and refilled evenly over `period` milliseconds. They live in this
 * process: of n nodes behind one balancer, each admits its own `limit`.
 */
export class TokenBuckets {
  readonly limit: number
  readonly period: number
  readonly #perToken: number
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(limit: number, period: number) {
    this.limit = limit
    this.period = period
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
    // A clock that is set back must not take tokens away.
    bucket.tokens = Math.min(this.limit, bucket.tokens + Math.max(0, now - bucket.at) / this.#perToken)
    bucket.at = now
  }

  #charge(tokens: number, now: number, admitted: boolean): Charge {
    return {
      limit: this.limit,
      remaining: Math.floor(tokens),
      resetAt: Math.ceil((now + (this.limit - tokens) * this.#perToken) / 1000),
      retryAfter: admitted ? 0 : Math.max(1, Math.ceil(((1 - tokens) * this.#perToken) / 1000))
    }
  }

  #forget(now: number) {
    for (const [key, { tokens, at }] of this.#buckets) {
      if (tokens + (now - at) / this.#perToken >= this.limit) this.#buckets.delete(key)
    }
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size < maxBuckets) break
      this.#buckets.delete(key)
    }
  }
}
