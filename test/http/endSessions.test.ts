import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { organizationIdOf } from "../../src/domain/Organization.ts"
import { Database } from "../../src/sql/Database.ts"
import { readEvents } from "../support/EventReader.ts"
import { HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { seedAccount } from "../support/seedAccount.ts"
import { seedMember } from "../support/signInServices.ts"
import { asking, signIn, teamMember } from "../support/teamMember.ts"

const own = "/v1/auth/sessions"
const everybody = "/v1/auth/organization/sessions"

const statusOf = (key: string) => Effect.map(asking("GET", "/v1/auth/session", { key }), ({ status }) => status)
const bySignedOut = ({ json, status }: Reply) => assert.deepStrictEqual([status, json.code], [401, "unauthorized"])

/** A person who is an agent of the installation's team and of another one. */
const inTwoTeams = Effect.gen(function* () {
  const here = yield* teamMember("agent")
  const other = yield* seedAccount
  const id = yield* seedMember(other.accountId, here.email)
  return { ...here, other: { id, tenant: other, organizationId: organizationIdOf(other.accountId) } }
})

/** The audit entries about an entity of an account, as stored. */
const linesOf = Effect.fnUntraced(function* (id: Parameters<typeof uuidOf>[0]) {
  const { system } = yield* Database
  return yield* Effect.orDie(
    system<{ tenant_id: string; event: string; metadata: { sessions?: number } | null; ip: string | null }>`
      SELECT tenant_id, event, metadata, ip FROM audit_log
      WHERE entity_id = ${uuidOf(id)} AND event LIKE '%.sessions_ended' ORDER BY id`
  )
})

layer(site(), { excludeTestServices: true })("Signing out everywhere", (it) => {
  it.effect("ends every session of the caller, in every organization, and no one else's", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const { email, id, key, other } = yield* inTwoTeams
      const [second, third] = [yield* signIn(email), yield* signIn(email)]
      const moved = yield* third.ask("POST", "/v1/auth/switch-organization", {
        body: { organizationId: other.organizationId }
      })
      assert.strictEqual(moved.status, 200, moved.text)
      const colleague = yield* teamMember("agent")

      const ended = yield* second.ask("DELETE", own)
      assert.deepStrictEqual([ended.status, ended.json], [200, { success: true, ended: 3 }])
      assert.strictEqual(ended.headers.get("clear-site-data"), '"cookies", "storage"')
      assert.match(ended.headers.getSetCookie()[0] ?? "", /^__Host-trunkline_session=; .*Max-Age=0/)
      for (const gone of [key, second.key, moved.json.sessionToken]) assert.strictEqual(yield* statusOf(gone), 401)
      assert.strictEqual(yield* statusOf(colleague.key), 200)
      bySignedOut(yield* second.ask("DELETE", own))

      const [here] = yield* linesOf(id)
      assert.deepInclude(here, {
        tenant_id: live.tenant.id,
        event: "member.sessions_ended",
        metadata: { sessions: 2 }
      })
      assert.isNotNull(here?.ip)
      const there = yield* linesOf(other.id)
      assert.deepInclude(there[0], { tenant_id: other.tenant.id, metadata: { sessions: 1 } })
      assert.strictEqual((yield* (yield* signIn(email)).ask("GET", "/v1/auth/session")).status, 200)
    })
  )

  it.effect("counts those that were still valid", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { ask, email, id } = yield* teamMember("agent")
      yield* Effect.orDie(
        system`UPDATE sessions SET last_used_at = now() - interval '8 days' WHERE member_id = ${uuidOf(id)}`
      )
      yield* Effect.orDie(
        system`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = ${uuidOf((yield* signIn(email)).answer.json.session.id)}`
      )
      bySignedOut({ ...(yield* ask("GET", "/v1/auth/session")), json: { code: "unauthorized" } })
      assert.strictEqual((yield* (yield* signIn(email)).ask("DELETE", own)).json.ended, 1)
    })
  )

  it.effect("leaves no session that was being created from another one at that moment", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { email, id, other } = yield* inTwoTeams
      for (let round = 0; round < 8; round++) {
        const [moving, ending] = [yield* signIn(email), yield* signIn(email)]
        const [moved, ended] = yield* Effect.all(
          [
            moving.ask("POST", "/v1/auth/switch-organization", { body: { organizationId: other.organizationId } }),
            ending.ask("DELETE", own)
          ],
          { concurrency: 2 }
        )
        assert.include([200, 401], moved.status, moved.text)
        assert.strictEqual(ended.status, 200, ended.text)
        const left = yield* Effect.orDie(
          system`SELECT FROM sessions WHERE member_id IN (${uuidOf(id)}, ${uuidOf(other.id)})`
        )
        assert.lengthOf(left, 0)
        if (moved.status === 200) assert.strictEqual(yield* statusOf(moved.json.sessionToken), 401)
      }
    })
  )

  it.effect("ends the streams of those sessions", () =>
    Effect.gen(function* () {
      const { port } = yield* HttpSite
      const { email, key } = yield* teamMember("agent")
      const reader = yield* readEvents(`http://127.0.0.1:${port}/v1/events/stream`, { authorization: `Bearer ${key}` })
      yield* reader.next
      yield* (yield* signIn(email)).ask("DELETE", own)
      assert.isUndefined(yield* reader.next)
    }).pipe(Effect.scoped)
  )
})

layer(site(), { excludeTestServices: true })("An owner who signs everybody out", (it) => {
  it.effect("ends all sessions of the organization, including their own, and no others", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const team = [yield* teamMember("owner"), yield* teamMember("admin"), yield* teamMember("agent")]
      const [owner] = team
      const both = yield* inTwoTeams
      const stranger = yield* teamMember("owner", { account: (yield* seedAccount).accountId })
      const elsewhere = yield* (yield* signIn(both.email)).ask("POST", "/v1/auth/switch-organization", {
        body: { organizationId: both.other.organizationId }
      })
      const ended = yield* owner?.ask("DELETE", everybody) ?? Effect.die("nobody")
      assert.deepStrictEqual([ended.status, ended.json], [200, { success: true, ended: 4 }])
      assert.strictEqual(ended.headers.get("clear-site-data"), '"cookies", "storage"')
      for (const { key } of [...team, both]) assert.strictEqual(yield* statusOf(key), 401)
      for (const key of [stranger.key, elsewhere.json.sessionToken]) assert.strictEqual(yield* statusOf(key), 200)
      assert.strictEqual((yield* ask("GET", "/v1/accounts/me")).status, 200, "keys stay")
      const lines = yield* linesOf(live.tenant.accountId)
      assert.deepInclude(lines[0], {
        tenant_id: live.tenant.id,
        event: "account.sessions_ended",
        metadata: { sessions: 4 }
      })
      assert.lengthOf(lines, 1)
      assert.strictEqual((yield* (yield* signIn("owner@localhost")).ask("GET", "/v1/auth/session")).status, 200)
    })
  )

  it.effect("must be an owner, with a session", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const admin = yield* teamMember("admin")
      const refused = yield* admin.ask("DELETE", everybody)
      assert.deepInclude(refused.json, { status: 403, code: "forbidden", required: "owner" })
      for (const path of [own, everybody])
        assert.deepInclude((yield* ask("DELETE", path)).json, { status: 403, code: "forbidden", required: "session" })
      assert.strictEqual(yield* statusOf(admin.key), 200)
    })
  )
})
