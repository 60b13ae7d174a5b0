import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"

/** A request about a record of a brand: method, path below the brand, and body. */
export interface BrandRequest {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
}

/** Another brand of the live tenant, and a key for that brand only. */
export const neighbour = Effect.gen(function* () {
  const { ask } = yield* HttpSite
  const { json: brand } = yield* ask("POST", "/v1/brands", { body: { name: `Next door ${crypto.randomUUID()}` } })
  const { json: made } = yield* ask("POST", "/v1/accounts/me/api-keys", {
    body: { name: "Scoped", brandIds: [brand.id] }
  })
  return { brandId: brand.id as string, key: made.key as string }
})

/**
 * Asserts that requests about a record of the live brand get the response of an unknown id, apart from path and time: through
 * another brand, with a key of another brand, and with a key of test mode. `unknown` is an id that does not exist.
 */
export const assertForeign = Effect.fnUntraced(function* (
  requests: ReadonlyArray<BrandRequest>,
  id: string,
  unknown: string
) {
  const { ask } = yield* HttpSite
  const { live, test } = yield* Installation
  const { brandId, key } = yield* neighbour
  const told = (json: Record<string, unknown>) => ({ ...json, instance: "", requestId: "" })
  for (const { method, path, body } of requests) {
    const own = yield* ask(method, `/v1/brands/${live.brand.id}${path.replace(id, unknown)}`, { body })
    assert.include(own.json, { status: 404, code: "not_found" }, `${method} ${path} ${own.text}`)
    const attempts = [
      yield* ask(method, `/v1/brands/${brandId}${path}`, { body }),
      yield* ask(method, `/v1/brands/${live.brand.id}${path}`, { body, key }),
      yield* ask(method, `/v1/brands/${live.brand.id}${path}`, { body, key: test.key }),
      yield* ask(method, `/v1/brands/${test.brand.id}${path}`, { body, key: test.key })
    ]
    for (const attempt of attempts) assert.deepStrictEqual(told(attempt.json), told(own.json), `${method} ${path}`)
  }
})
