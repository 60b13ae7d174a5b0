import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuidOf } from "../../src/domain/Ids.ts"
import { HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { linkFor, outbox, outboxWhen, seedMember } from "../support/signInServices.ts"

const own = "https://desk.example"

/** The cookie that a response sets: its text without attributes, and its attributes. */
const cookieOf = ({ headers }: Reply) => {
  const [pair = "", ...attributes] = (headers.getSetCookie()[0] ?? "").split("; ")
  return { pair, attributes: attributes.sort() }
}

/** A signed-in member, and requests with their session. */
const signIn = Effect.fnUntraced(function* (email: string) {
  const { ask } = yield* HttpSite
  const answer = yield* ask("POST", "/v1/auth/verify", { key: "", body: { token: yield* linkFor(email) } })
  assert.strictEqual(answer.status, 200, answer.text)
  const { pair } = cookieOf(answer)
  const token: string = answer.json.sessionToken
  return {
    answer,
    pair,
    token,
    member: answer.json.member,
    byCookie: (method: string, path: string, body?: unknown, headers: Record<string, string> = { origin: own }) =>
      ask(method, path, { key: "", body, headers: { cookie: pair, ...headers } }),
    byToken: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask(method, path, { key: token, body, headers })
  }
})

const member = Effect.fnUntraced(function* (role: "admin" | "agent") {
  const { accountId } = (yield* Installation).live.tenant
  const email = `${role}-${crypto.randomUUID()}@team.example`
  const id = yield* seedMember(accountId, email, role)
  return { ...(yield* signIn(email)), id }
})

layer(site(), { excludeTestServices: true })("Signing in over HTTP", (it) => {
  it.effect("leads from an address to a session, and out again", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      yield* seedMember(live.tenant.accountId, "ines@team.example", "admin")
      const asked = yield* ask("POST", "/v1/auth/magic-link", { key: "", body: { email: "Ines@team.example" } })
      assert.deepStrictEqual([asked.status, asked.json], [200, { success: true }])
      yield* outboxWhen((mails) => mails.some(({ recipient }) => recipient === "ines@team.example"))

      const { answer, byCookie, pair } = yield* signIn("ines@team.example")
      const { account, member, organization, session, sessionToken, success } = answer.json
      assert.strictEqual(success, true)
      assert.match(session.id, /^ses_/)
      assert.match(sessionToken, /^stk_[0-9A-Za-z]{43}$/)
      assert.strictEqual(account.id, live.tenant.accountId)
      assert.deepStrictEqual(organization, {
        id: session.organizationId,
        name: account.name,
        accountId: account.id,
        createdAt: account.createdAt
      })
      assert.include(member, { id: session.memberId, email: "ines@team.example", role: "admin", status: "active" })
      assert.deepStrictEqual(member.brandAssignment, { allBrands: true, brandIds: [] })
      assert.closeTo(Date.parse(session.expiresAt) - Date.parse(session.createdAt), 30 * 86_400_000, 1000)

      const current = yield* byCookie("GET", "/v1/auth/session")
      assert.deepInclude(current.json, { valid: true, session, account, organization })
      assert.strictEqual(current.json.member.id, member.id)

      const left = yield* byCookie("POST", "/v1/auth/logout")
      assert.deepStrictEqual([left.status, left.json], [200, { success: true }])
      assert.strictEqual(left.headers.get("clear-site-data"), '"cookies", "storage"')
      assert.strictEqual(cookieOf(left).pair, "__Host-trunkline_session=")
      assert.include(cookieOf(left).attributes, "Max-Age=0")
      const after = yield* ask("GET", "/v1/auth/session", { key: "", headers: { cookie: pair } })
      assert.deepStrictEqual([after.status, after.json.code], [401, "unauthorized"])
    })
  )

  it.effect("sets a cookie that no script and no other site can use, bound to this host", () =>
    Effect.gen(function* () {
      const { answer, token } = yield* signIn("owner@localhost")
      const { attributes, pair } = cookieOf(answer)
      assert.strictEqual(pair, `__Host-trunkline_session=${token}`)
      assert.deepStrictEqual(attributes, ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", "Secure"])
    })
  )

  it.effect("responds alike for addresses of members, of strangers and of people who were only invited", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { accountId } = (yield* Installation).live.tenant
      yield* seedMember(accountId, "known@team.example")
      yield* seedMember(accountId, "pending@team.example", "agent", "pending")
      const answers = yield* Effect.forEach(
        ["stranger@elsewhere.example", "pending@team.example", "known@team.example"],
        (email) => ask("POST", "/v1/auth/magic-link", { key: "", body: { email } })
      )
      const shown = answers.map(({ headers, status, text }) => {
        const {
          "x-request-id": _,
          "x-ratelimit-remaining": __,
          "x-ratelimit-reset": ___,
          ratelimit,
          date,
          ...rest
        } = Object.fromEntries(headers)
        return { status, text, headers: rest }
      })
      assert.deepStrictEqual(shown[1], shown[0])
      assert.deepStrictEqual(shown[2], shown[0])
      yield* outboxWhen((mails) => mails.some(({ recipient }) => recipient === "known@team.example"))
      for (const { recipient } of yield* outbox) assert.notMatch(recipient, /stranger|pending/)
    })
  )

  it.effect("accepts the default address of an owner that was never configured", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const asked = yield* ask("POST", "/v1/auth/magic-link", { key: "", body: { email: "owner@localhost" } })
      assert.strictEqual(asked.status, 200, asked.text)
      for (const email of [
        "owner",
        "Ada <ada@team.example>",
        "a@b@c.example",
        'a"b@team.example',
        7,
        null,
        undefined
      ]) {
        const refused = yield* ask("POST", "/v1/auth/magic-link", { key: "", body: { email } })
        assert.deepStrictEqual([refused.status, refused.json.errors[0].field], [400, "email"])
      }
    })
  )

  it.effect("creates one session when twelve requests use a link at once", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      // An address for which no other test requests a link, since one still in transit could replace this one.
      yield* seedMember((yield* Installation).live.tenant.accountId, "twelve@team.example")
      const token = yield* linkFor("twelve@team.example")
      const answers = yield* Effect.forEach(
        Array.from({ length: 12 }),
        () => ask("POST", "/v1/auth/verify", { key: "", body: { token } }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, ...Array(11).fill(401)])
      for (const { headers, json, status } of answers) {
        if (status === 200) continue
        assert.strictEqual(json.code, "invalid_token")
        assert.lengthOf(headers.getSetCookie(), 0)
      }
    })
  )

  it.effect("refuses unknown, used, replaced and expired links alike", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const sql = yield* SqlClient.SqlClient
      const verify = (token: string) => ask("POST", "/v1/auth/verify", { key: "", body: { token } })
      const replaced = yield* linkFor("owner@localhost")
      const used = yield* linkFor("owner@localhost")
      yield* verify(used)
      const late = yield* linkFor("owner@localhost")
      yield* sql`UPDATE magic_links SET expires_at = now() - interval '1 second'`
      const answers = yield* Effect.forEach([replaced, used, late, `ml_${"x".repeat(43)}`, "ml_", ""], verify)
      for (const { json } of answers) {
        assert.include(json, { status: 401, code: "invalid_token", detail: answers[0]?.json.detail })
      }
      const missing = yield* ask("POST", "/v1/auth/verify", { key: "", body: {} })
      assert.deepStrictEqual([missing.status, missing.json.errors[0].field], [400, "token"])
    })
  )

  it.effect("tells an expired session from one that never existed", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const sql = yield* SqlClient.SqlClient
      const { answer, byCookie } = yield* signIn("owner@localhost")
      yield* sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = ${uuidOf(answer.json.session.id)}`
      const over = yield* byCookie("GET", "/v1/auth/session")
      assert.deepStrictEqual([over.status, over.json.code], [401, "token_expired"])
      assert.match(over.json.expiredAt, /^\d{4}-.*Z$/)
      for (const headers of [{}, { cookie: "__Host-trunkline_session=stk_none" }, { cookie: "a=b; =; ;" }]) {
        const none = yield* ask("GET", "/v1/auth/session", { key: "", headers })
        assert.deepStrictEqual([none.status, none.json.code], [401, "unauthorized"])
      }
    })
  )

  it.effect("is for members only: a key has no session to show", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      for (const [method, path] of [
        ["GET", "/v1/auth/session"],
        ["POST", "/v1/auth/logout"]
      ] as const) {
        const refused = yield* ask(method, path)
        assert.deepStrictEqual([refused.status, refused.json.required], [403, "session"])
      }
    })
  )
})

layer(site(), { excludeTestServices: true })("A session over HTTP", (it) => {
  it.effect("authenticates requests by cookie from pages of trusted origins, and from no others", () =>
    Effect.gen(function* () {
      const { byCookie } = yield* signIn("owner@localhost")
      const rename = (headers: Record<string, string>) =>
        Effect.map(byCookie("PATCH", "/v1/accounts/me", { name: "Acme" }, headers), ({ status, json }) =>
          status === 200 ? 200 : json.code
        )
      for (const headers of [
        { origin: own },
        { origin: "https://admin.example" },
        {},
        { "sec-fetch-site": "same-origin" },
        { "sec-fetch-site": "none" },
        { origin: "null", "sec-fetch-site": "same-origin" }
      ]) {
        assert.strictEqual(yield* rename(headers), 200, JSON.stringify(headers))
      }
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "https://desk.example.evil.example" },
        { origin: "http://desk.example" },
        { origin: "null" },
        { origin: "null", "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example", "sec-fetch-site": "same-origin" }
      ]) {
        assert.strictEqual(yield* rename(headers), "origin_not_allowed", JSON.stringify(headers))
      }
      const read = yield* byCookie("GET", "/v1/accounts/me", undefined, { origin: "https://evil.example" })
      assert.strictEqual(read.status, 200)
      assert.isFalse(read.headers.has("access-control-allow-origin"))
    })
  )

  it.effect("needs no origin as a bearer token, which no page can make a browser send", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { byToken, pair } = yield* signIn("owner@localhost")
      const renamed = yield* byToken("PATCH", "/v1/accounts/me", { name: "Acme" }, { origin: "https://evil.example" })
      assert.strictEqual(renamed.status, 200)
      const both = yield* ask("GET", "/v1/accounts/me", { key: "sk_live_wrong", headers: { cookie: pair } })
      assert.strictEqual(both.status, 401)
      const key = (yield* Installation).live.key
      const other = yield* ask("GET", "/v1/accounts/me", {
        key: "",
        headers: { cookie: `__Host-trunkline_session=${key}` }
      })
      assert.strictEqual(other.status, 401)
    })
  )

  it.effect("works in the mode that the request names", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const { byToken } = yield* signIn("owner@localhost")
      const brands = (mode?: string) =>
        byToken("GET", "/v1/brands", undefined, mode === undefined ? {} : { "trunkline-mode": mode })
      assert.deepStrictEqual((yield* brands()).json[0].id, live.brand.id)
      assert.deepStrictEqual((yield* brands("live")).json[0].id, live.brand.id)
      assert.deepStrictEqual((yield* brands("test")).json[0].id, test.brand.id)
      const other = yield* brands("Test")
      assert.deepStrictEqual([other.status, other.json.errors[0].field], [400, "Trunkline-Mode"])
      const foreign = yield* byToken("GET", `/v1/brands/${test.brand.id}`)
      assert.strictEqual(foreign.status, 404)
    })
  )

  it.effect("acts as its member, in events and as author", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { brand } = (yield* Installation).live
      const { byToken, member } = yield* signIn("owner@localhost")
      const tickets = `/v1/brands/${brand.id}/tickets`
      const made = yield* byToken("POST", tickets, {
        title: "By hand",
        customerEmail: "ada@example.com",
        createdBy: "somebody else",
        source: "email"
      })
      assert.include(made.json, { createdBy: member.email, source: "web", origin: "api" })
      const coarse = { title: "By hand", customerEmail: "ada@example.com", origin: "sms" }
      assert.include((yield* byToken("POST", tickets, coarse)).json, { source: "web" })
      const said = yield* byToken("POST", `${tickets}/${made.json.id}/comments`, {
        body: "Hello",
        authorId: "mem_other",
        authorName: "Somebody Else",
        source: "email"
      })
      assert.include(said.json, {
        source: "web",
        authorType: "AGENT",
        authorId: member.id,
        authorName: "owner@localhost"
      })
      const events = yield* sql<{ payload: string }>`SELECT payload FROM events WHERE type = 'comment.created'`
      assert.deepInclude(
        events.map(({ payload }) => JSON.parse(payload).actor),
        { type: "agent", id: member.id, name: "owner@localhost", channel: "dashboard" }
      )
    })
  )

  it.effect("may do what its member's role may", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const owner = yield* signIn("owner@localhost")
      const [admin, agent] = [yield* member("admin"), yield* member("agent")]
      const webhook = { url: "https://example.com/hook", events: ["ticket.created"] }
      const made = yield* owner.byToken("POST", "/v1/brands", { name: "Doomed" })
      const doomed = `/v1/brands/${made.json.id}?confirm=true`
      const attempts: ReadonlyArray<readonly [string, string, unknown, "owner" | "admin" | "agent"]> = [
        ["GET", "/v1/brands", undefined, "agent"],
        ["POST", `/v1/brands/${live.brand.id}/tickets`, { title: "A", customerEmail: "a@example.com" }, "agent"],
        ["PATCH", `/v1/brands/${live.brand.id}`, { color: "#112233" }, "admin"],
        ["PUT", `/v1/brands/${live.brand.id}/schema`, {}, "admin"],
        ["POST", `/v1/brands/${live.brand.id}/webhooks`, webhook, "admin"],
        ["GET", `/v1/brands/${live.brand.id}/webhooks`, undefined, "admin"],
        ["POST", "/v1/brands", () => ({ name: crypto.randomUUID() }), "admin"],
        ["POST", "/v1/accounts/me/api-keys", { name: "CI" }, "admin"],
        ["DELETE", doomed, undefined, "owner"]
      ]
      for (const [method, path, body, least] of attempts) {
        const callers = [
          ["agent", agent],
          ["admin", admin],
          ["owner", owner]
        ] as const
        const allowed = callers.slice(callers.findIndex(([role]) => role === least)).map(([role]) => role)
        for (const [role, { byToken }] of callers) {
          const { json, status, text } = yield* byToken(method, path, typeof body === "function" ? body() : body)
          if (allowed.includes(role)) assert.isBelow(status, 300, `${role} ${method} ${path}: ${text}`)
          else assert.deepStrictEqual([status, json.required], [403, least], `${role} ${method} ${path}`)
        }
      }
    })
  )

  it.effect("of an agent may edit only the agent's own comments", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand } = (yield* Installation).live
      const [admin, agent] = [yield* member("admin"), yield* member("agent")]
      const tickets = `/v1/brands/${brand.id}/tickets`
      const ticket = yield* ask("POST", tickets, { body: { title: "A", customerEmail: "a@example.com" } })
      const comments = `${tickets}/${ticket.json.id}/comments`
      const byKey = yield* ask("POST", comments, { body: { body: "by key" } })
      const byAgent = yield* agent.byToken("POST", comments, { body: "by agent" })
      for (const { json } of [byKey, byAgent]) {
        const path = `${comments}/${json.id}`
        const allowed = json.id === byAgent.json.id
        const edited = yield* agent.byToken("PATCH", path, { body: "changed" })
        assert.deepStrictEqual([edited.status, edited.json.required], allowed ? [200, undefined] : [403, "admin"])
        if (!allowed) assert.strictEqual((yield* agent.byToken("DELETE", path)).status, 403)
        assert.strictEqual((yield* admin.byToken("PATCH", path, { body: "by admin" })).status, 200)
      }
    })
  )

  it.effect("of an agent with limited brands cannot see others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { live } = yield* Installation
      const owner = yield* signIn("owner@localhost")
      const hidden = yield* owner.byToken("POST", "/v1/brands", { name: "Hidden" })
      const agent = yield* member("agent")
      yield* sql`UPDATE members SET all_brands = false, brand_ids = ${[uuidOf(live.brand.id)]}::uuid[]
        WHERE id = ${uuidOf(agent.id)}`
      const seen = yield* agent.byToken("GET", "/v1/brands")
      assert.deepStrictEqual(
        seen.json.map(({ id }: { id: string }) => id),
        [live.brand.id]
      )
      assert.strictEqual((yield* agent.byToken("GET", `/v1/brands/${hidden.json.id}`)).status, 404)
    })
  )

  it.effect("executes a command once per member and key, whichever session sends it", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* signIn("owner@localhost"), yield* signIn("owner@localhost")]
      const create = ({ byToken }: typeof first) =>
        byToken("POST", "/v1/brands", { name: "Once" }, { "idempotency-key": "one" })
      const made = yield* create(first)
      const again = yield* create(second)
      assert.strictEqual(again.json.id, made.json.id)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
    })
  )
})

layer(site({ rateLimitPerMinute: 6000 }), { excludeTestServices: true })("Limits of signing in", (it) => {
  it.effect(
    "send an address one link a minute, respond the same to further requests, and allow each network twenty",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* HttpSite
        const { accountId } = (yield* Installation).live.tenant
        yield* seedMember(accountId, "last@team.example")
        const request = (email: string) => ask("POST", "/v1/auth/magic-link", { key: "", body: { email } })
        const answers = yield* Effect.forEach(
          ["owner@localhost", "OWNER@localhost", " owner@localhost"].concat(
            Array(16).fill("stranger@elsewhere.example")
          ),
          request
        )
        for (const { json, status } of answers) assert.deepStrictEqual([status, json], [200, { success: true }])
        yield* request("last@team.example")
        // Mails are stored after the responses, not always in the same order.
        const both = ["last@team.example", "owner@localhost"]
        const mails = yield* outboxWhen((mails) => both.every((to) => mails.some(({ recipient }) => recipient === to)))
        assert.lengthOf(mails, 2)
        const refused = yield* request("one-more@elsewhere.example")
        assert.deepStrictEqual([refused.status, refused.json.limit], [429, 20])
        assert.isAbove(Number(refused.headers.get("retry-after")), 60)
      })
  )

  it.effect("allow each network to try thirty links an hour", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const verify = ask("POST", "/v1/auth/verify", { key: "", body: { token: "ml_guess" } })
      for (const _ of Array(30)) assert.strictEqual((yield* verify).status, 401)
      assert.deepStrictEqual((yield* verify).json.code, "rate_limited")
    })
  )
})
