import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { hashSecret } from "../../src/accounts/KeySecret.ts"
import { makeToken } from "../../src/accounts/Token.ts"
import { parseId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { type Asked, HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { openBrand } from "../support/portal.ts"
import { linkFor, outboxWhen, seedMember, textOf, tokenIn } from "../support/signInServices.ts"

const browser = { "x-forwarded-for": "192.0.2.1, 203.0.113.9", "user-agent": "Browser/1.0" }
const from = { ip: "203.0.113.9", userAgent: "Browser/1.0" }

const ask = Effect.fnUntraced(function* (method: string, path: string, options: Asked = {}) {
  return yield* (yield* HttpSite).ask(method, path, { ...options, headers: { ...browser, ...options.headers } })
})

/** The entries about the entity with this id, newest first. */
const linesOf = Effect.fnUntraced(function* (entityId: string, path = "/v1/accounts/me") {
  const { json } = yield* ask("GET", `${path}/logs?entityId=${entityId}`)
  return json.data as ReadonlyArray<Record<string, unknown>>
})

const verify = (token: string, more: object = {}) =>
  ask("POST", "/v1/auth/verify", { key: "", body: { token, ...more } })

const member = Effect.fnUntraced(function* (role: "admin" | "agent" = "agent") {
  const email = `m-${crypto.randomUUID()}@audit.example`
  return { email, id: yield* seedMember((yield* Installation).live.tenant.accountId, email, role) }
})

const bare = ({ json }: { readonly json: Record<string, unknown> }) => ({ ...json, requestId: "" })

layer(site({ proxies: 1 }), { excludeTestServices: true })("The audit trail", (it) => {
  it.effect("records who signed in and out, from where and with what", () =>
    Effect.gen(function* () {
      const { email, id } = yield* member()
      const { json } = yield* verify(yield* linkFor(email))
      yield* ask("POST", "/v1/auth/logout", { key: json.sessionToken })
      const lines = yield* linesOf(id)
      assert.deepStrictEqual(
        lines.map(({ event }) => event),
        ["member.signed_out", "member.signed_in", "member.link_sent"]
      )
      for (const line of lines.slice(0, 2)) {
        assert.deepInclude(line, { ...from, source: "dashboard", entityType: "member" })
        assert.deepInclude(line["performedBy"], { type: "user", id })
      }
      assert.deepInclude(lines[2], { performedBy: { type: "system" } })
    })
  )

  it.effect("records who requested a link, where the address belongs to someone", () =>
    Effect.gen(function* () {
      const { email, id } = yield* member()
      yield* ask("POST", "/v1/auth/magic-link", { key: "", body: { email } })
      yield* outboxWhen((mails) => mails.some(({ recipient }) => recipient === email))
      assert.deepInclude((yield* linesOf(id))[0], { event: "member.link_sent", ...from, performedBy: { type: "user" } })
    })
  )

  it.effect("records links that failed: used, replaced, expired, or for another organization", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { email, id } = yield* member()
      const failed = Effect.map(linesOf(id), (lines) => lines.filter(({ event }) => event === "member.sign_in_failed"))
      const unknown = yield* verify(Redacted.value(makeToken("ml")))
      assert.deepInclude(unknown.json, { status: 401, code: "invalid_token" })

      const replaced = yield* linkFor(email)
      const used = yield* linkFor(email)
      assert.strictEqual((yield* verify(used)).status, 200)
      const late = yield* linkFor(email)
      const organizationId = "org_01hzzzzzzzzzzzzzzzzzzzzzzz"
      const foreign = yield* verify(late, { organizationId })
      yield* system`update magic_links set expires_at = now() - interval '1 second' where hash = ${hashSecret(late)}`
      for (const refused of [foreign, yield* verify(late), yield* verify(used), yield* verify(replaced)]) {
        assert.deepStrictEqual(bare(refused), bare(unknown), "the answer tells nothing")
      }
      const lines = yield* failed
      assert.deepStrictEqual(
        lines.map(({ metadata }) => metadata),
        ["replaced", "used", "expired", "no_member"].map((reason) => ({ reason }))
      )
      for (const line of lines) assert.deepInclude(line, { ...from, performedBy: { type: "user" } })
    })
  )

  it.effect("records nothing about a link that never existed, and nothing in any other account", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const count = Effect.map(
        system<{ n: number }>`select count(*)::int as n from audit_log where event = 'member.sign_in_failed'`,
        ([row]) => row?.n
      )
      const before = yield* count
      for (const token of [Redacted.value(makeToken("ml")), "ml_", ""]) yield* verify(token)
      assert.strictEqual(yield* count, before)
    })
  )

  it.effect("forgets links that ended a week ago", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { email } = yield* member()
      const used = yield* linkFor(email)
      yield* verify(used)
      yield* system`update ended_links set ended_at = now() - interval '8 days' where hash = ${hashSecret(used)}`
      yield* verify(yield* linkFor(email))
      assert.lengthOf(yield* system`select 1 from ended_links where hash = ${hashSecret(used)}`, 0)
    })
  )

  it.effect("records portal links that were used too late, in the brand", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const brand = yield* openBrand({})
      const email = `c-${crypto.randomUUID()}@audit.example`
      yield* brand.ask("POST", "/portal/magic-link", { body: { email, portalUrl: "https://shop.example/" } })
      const mails = yield* outboxWhen((found) => found.some(({ recipient }) => recipient === email))
      const mail = mails.find(({ recipient }) => recipient === email)
      const token = Option.getOrThrow(tokenIn(mail === undefined ? "" : yield* textOf(mail)))
      yield* system`update portal_links set expires_at = now() - interval '1 second' where hash = ${hashSecret(token)}`
      const refused = yield* ask("POST", "/v1/portal/verify", { key: "", body: { token } })
      assert.deepInclude(refused.json, { status: 401, code: "invalid_token" })
      const [line] = yield* linesOf(brand.id, `/v1/brands/${brand.id}`)
      assert.deepInclude(line, { event: "portal_link.refused", ...from, metadata: { reason: "expired" } })
    })
  )

  it.effect("records what happened to a key, by name and prefix, and never the key", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const made = (yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "Shop" } })).json
      const key = `/v1/accounts/me/api-keys/${made.id}`
      yield* ask("PATCH", `${key}/scope`, { body: { brandIds: [live.brand.id] } })
      yield* ask("DELETE", key)
      const lines = yield* linesOf(made.id)
      assert.deepStrictEqual(
        lines.map(({ event }) => event),
        ["api_key.revoked", "api_key.updated", "api_key.created"]
      )
      for (const line of lines)
        assert.deepInclude(line, { ...from, metadata: { name: "Shop", prefix: made.secret.slice(0, 12) } })
      assert.deepStrictEqual(lines[1]?.["changes"], {
        allBrands: { old: true, new: false },
        brandIds: { old: [], new: [live.brand.id] }
      })
      assert.notInclude(JSON.stringify(lines), made.secret)
    })
  )

  it.effect("records roles and settings before and after a change", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const owner = (yield* verify(yield* linkFor("owner@localhost"))).json.sessionToken
      const { id } = yield* member()
      const promoted = yield* ask("PATCH", `/v1/auth/members/${id}`, { key: owner, body: { role: "admin" } })
      assert.strictEqual(promoted.status, 200, promoted.text)
      const [line] = yield* linesOf(id)
      assert.deepInclude(line, { event: "member.updated", changes: { role: { old: "agent", new: "admin" } }, ...from })
      yield* ask("DELETE", `/v1/auth/members/${id}`, { key: owner })
      assert.strictEqual((yield* linesOf(id))[0]?.["event"], "member.removed")

      yield* ask("PATCH", `/v1/brands/${live.brand.id}`, { body: { color: "#112233" } })
      const [changed] = yield* linesOf(live.brand.id)
      assert.deepInclude(changed, { event: "brand.updated", changes: { color: { old: null, new: "#112233" } } })
    })
  )

  it.effect("records webhooks and channels before and after a change, field by field, and no secret", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const brand = `/v1/brands/${live.brand.id}`
      const token = "1".repeat(32)
      const changed = Effect.fnUntraced(function* (path: string, made: object, change: object) {
        const { json, status, text } = yield* ask("POST", `${brand}${path}`, { body: made })
        assert.strictEqual(status, 201, text)
        const record = `${brand}${path}/${json.id}`
        for (const again of [change, change])
          assert.strictEqual((yield* ask("PATCH", record, { body: again })).status, 200)
        yield* ask("DELETE", record)
        const lines = yield* linesOf(json.id, brand)
        assert.notInclude(JSON.stringify(lines), token)
        const [, updated, ...created] = lines
        assert.deepStrictEqual(
          [lines[0], ...created].map((line) => line?.["changes"]),
          [undefined, undefined]
        )
        return updated?.["changes"]
      })

      const hook = { url: "https://hooks.example/a", events: ["*"], description: "Old", enabled: false }
      assert.deepStrictEqual(
        yield* changed("/webhooks", hook, { events: ["ticket.*"], description: null, ordering: "none" }),
        {
          events: { old: ["*"], new: ["ticket.*"] },
          ordering: { old: "ticket", new: "none" },
          description: { old: "Old", new: null }
        }
      )
      assert.deepStrictEqual(
        yield* changed(
          "/channels/custom",
          { name: "Shop" },
          { callbackUrl: "https://shop.example/in", enabled: false }
        ),
        { callbackUrl: { old: null, new: "https://shop.example/in" }, enabled: { old: true, new: false } }
      )
      const number = { number: "+4930123456", provider: "twilio", accountSid: `AC${"0".repeat(32)}`, authToken: token }
      assert.deepStrictEqual(yield* changed("/channels/sms", number, { hourlyLimit: 20, destinations: ["+49"] }), {
        hourlyLimit: { old: 10, new: 20 },
        destinations: { old: null, new: ["+49"] }
      })
      assert.deepStrictEqual(
        yield* changed(
          "/addresses",
          { address: `help@${live.brand.id.slice(-8)}.example`, kind: "forwarded", fromName: "Shop" },
          { fromName: null }
        ),
        { fromName: { old: "Shop", new: null } }
      )
    })
  )

  it.effect("records changes of a text as hashes, and never the text", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const tickets = `/v1/brands/${live.brand.id}/tickets`
      const customerEmail = `c-${crypto.randomUUID()}@audit.example`
      const ticket = (yield* ask("POST", tickets, { body: { title: "A", customerEmail, body: "first words" } })).json
      yield* ask("PATCH", `${tickets}/${ticket.id}`, { body: { body: "other words" } })
      const comment = (yield* ask("POST", `${tickets}/${ticket.id}/comments`, { body: { body: "said words" } })).json
      yield* ask("PATCH", `${tickets}/${ticket.id}/comments/${comment.id}`, { body: { body: "meant words" } })
      const { json, text } = yield* ask("GET", `${tickets}/${ticket.id}/logs`)
      assert.notInclude(text, "words")
      for (const event of ["ticket.updated", "comment.updated"]) {
        const { changes } = json.find((line: { event: string }) => line.event === event)
        assert.deepStrictEqual(Object.keys(changes), ["body"])
        assert.match(changes.body.old, /^sha256:[0-9a-f]{64}$/)
        assert.match(changes.body.new, /^sha256:[0-9a-f]{64}$/)
        assert.notStrictEqual(changes.body.old, changes.body.new)
      }
    })
  )

  it.effect("records a customer created with a ticket, once, beside the ticket's history", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const brand = `/v1/brands/${live.brand.id}`
      const customerEmail = `c-${crypto.randomUUID()}@audit.example`
      const made = (yield* ask("POST", `${brand}/tickets`, { body: { title: "A", customerEmail } })).json
      yield* ask("POST", `${brand}/tickets`, { body: { title: "B", customerEmail } })
      const lines = yield* linesOf(made.customerId, brand)
      assert.lengthOf(lines, 1)
      assert.deepInclude(lines[0], { event: "customer.created", entityType: "customer", source: "api", ...from })
      const history = (yield* ask("GET", `${brand}/tickets/${made.id}/logs`)).json
      assert.deepStrictEqual(
        history.map(({ event }: { event: string }) => event),
        ["ticket.created"]
      )
      const other = `c-${crypto.randomUUID()}@audit.example`
      const moved = yield* ask("PATCH", `${brand}/tickets/${made.id}`, { body: { customerEmail: other } })
      assert.strictEqual(moved.status, 200, moved.text)
      assert.strictEqual((yield* linesOf(moved.json.customerId, brand))[0]?.["event"], "customer.created")
    })
  )

  it.effect("loses a customer's IP address and user agent once the ticket is purged", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { live } = yield* Installation
      const tickets = `/v1/brands/${live.brand.id}/tickets`
      const ticket = (yield* ask("POST", tickets, {
        body: { title: "A", customerEmail: `c-${crypto.randomUUID()}@audit.example` }
      })).json
      const id = Option.getOrThrow(parseId("ticket", ticket.id))
      yield* system`update audit_log set performed_by = '{"type":"customer"}' where ticket_id = ${uuidOf(id)}`
      yield* ask("DELETE", `${tickets}/${ticket.id}?permanent=true`)
      const lines = yield* system<{ event: string; ip: string | null; user_agent: string | null }>`
        select event, ip, user_agent from audit_log where ticket_id = ${uuidOf(id)} order by id`
      assert.deepStrictEqual(
        lines.map(({ event, ip, user_agent }) => [event, ip, user_agent]),
        [
          ["ticket.created", null, null],
          ["ticket.purged", from.ip, from.userAgent]
        ]
      )
    })
  )
})
