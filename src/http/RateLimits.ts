import { Context, Effect, Layer } from "effect"
import { HttpSettings } from "./HttpSettings.ts"
import { TokenBuckets } from "./TokenBuckets.ts"

const minute = 60_000
const hour = 60 * minute

/**
 * The buckets of docs/api.md, Rate limits. RATE_LIMIT_PER_MINUTE sets the bucket of API keys. The policy of what everybody takes
 * from with each request is called `default`.
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** By key id. */
    readonly apiKey: TokenBuckets
    /** By member id: requests with a session. */
    readonly session: TokenBuckets
    /** By customer id: requests with a portal token, and of these the tickets and comments that they write. */
    readonly portal: TokenBuckets
    readonly portalWrites: TokenBuckets
    /** By network: requests to endpoints that take no credential. */
    readonly anonymous: TokenBuckets
    /** By network: requests whose credential was refused. A valid credential is never held up by it. */
    readonly failedAuthentication: TokenBuckets
    /** By credential: searches. */
    readonly search: TokenBuckets
    /** By credential: bulk changes, merges, replays of a range. */
    readonly bulk: TokenBuckets
    /** By channel: what custom channels post. */
    readonly customChannel: TokenBuckets
    /** By network: the OpenAPI document and the pages made of it. */
    readonly documents: TokenBuckets
    /** By network: bytes of files sent and fetched at signed addresses. */
    readonly files: TokenBuckets
    /** By account and mode: pictures in mail that are fetched from elsewhere. */
    readonly pictures: TokenBuckets
    /** By network: what browsers report of policies that were violated. */
    readonly policyReports: TokenBuckets
    /** By network: links asked for. */
    readonly magicLink: TokenBuckets
    /** By address, known or not: links asked for, and how soon after each other. */
    readonly magicLinkAddress: TokenBuckets
    readonly magicLinkPause: TokenBuckets
    /** By address: invitations to it. */
    readonly inviteAddress: TokenBuckets
    /** By address: codes mailed to it to verify it. */
    readonly addressCode: TokenBuckets
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
