import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Sessions } from "../../src/accounts/Sessions.ts"
import { makeToken } from "../../src/accounts/Token.ts"
import { uuidOf } from "../../src/domain/Ids.ts"
import { organizationOf } from "../../src/domain/Organization.ts"
import { AccountServices, Installation } from "../support/Installation.ts"
import { seedTenant } from "../support/seedTenant.ts"
import { linkFor, seedMember, signInServices } from "../support/signInServices.ts"

const signIn = Effect.gen(function* () {
  const { signedIn, token } = yield* (yield* Sessions).open({
    token: yield* linkFor("owner@localhost"),
    request: { id: "req_1", client: { address: "198.51.100.7", userAgent: "Mozilla/5.0" } }
  })
  return { ...signedIn, token: Redacted.value(token) }
})

layer(signInServices().pipe(Layer.provideMerge(Installation.layer), Layer.provideMerge(AccountServices)))(
  "Sessions",
  (it) => {
    it.effect("create one session for many who use a link at the same moment, and none for a second use", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const token = yield* linkFor("owner@localhost")
        const attempts = yield* Effect.forEach(
          Array.from({ length: 12 }, (_, index) => `req_${index}`),
          (id) => Effect.option(sessions.open({ token, request: { id } })),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(attempts.filter(Option.isSome), 1)
        assert.strictEqual(
          (yield* Effect.flip(sessions.open({ token, request: { id: "req_again" } })))._tag,
          "InvalidToken"
        )
      })
    )

    it.effect("reject an expired link, an unknown one, and an invalid one", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const sql = yield* SqlClient.SqlClient
        const late = yield* linkFor("owner@localhost")
        yield* sql`UPDATE magic_links SET expires_at = now() - interval '1 second'`
        for (const token of [late, Redacted.value(makeToken("ml")), "", "ml_", `${late} `]) {
          assert.strictEqual(
            (yield* Effect.flip(sessions.open({ token, request: { id: "req_1" } })))._tag,
            "InvalidToken"
          )
        }
      })
    )

    it.effect("act for their member, in the requested mode", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const { live, test } = yield* Installation
        const { member, token } = yield* signIn
        const caller = Option.getOrThrow(yield* sessions.authenticate(token, "live"))
        assert.include(caller, { kind: "session", id: member.id, name: "owner@localhost", brands: "all" })
        assert.deepStrictEqual(caller.tenant, live.tenant)
        assert.deepStrictEqual(Option.getOrThrow(yield* sessions.authenticate(token, "test")).tenant, test.tenant)
      })
    )

    it.effect("have access to only the brands of an agent, and to all brands of an admin", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const sql = yield* SqlClient.SqlClient
        const { brand, tenant } = (yield* Installation).live
        for (const [email, role, brands] of [
          ["agent@team.example", "agent", new Set([brand.id])],
          ["admin@team.example", "admin", "all"]
        ] as const) {
          const id = yield* seedMember(tenant.accountId, email, role)
          yield* sql`UPDATE members SET all_brands = false, brand_ids = ${[uuidOf(brand.id)]}::uuid[] WHERE id = ${uuidOf(id)}`
          const { token } = yield* sessions.open({ token: yield* linkFor(email), request: { id: "req_1" } })
          const caller = Option.getOrThrow(yield* sessions.authenticate(Redacted.value(token), "live"))
          assert.deepStrictEqual(caller.brands, brands)
          const reaches = yield* sessions.reaches([Redacted.value(token), `stk_${"0".repeat(43)}`])
          assert.deepStrictEqual([...reaches], [[Redacted.value(token), { brands, role }]])
        }
      })
    )

    it.effect("have their own token at each sign-in, of which only the hash is stored", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [first, second] = [yield* signIn, yield* signIn]
        assert.match(first.token, /^stk_[0-9A-Za-z]{43}$/)
        assert.notStrictEqual(first.token, second.token)
        assert.strictEqual(first.session.userAgent, "Mozilla/5.0")
        const rows = yield* sql<{ row: string }>`SELECT s::text AS row FROM sessions s`
        for (const { row } of rows) assert.notMatch(row, /stk_/)
      })
    )

    for (const [what, change] of [
      ["30 days after they began", "expires_at = now() - interval '1 second'"],
      ["7 days after they were used last", "last_used_at = now() - interval '7 days 1 second'"]
    ] as const) {
      it.effect(`end ${what}, and report since when`, () =>
        Effect.gen(function* () {
          const sessions = yield* Sessions
          const sql = yield* SqlClient.SqlClient
          const { session, token } = yield* signIn
          yield* sql.unsafe(`UPDATE sessions SET ${change} WHERE id = '${uuidOf(session.id)}'`)
          const refused = yield* Effect.flip(sessions.authenticate(token, "live"))
          assert.strictEqual(refused._tag, "TokenExpired")
          assert.strictEqual((yield* sessions.reaches([token])).size, 0)
        })
      )
    }

    it.effect("are extended while they are used", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const sql = yield* SqlClient.SqlClient
        const { session, token } = yield* signIn
        yield* sql`UPDATE sessions SET last_used_at = now() - interval '6 days' WHERE id = ${uuidOf(session.id)}`
        yield* sessions.authenticate(token, "live")
        yield* Effect.repeat(
          sql<{ fresh: boolean }>`SELECT last_used_at > now() - interval '1 minute' AS fresh FROM sessions
            WHERE id = ${uuidOf(session.id)}`,
          { until: ([row]) => row?.fresh === true }
        )
      })
    )

    it.effect("end at once when they are ended, and when their member is removed", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const sql = yield* SqlClient.SqlClient
        const { token, ...signedIn } = yield* signIn
        const other = yield* signIn
        yield* sessions.end(signedIn, { id: "req_2" })
        assert.isTrue(Option.isNone(yield* sessions.authenticate(token, "live")))
        assert.isTrue(Option.isSome(yield* sessions.authenticate(other.token, "live")))

        const id = yield* seedMember(signedIn.account.id, "leaver@team.example")
        const leaver = yield* sessions.open({ token: yield* linkFor("leaver@team.example"), request: { id: "req_1" } })
        yield* sql`DELETE FROM members WHERE id = ${uuidOf(id)}`
        assert.isTrue(Option.isNone(yield* sessions.authenticate(Redacted.value(leaver.token), "live")))
        const reaches = yield* sessions.reaches([token, other.token, Redacted.value(leaver.token)])
        assert.deepStrictEqual([...reaches.keys()], [other.token])
      })
    )

    it.effect("are for the named organization, or else for the one used last", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const sql = yield* SqlClient.SqlClient
        const email = "both@team.example"
        const first = (yield* Installation).live.tenant.accountId
        const second = (yield* seedTenant("live")).accountId
        yield* sql`INSERT INTO tenants (id, account_id, mode) VALUES (gen_random_uuid(), ${uuidOf(second)}, 'test')`
        yield* seedMember(first, email)
        const active = yield* seedMember(second, email)
        yield* sql`UPDATE members SET last_active_at = now() WHERE id = ${uuidOf(active)}`
        const open = (organizationId?: string) =>
          Effect.flatMap(linkFor(email), (token) => sessions.open({ token, organizationId, request: { id: "req_1" } }))

        const { account } = (yield* open()).signedIn
        assert.strictEqual(account.id, second)
        const named = yield* sessions.open({
          token: yield* linkFor(email),
          organizationId: organizationOf({ ...account, id: first }).id,
          request: { id: "req_1" }
        })
        assert.strictEqual(named.signedIn.account.id, first)
        const stranger = organizationOf({ ...account, id: (yield* seedTenant()).accountId }).id
        for (const organizationId of [stranger, "org_none"]) {
          assert.strictEqual((yield* Effect.flip(open(organizationId)))._tag, "InvalidToken")
        }
      })
    )

    it.effect("leave an entry in the audit log when they begin and when they end", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { token: _, ...signedIn } = yield* signIn
        yield* (yield* Sessions).end(signedIn, { id: "req_2" })
        const lines = yield* sql<{ event: string; request_id: string }>`SELECT event, request_id FROM audit_log
          WHERE metadata->>'sessionId' = ${signedIn.session.id} ORDER BY id`
        assert.deepStrictEqual(
          lines.map(({ event, request_id }) => [event, request_id]),
          [
            ["member.signed_in", "req_1"],
            ["member.signed_out", "req_2"]
          ]
        )
      })
    )
  }
)
