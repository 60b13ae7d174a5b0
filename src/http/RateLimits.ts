import { Context, Effect, Layer } from "effect"
import { HttpSettings } from "./HttpSettings.ts"
import { TokenBuckets } from "./TokenBuckets.ts"

const minute = 60_000
const hour = 60 * minute

/** The buckets of docs/api.md, Rate limits. RATE_LIMIT_PER_MINUTE sets the bucket of API keys. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** By key id. */
    readonly apiKey: TokenBuckets
    /** By member id: requests with a session. */
    readonly session: TokenBuckets
    /** By network: requests to endpoints that take no credential. */
    readonly anonymous: TokenBuckets
    /** By network: requests whose credential was refused. A valid credential is never held up by it. */
    readonly failedAuthentication: TokenBuckets
    /** By credential: searches. */
    readonly search: TokenBuckets
    /** By network: links asked for. */
    readonly magicLink: TokenBuckets
    /** By address, known or not: links asked for. */
    readonly magicLinkAddress: TokenBuckets
    /** By network: links tried. */
    readonly verify: TokenBuckets
  }
>()("trunkline/http/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.map(HttpSettings, ({ rateLimitPerMinute }) =>
      RateLimits.of({
        apiKey: new TokenBuckets(rateLimitPerMinute, minute),
        session: new TokenBuckets(1_200, minute),
        anonymous: new TokenBuckets(60, minute),
        failedAuthentication: new TokenBuckets(30, minute),
        search: new TokenBuckets(Math.max(1, Math.round(rateLimitPerMinute / 20)), minute),
        magicLink: new TokenBuckets(20, hour),
        magicLinkAddress: new TokenBuckets(5, hour),
        verify: new TokenBuckets(30, hour)
      })
    )
  )
}
