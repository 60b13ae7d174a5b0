/** A JSON object of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

const text = { type: "string" }
const count = { type: "integer", minimum: 0 }

/** Headers that answers share, as components of the OpenAPI document. */
export const responseHeaders = {
  "X-Request-Id": {
    description: "Names the request in the server's log; say it when you report something.",
    schema: text,
    example: "req_01kaqz6y8e4x0b5r2d9n3m7c1t"
  },
  RateLimit: {
    description:
      "The bucket that was closest to empty, by the name of its policy: `r` requests are left, and one more in `t` seconds (draft-ietf-httpapi-ratelimit-headers-10).",
    schema: text,
    example: '"default";r=5999;t=1'
  },
  "RateLimit-Policy": {
    description: "That policy: a bucket holds `q` requests and fills evenly over `w` seconds.",
    schema: text,
    example: '"default";q=6000;w=60'
  },
  "X-RateLimit-Limit": { description: "The same as `q`.", schema: count, example: 6000 },
  "X-RateLimit-Remaining": { description: "The same as `r`.", schema: count, example: 5999 },
  "X-RateLimit-Reset": {
    description: "When the bucket is full again, in seconds since 1970.",
    schema: count,
    example: 1_763_800_000
  },
  "Retry-After": {
    description: "Seconds after which the same request may succeed.",
    schema: { type: "integer", minimum: 1 },
    example: 1
  }
}

const { "Retry-After": _, ...ofEveryAnswer } = responseHeaders
/** Answers that are passing: the same request may succeed later. */
const passing = new Set(["429", "503"])

/** Names in each answer of an operation the headers that it has: those of every answer, and when to come back. */
export const addResponseHeaders = (responses: Node): void => {
  for (const [status, response] of Object.entries<Node>(responses)) {
    const shared = passing.has(status) ? responseHeaders : ofEveryAnswer
    if (status.startsWith("2") || passing.has(status)) response["headers"] = { ...refs(shared), ...response["headers"] }
  }
}

const refs = (headers: object): Node =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
