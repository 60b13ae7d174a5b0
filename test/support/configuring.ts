import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Id, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { assertDeclared } from "./declaredAnswers.ts"
import { type BrandRequest, neighbour } from "./foreignIds.ts"
import { type Asked, HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"
import { linkFor, seedMember } from "./signInServices.ts"

/** Sends a request about the live brand, and checks the response against the schema that its endpoint declares. */
export const askBrand = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
  const { live } = yield* Installation
  const whole = `/v1/brands/${live.brand.id}${path}`
  const answer = yield* (yield* HttpSite).ask(method, whole, options)
  assertDeclared(method, whole, answer.status, answer.json, answer.headers)
  return answer
})

/** The error code of a refusal, and the fields that it names. */
export const refusal = (answer: {
  readonly status: number
  readonly json: { code: string; field?: string; errors?: ReadonlyArray<{ field: string; code: string }> }
}) => [
  answer.status,
  answer.json.code,
  ...(answer.json.field === undefined ? [] : [answer.json.field]),
  ...(answer.json.errors ?? []).map(({ code, field }) => `${field} ${code}`)
]

/** The session token of a member of the live account. */
export const signedIn = Effect.fnUntraced(function* (role: "admin" | "agent") {
  const { ask } = yield* HttpSite
  const { live } = yield* Installation
  const email = `${role}-${crypto.randomUUID()}@team.example`
  yield* seedMember(live.tenant.accountId, email, role)
  const answer = yield* ask("POST", "/v1/auth/verify", { key: "", body: { token: yield* linkFor(email) } })
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.json.sessionToken as string
})

/** Asserts that everyone on the team may do `reads`, and only owners and admins may do `writes`. */
export const assertConfiguredByAdmins = Effect.fnUntraced(function* (
  reads: ReadonlyArray<BrandRequest>,
  writes: ReadonlyArray<BrandRequest>
) {
  const agent = yield* signedIn("agent")
  const admin = yield* signedIn("admin")
  for (const { method, path, body } of [...reads, ...writes]) {
    const ofAgent = yield* askBrand(method, path, { key: agent, body })
    const ofAdmin = yield* askBrand(method, path, { key: admin, body })
    if (reads.some((read) => read.path === path && read.method === method)) {
      assert.deepStrictEqual([ofAgent.status, ofAgent.text], [200, ofAdmin.text], `${method} ${path}`)
    } else {
      assert.deepStrictEqual([ofAgent.status, ofAgent.json.code, ofAgent.json.required], [403, "forbidden", "admin"])
      assert.isBelow(ofAdmin.status, 300, `${method} ${path} ${ofAdmin.text}`)
    }
  }
})

/** Asserts that a write takes effect once per key, and that another body with the same key is refused. Returns the response. */
export const assertOnce = Effect.fnUntraced(function* ({ method, path, body }: BrandRequest, other?: object) {
  const headers = { "idempotency-key": crypto.randomUUID() }
  const first = yield* askBrand(method, path, { headers, body })
  const again = yield* askBrand(method, path, { headers, body })
  assert.isBelow(first.status, 300, first.text)
  assert.deepStrictEqual([again.status, again.text], [first.status, first.text], `${method} ${path}`)
  assert.deepStrictEqual(
    [first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")],
    [null, "true"]
  )
  assert.strictEqual(again.headers.get("location"), first.headers.get("location"))
  if (other !== undefined) {
    const reused = yield* askBrand(method, path, { headers, body: other })
    assert.strictEqual(reused.json.code, "idempotency_key_reused")
  }
  return first
})

/** Asserts that the lists of someone else's brand, or of no brand, are not found. */
export const assertForeignBrand = Effect.fnUntraced(function* (requests: ReadonlyArray<BrandRequest>) {
  const { ask } = yield* HttpSite
  const { live, test } = yield* Installation
  const { key } = yield* neighbour
  const told = (json: Record<string, unknown>) => ({ ...json, instance: "", requestId: "" })
  for (const { method, path, body } of requests) {
    const unknown = yield* ask(method, `/v1/brands/br_01m893khb3f5bbmdqn6zazb1ra${path}`, { body })
    assert.deepStrictEqual(refusal(unknown), [404, "not_found"], `${method} ${path} ${unknown.text}`)
    for (const attempt of [
      yield* ask(method, `/v1/brands/br_x${path}`, { body }),
      yield* ask(method, `/v1/brands/${live.brand.id}${path}`, { body, key }),
      yield* ask(method, `/v1/brands/${live.brand.id}${path}`, { body, key: test.key })
    ])
      assert.deepStrictEqual(told(attempt.json), told(unknown.json), `${method} ${path}`)
  }
})

/** The audit log of a record, oldest first. */
export const auditOf = Effect.fnUntraced(function* (id: Id) {
  const { system } = yield* Database
  const rows = yield* system<{
    event: string
    entity_type: string
    changes: Record<string, unknown> | null
    metadata: Record<string, unknown> | null
    performed_by: { type: string }
    request_id: string
  }>`select event, entity_type, changes, metadata, performed_by, request_id from audit_log
    where entity_id = ${uuidOf(id)} order by id`
  return rows
}, Effect.orDie)
