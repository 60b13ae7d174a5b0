import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type AccountId, type BrandId, type MemberId, uuidOf } from "../../src/domain/Ids.ts"
import type { Role } from "../../src/domain/Member.ts"
import { Database } from "../../src/sql/Database.ts"
import { assertDeclared } from "./declaredAnswers.ts"
import { type Asked, HttpSite } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"
import { linkFor, seedMember } from "./signInServices.ts"

/** Sends a request, and checks the response against the schema that its endpoint declares. */
export const asking = Effect.fnUntraced(function* (method: string, path: string, options?: Asked) {
  const answer = yield* (yield* HttpSite).ask(method, path, options)
  assertDeclared(method, path, answer.status, answer.json, answer.headers)
  return answer
})

/** Exchanges the token of a link for a session; returns a function that sends requests with it. */
export const signInWith = Effect.fnUntraced(function* (token: string, organizationId?: string) {
  const answer = yield* asking("POST", "/v1/auth/verify", { key: "", body: { token, organizationId } })
  assert.strictEqual(answer.status, 200, answer.text)
  const key: string = answer.json.sessionToken
  const id: MemberId = answer.json.member.id
  return {
    answer,
    key,
    id,
    ask: (method: string, path: string, options: Omit<Asked, "key"> = {}) => asking(method, path, { ...options, key })
  }
})

/** A member who is already signed in. */
export const signIn = (email: string) => Effect.flatMap(linkFor(email), (token) => signInWith(token))

/** A new member of the installation's team, or of another account, signed in. An agent may be limited to some brands. */
export const teamMember = Effect.fnUntraced(function* (
  role: Role,
  { account, brands }: { readonly account?: AccountId; readonly brands?: ReadonlyArray<BrandId> } = {}
) {
  const email = `${role}-${crypto.randomUUID()}@team.example`
  const id = yield* seedMember(account ?? (yield* Installation).live.tenant.accountId, email, role)
  if (brands !== undefined) {
    const { system } = yield* Database
    yield* Effect.orDie(system`update members set all_brands = false, brand_ids = ${brands.map(uuidOf)}::uuid[]
      where id = ${uuidOf(id)}`)
  }
  return { ...(yield* signIn(email)), email }
})
