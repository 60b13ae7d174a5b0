import { sampleId } from "./samples.ts"

/** A JSON object of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

const text = { type: "string" }
const count = { type: "integer", minimum: 0 }

/** Headers that responses share, as components of the OpenAPI document. */
export const responseHeaders = {
  "X-Request-Id": {
    description: "Identifies the request in the server's log. Include it when you report a problem.",
    schema: text,
    example: "req_01kaqz6y8e4x0b5r2d9n3m7c1t"
  },
  RateLimit: {
    description:
      "The rate limit bucket closest to empty, by the name of its policy: `r` requests are left, and one more is added in `t` seconds (draft-ietf-httpapi-ratelimit-headers-10).",
    schema: text,
    example: '"default";r=5999;t=1'
  },
  "RateLimit-Policy": {
    description: "The policy of that bucket: it holds `q` requests and refills evenly over `w` seconds.",
    schema: text,
    example: '"default";q=6000;w=60'
  },
  "X-RateLimit-Limit": { description: "Same as `q`.", schema: count, example: 6000 },
  "X-RateLimit-Remaining": { description: "Same as `r`.", schema: count, example: 5999 },
  "X-RateLimit-Reset": {
    description: "When the bucket is full again, as a Unix timestamp in seconds.",
    schema: count,
    example: 1_763_800_000
  },
  "Retry-After": {
    description:
      "Seconds after which the same request may succeed. Among 409 responses, only `idempotency_in_progress` has it.",
    schema: { type: "integer", minimum: 1 },
    example: 1
  },
  "WWW-Authenticate": {
    description: "How to authenticate (RFC 6750).",
    schema: text,
    example: 'Bearer realm="trunkline"'
  },
  ETag: {
    description: "The version of the returned record. A write with it in `If-Match` changes only that version.",
    schema: text,
    example: '"3"'
  },
  Location: {
    description: "Path of the created record.",
    schema: text,
    example: `/v1/brands/${sampleId("brand")}/tickets/${sampleId("ticket")}`
  },
  "Idempotency-Replayed": {
    description:
      "`true`: this response was replayed from an earlier request with the same idempotency key; nothing was done again.",
    schema: { type: "string", enum: ["true"] }
  },
  "X-Next-Cursor": {
    description: "`cursor` of the next page. Omitted on the last page.",
    schema: { type: "string", maxLength: 512 }
  }
}
type Name = keyof typeof responseHeaders

const ofEveryAnswer = [
  "X-Request-Id",
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset"
] as const satisfies ReadonlyArray<Name>
/**
 * Headers of errors on which programs act. Errors also have the headers of all responses, but listing these for each would
 * make the document half as large again.
 */
const ofRefusals: { readonly [status: string]: ReadonlyArray<Name> } = {
  401: ["WWW-Authenticate"],
  429: [...ofEveryAnswer, "Retry-After"],
  503: [...ofEveryAnswer, "Retry-After"]
}

/** For a conflict that may be with the same request, still in progress. */
const ofRepeats = ["Retry-After"] as const satisfies ReadonlyArray<Name>

/** The parts of an operation that determine its response headers. */
interface Answering {
  readonly document: Node
  readonly path: string
  readonly responses: Node
  readonly isRepeatable: boolean
  /** Headers that the declaration names. */
  readonly named: ReadonlyArray<Name>
}

/**
 * Adds headers to each response of an operation: those of all successes, its own, and for errors those on which programs
 * act.
 */
export const addResponseHeaders = ({ document, isRepeatable, named, path, responses }: Answering): void => {
  for (const [status, response] of Object.entries<Node>(responses)) {
    const ofSuccess = (): ReadonlyArray<Name> => [
      ...ofEveryAnswer,
      ...named,
      ...(isVersioned(document, response) ? (["ETag"] as const) : []),
      ...(status === "201" && isFound(document, path, response) ? (["Location"] as const) : []),
      ...(isRepeatable ? (["Idempotency-Replayed"] as const) : [])
    ]
    const own = status.startsWith("2") ? ofSuccess() : isRepeatable && status === "409" ? ofRepeats : ofRefusals[status]
    if (own !== undefined) response["headers"] = { ...refs(own), ...response["headers"] }
  }
}

const schemaOf = (response: Node): Node => response["content"]?.["application/json"]?.schema ?? {}

/** Whether a response shows a single record with a version. */
const isVersioned = ({ components }: Node, response: Node): boolean => {
  const schema = schemaOf(response)
  const named = components.schemas[String(schema["$ref"]).split("/").at(-1) ?? ""] ?? schema
  return named.properties?.version?.type === "integer"
}

/** Whether a GET returns what a POST created: below its path, next to what it repeats, or elsewhere with the same schema. */
const isFound = ({ paths }: Node, path: string, response: Node): boolean => {
  const below = `${path.replace(/\/(upload|\{\w+\}\/replay)$/, "")}/{`
  const { $ref } = schemaOf(response)
  return Object.entries<Node>(paths).some(
    ([read, { get }]) =>
      get !== undefined &&
      read.endsWith("}") &&
      ((read.startsWith(below) && !read.slice(below.length).includes("/")) ||
        ($ref !== undefined && schemaOf(get.responses["200"] ?? {})["$ref"] === $ref))
  )
}

const refs = (names: ReadonlyArray<Name>): Node =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
