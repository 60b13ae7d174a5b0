import { Context, Effect, Layer } from "effect"
import { HttpSettings } from "./HttpSettings.ts"
import { TokenBuckets } from "./TokenBuckets.ts"

const minute = 60_000
const hour = 60 * minute

/**
 * The buckets of docs/limits.md, Rates. RATE_LIMIT_PER_MINUTE sets the bucket of API keys. The buckets that every request
 * takes from have the policy `default`.
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** By key id. */
    readonly apiKey: TokenBuckets
    /** By member id: requests with a session. */
    readonly session: TokenBuckets
    /** By customer id: requests with a portal token, and the tickets and comments that these write. */
    readonly portal: TokenBuckets
    readonly portalWrites: TokenBuckets
    /** By network: requests to endpoints without a credential. */
    readonly anonymous: TokenBuckets
    /** By network: requests with a refused credential. It never holds up a valid one. */
    readonly failedAuthentication: TokenBuckets
    /** By credential: searches. */
    readonly search: TokenBuckets
    /** By credential: bulk changes, merges, replays of a range. */
    readonly bulk: TokenBuckets
    /** By channel: posts by custom channels. */
    readonly customChannel: TokenBuckets
    /** By network: the OpenAPI document and the pages made from it. */
    readonly documents: TokenBuckets
    /** By network: uploads and downloads at signed addresses. */
    readonly files: TokenBuckets
    /** By account and mode: remote pictures in mail. */
    readonly pictures: TokenBuckets
    /** By network: policy violations that browsers report. */
    readonly policyReports: TokenBuckets
    /** By network: requests for sign-in links. */
    readonly magicLink: TokenBuckets
    /** By address, known or not: requests for sign-in links, and the pause between them. */
    readonly magicLinkAddress: TokenBuckets
    readonly magicLinkPause: TokenBuckets
    /** By address: invitations. */
    readonly inviteAddress: TokenBuckets
    /** By address: verification codes. */
    readonly addressCode: TokenBuckets
    /** By network: attempts to use a link. */
    readonly verify: TokenBuckets
  }
>()("trunkline/http/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.map(HttpSettings, ({ rateLimitPerMinute }) =>
      RateLimits.of({
        apiKey: new TokenBuckets(rateLimitPerMinute, minute),
        session: new TokenBuckets(1_200, minute),
        portal: new TokenBuckets(120, minute),
        portalWrites: new TokenBuckets(20, minute, "portal-writes"),
        anonymous: new TokenBuckets(60, minute),
        failedAuthentication: new TokenBuckets(30, minute, "failed-authentication"),
        search: new TokenBuckets(Math.max(1, Math.round(rateLimitPerMinute / 20)), minute, "search"),
        bulk: new TokenBuckets(60, minute, "bulk"),
        customChannel: new TokenBuckets(1_200, minute),
        documents: new TokenBuckets(120, minute, "documents"),
        files: new TokenBuckets(600, minute, "files"),
        pictures: new TokenBuckets(600, minute, "pictures"),
        policyReports: new TokenBuckets(60, minute, "policy-reports"),
        magicLink: new TokenBuckets(20, hour, "magic-links"),
        magicLinkAddress: new TokenBuckets(5, hour, "magic-links-to-address"),
        magicLinkPause: new TokenBuckets(1, minute, "magic-link-pause"),
        inviteAddress: new TokenBuckets(5, hour, "invitations-to-address"),
        addressCode: new TokenBuckets(5, hour, "codes-to-address"),
        verify: new TokenBuckets(30, hour, "links-tried")
      })
    )
  )
}
