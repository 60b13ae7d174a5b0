import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { linkFor } from "../support/signInServices.ts"
import { asking, teamMember } from "../support/teamMember.ts"

layer(site(), { excludeTestServices: true })("A session", (it) => {
  it.effect("keeps its age when switching organizations, and ends no later", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const owner = yield* teamMember("owner")
      yield* system`update sessions set created_at = now() - interval '16 minutes', expires_at = now() + interval '1 hour'`
      const before = (yield* owner.ask("GET", "/v1/auth/session")).json
      const switched = yield* owner.ask("POST", "/v1/auth/switch-organization", {
        body: { organizationId: before.organization.id }
      })
      assert.strictEqual(switched.status, 200, switched.text)
      const { createdAt, expiresAt, id } = switched.json.session
      assert.notStrictEqual(id, before.session.id)
      assert.deepStrictEqual(
        { createdAt, expiresAt },
        { createdAt: before.session.createdAt, expiresAt: before.session.expiresAt }
      )
      const { name } = before.organization
      const refused = yield* asking("DELETE", `/v1/auth/organization?confirm=${encodeURIComponent(name)}`, {
        key: switched.json.sessionToken
      })
      assert.deepInclude(refused.json, { status: 403, code: "forbidden", required: "recent_sign_in" })
    })
  )
})

layer(site(), { excludeTestServices: true })("A brand", (it) => {
  it.effect("is deleted by a person only shortly after they signed in, and by a key at any time", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const brand = (name: string) =>
        Effect.map(ask("POST", "/v1/brands", { body: { name } }), ({ json }) => `/v1/brands/${json.id}`)
      const [one, two] = [yield* brand("One"), yield* brand("Two")]
      const token = yield* linkFor("owner@localhost")
      const { json } = yield* ask("POST", "/v1/auth/verify", { key: "", body: { token } })
      const key = json.sessionToken
      yield* system`update sessions set created_at = now() - interval '16 minutes'`
      assert.strictEqual((yield* ask("DELETE", one, { key })).json.ticketCount, 0, "counting deletes nothing")
      const refused = yield* ask("DELETE", `${one}?confirm=true`, { key })
      assert.deepInclude(refused.json, { status: 403, code: "forbidden", required: "recent_sign_in" })
      assert.strictEqual((yield* ask("GET", one)).status, 200)
      yield* system`update sessions set created_at = now() - interval '14 minutes'`
      assert.strictEqual((yield* ask("DELETE", `${one}?confirm=true`, { key })).status, 200)
      assert.strictEqual((yield* ask("DELETE", `${two}?confirm=true`)).status, 200)
    })
  )
})
