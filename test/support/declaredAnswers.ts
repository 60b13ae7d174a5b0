import { assert } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { WebhookEvent } from "../../src/api/EventPayloads.ts"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { ProblemBody } from "../../src/api/ProblemBody.ts"

/** Every endpoint of the API, as declared. */
export const endpoints = Object.values(Api.groups).flatMap(
  (group): ReadonlyArray<HttpApiEndpoint.Top> =>
    // The groups differ in the types of their endpoints, not in their shape.
    Object.values(group.endpoints as unknown as Record<string, HttpApiEndpoint.Top>)
)

/** Every endpoint with its paths; those with the fewest parameters come first. */
const paths = endpoints
  .map((endpoint) => ({ endpoint, serves: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, "[^/]+")}$`) }))
  .sort((a, b) => a.endpoint.path.split(":").length - b.endpoint.path.split(":").length)

/** The endpoint that serves a method and path. */
export const endpointOf = (method: string, path: string): HttpApiEndpoint.Top | undefined => {
  const [route = ""] = path.split("?")
  return paths.find(({ endpoint, serves }) => endpoint.method === method && serves.test(route))?.endpoint
}

/** Every endpoint of the API: method, path pattern, and whether it takes a body. */
export const operations = endpoints.map(({ method, path, payload }) => ({ method, path, takesBody: payload.size > 0 }))

const strict = { onExcessProperty: "error", errors: "all" } as const

/** Decodes an event as a webhook receives it, with exactly the members declared for its type. */
export const declaredEvent = (json: unknown) => Schema.decodeUnknownResult(WebhookEvent, strict)(json)

const document = openApiDocument("http://127.0.0.1")
/** Headers that only some responses have. */
const declarable = ["ETag", "Location", "Idempotency-Replayed", "X-Next-Cursor"]

/** Asserts that a response has exactly the members that its endpoint declares, or is a problem, and has no other headers. */
export const assertDeclared = (method: string, path: string, status: number, json: unknown, headers?: Headers) => {
  if (status >= 400 && status !== 503) {
    const problem = Schema.decodeUnknownResult(ProblemBody, strict)(json)
    assert.isTrue(Result.isSuccess(problem), `${method} ${path} ${status}: ${problem}`)
    return
  }
  const endpoint = endpointOf(method, path)
  if (endpoint === undefined) return
  const decoded = [...endpoint.success].map((schema) =>
    // Declared schemas need no services.
    Schema.decodeUnknownResult(schema as Schema.Codec<unknown, unknown>, strict)(json)
  )
  assert.isTrue(
    decoded.some(Result.isSuccess),
    `${method} ${path} ${status} is not as declared: ${decoded.map(String).join("\n")}`
  )
  if (headers === undefined) return
  const operation = document["paths"][endpoint.path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()]
  const declared = Object.keys(operation.responses[status]?.headers ?? {})
  for (const name of declarable.filter((name) => headers.has(name)))
    assert.include(declared, name, `${method} ${path} ${status}`)
  if (declared.includes("Location"))
    assert.isTrue(headers.has("location"), `${method} ${path} ${status} has no Location`)
}
