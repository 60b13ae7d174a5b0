/** Headers that browser pages may send and read (docs/api.md, CORS). */
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
const requestHeaders =
  "Authorization, Content-Type, Accept, Idempotency-Key, X-Idempotency-Key, If-Match, Last-Event-ID, Trunkline-Mode, traceparent"
const exposedHeaders =
  "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Location, Idempotency-Replayed, X-Next-Cursor, Deprecation, Sunset"

/** CORS headers for a page of `origin`: none unless the operator listed the origin, so that no other page reads answers. */
export const corsHeaders = (
  origin: string | undefined,
  allowed: ReadonlySet<string>
): Readonly<Record<string, string>> =>
  origin === undefined || !allowed.has(origin)
    ? {}
    : {
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": exposedHeaders,
        vary: "Origin"
      }

/** What a preflight of an allowed origin is told beside `corsHeaders`. */
export const preflightHeaders = {
  "access-control-allow-methods": methods,
  "access-control-allow-headers": requestHeaders,
  "access-control-max-age": "600"
}
