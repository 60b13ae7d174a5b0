import { Context, Effect, Layer } from "effect"
import { HttpSettings } from "./HttpSettings.ts"
import { TokenBuckets } from "./TokenBuckets.ts"

const minute = 60_000

/** The buckets of docs/api.md, Rate limits. RATE_LIMIT_PER_MINUTE sets the bucket of API keys. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** By key id. */
    readonly apiKey: TokenBuckets
    /** By network: requests to endpoints that take no credential. */
    readonly anonymous: TokenBuckets
    /** By network: requests whose credential was refused. A valid credential is never held up by it. */
    readonly failedAuthentication: TokenBuckets
    /** By credential: searches. */
    readonly search: TokenBuckets
  }
>()("trunkline/http/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.map(HttpSettings, ({ rateLimitPerMinute }) =>
      RateLimits.of({
        apiKey: new TokenBuckets(rateLimitPerMinute, minute),
        anonymous: new TokenBuckets(60, minute),
        failedAuthentication: new TokenBuckets(30, minute),
        search: new TokenBuckets(Math.max(1, Math.round(rateLimitPerMinute / 20)), minute)
      })
    )
  )
}
