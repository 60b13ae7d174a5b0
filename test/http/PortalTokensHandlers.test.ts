import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Option } from "effect"
import { PortalTokens } from "../../src/accounts/PortalTokens.ts"
import type { Causation } from "../../src/domain/Causation.ts"
import { idOf, parseId, uuidOf } from "../../src/domain/Ids.ts"
import * as SqlPortalTokenStore from "../../src/sql/accounts/SqlPortalTokenStore.ts"
import { Database } from "../../src/sql/Database.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { enter, openBrand, type PortalBrand } from "../support/portal.ts"
import { linkFor, seedMember } from "../support/signInServices.ts"
import { somebodyWaits } from "../support/somebodyWaits.ts"

const issue = (brand: PortalBrand, body: object, headers: Record<string, string> = {}) =>
  brand.ask("POST", "/portal/token", { body, headers })

/** Portal tokens as seen by another node of the same database. */
const otherNode = Layer.fresh(PortalTokens.layer.pipe(Layer.provide(Layer.fresh(SqlPortalTokenStore.layer))))

/** Expires all tokens of a brand. */
const expire = Effect.fnUntraced(function* (brand: PortalBrand) {
  const { system } = yield* Database
  const id = Option.getOrThrow(parseId("brand", brand.id))
  yield* system`UPDATE portal_tokens SET expires_at = now() - interval '1 minute' WHERE brand_id = ${uuidOf(id)}`
}, Effect.orDie)

layer(site(), { excludeTestServices: true })("Portal tokens", (it) => {
  it.effect("are issued for one customer, for an hour by default", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const { issued } = yield* enter(brand, "Ines@North.example", { customerName: " Ines Roth " })
      assert.match(issued.accessToken, /^pt_[0-9A-Za-z]{43}$/)
      assert.match(issued.customerId, /^cus_/)
      assert.deepStrictEqual(issued, {
        accessToken: issued.accessToken,
        token: issued.accessToken,
        tokenType: "Bearer",
        expiresAt: issued.expiresAt,
        expiresIn: 3600,
        customerId: issued.customerId,
        email: "ines@north.example",
        customerEmail: "ines@north.example",
        name: "Ines Roth",
        brandId: brand.id
      })
      assert.closeTo(Date.parse(issued.expiresAt), Date.now() + 3_600_000, 60_000)
      const customer = yield* brand.ask("GET", `/customers/${issued.customerId}`)
      assert.include(customer.json, { email: "ines@north.example", name: "Ines Roth" })
    })
  )

  it.effect("accept a lifetime in every supported form, and no other", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      for (const [expiresIn, seconds] of [
        ["60s", 60],
        ["90m", 5_400],
        ["24h", 86_400],
        ["30d", 2_592_000],
        ["3600", 3_600],
        [3_600, 3_600]
      ] as const) {
        const answer = yield* issue(brand, { customerEmail: "ines@north.example", expiresIn })
        assert.deepInclude(answer.json, { expiresIn: seconds }, `${expiresIn}: ${answer.text}`)
      }
      for (const expiresIn of ["59s", "31d", "721h", "1w", "1.5h", "-1h", "", "soon", 59, 2_592_001, 90.5, 1e300]) {
        const answer = yield* issue(brand, { customerEmail: "ines@north.example", expiresIn })
        assert.deepInclude(answer.json, { status: 400, code: "validation_failed" }, `${expiresIn}`)
        assert.include(answer.json.errors[0], { field: "expiresIn", code: "range" })
      }
      for (const expiresIn of [null, true, {}, []]) {
        const answer = yield* issue(brand, { customerEmail: "ines@north.example", expiresIn })
        assert.strictEqual(answer.json.errors[0].field, "expiresIn", answer.text)
      }
    })
  )

  it.effect("accept the short names of address and name, and require an address", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const short = yield* issue(brand, { email: "otto@south.example", name: "Otto" })
      assert.include(short.json, { customerEmail: "otto@south.example", name: "Otto" })
      const both = yield* issue(brand, { email: "a@south.example", customerEmail: "b@south.example" })
      assert.strictEqual(both.json.email, "b@south.example")
      const none = yield* issue(brand, {})
      assert.include(none.json.errors[0], { field: "customerEmail", code: "required" })
      const bad = yield* issue(brand, { customerEmail: "Ines <ines@north.example>" })
      assert.include(bad.json.errors[0], { field: "customerEmail", code: "format" })
    })
  )

  it.effect("create a customer once, with one event, in the company of that name", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      const [first, second] = yield* Effect.all(
        [
          issue(brand, { customerEmail: "ines@north.example", companyName: "North GmbH" }),
          issue(brand, { customerEmail: "ines@north.example", companyName: "North GmbH" })
        ],
        { concurrency: 2 }
      )
      assert.strictEqual(first.json.customerId, second.json.customerId)
      assert.notStrictEqual(first.json.accessToken, second.json.accessToken)
      const third = yield* issue(brand, { customerEmail: "otto@north.example", companyName: " NORTH gmbh " })
      const companies = (yield* brand.ask("GET", "/companies")).json.data
      assert.lengthOf(companies, 1)
      assert.strictEqual(companies[0].name, "North GmbH")
      for (const { json } of [first, third]) {
        const customer = yield* brand.ask("GET", `/customers/${json.customerId}`)
        assert.strictEqual(customer.json.companyId, companies[0].id)
      }
      // A known customer stays in their company.
      yield* issue(brand, { customerEmail: "ines@north.example", companyName: "South" })
      const known = yield* brand.ask("GET", `/customers/${first.json.customerId}`)
      assert.strictEqual(known.json.companyId, companies[0].id)
      const feed = yield* ask("GET", `/v1/events?brandId=${brand.id}`)
      assert.deepStrictEqual(
        feed.json.data.map(({ type }: { type: string }) => type),
        ["customer.created", "customer.created"]
      )
      assert.strictEqual(feed.json.data[0].data.companyId, companies[0].id)
    })
  )

  it.effect("set the name of a customer known only by address, once, on their tickets too", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      const body = { title: "Late", customerEmail: "ines@north.example" }
      const ticket = (yield* brand.ask("POST", "/tickets", { body })).json
      for (const customerName of ["Ines Roth", "Else"]) {
        const token = yield* issue(brand, { customerEmail: "ines@north.example", customerName })
        assert.include(token.json, { customerId: ticket.customerId, name: "Ines Roth" }, customerName)
      }
      const named = yield* brand.ask("GET", `/tickets/${ticket.id}`)
      assert.strictEqual(named.json.customerName, "Ines Roth")
      assert.include(named.json.customer, { name: "Ines Roth", version: 2 })
      const feed = yield* ask("GET", `/v1/events?brandId=${brand.id}&types=customer.updated`)
      assert.lengthOf(feed.json.data, 1)
      assert.deepInclude(feed.json.data[0].data, { changes: ["name"], diff: { name: { from: null, to: "Ines Roth" } } })
    })
  )

  it.effect("link a new customer to the company with their mail domain", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const company = yield* brand.ask("POST", "/companies", { body: { name: "North", domain: "north.example" } })
      const { json } = yield* issue(brand, { customerEmail: "ines@north.example" })
      const customer = yield* brand.ask("GET", `/customers/${json.customerId}`)
      assert.strictEqual(customer.json.companyId, company.json.id)
    })
  )

  it.effect("are issued once per idempotency key, and stored encrypted under it", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const brand = yield* openBrand()
      const headers = { "idempotency-key": "once" }
      const answers = yield* Effect.forEach(
        Array.from({ length: 8 }),
        () => issue(brand, { customerEmail: "ines@north.example" }, headers),
        { concurrency: 8 }
      )
      assert.lengthOf(new Set(answers.map(({ text }) => text)), 1, answers.map(({ text }) => text).join("\n"))
      const token: string = answers[0]?.json.accessToken
      const other = yield* issue(brand, { customerEmail: "otto@north.example" }, headers)
      assert.deepInclude(other.json, { status: 422, code: "idempotency_key_reused" })
      const id = Option.getOrThrow(parseId("brand", brand.id))
      const stored = yield* Effect.orDie(system<{ n: number }>`
        SELECT count(*)::int AS n FROM portal_tokens WHERE brand_id = ${uuidOf(id)}`)
      assert.strictEqual(stored[0]?.n, 1)
      const rows = yield* Effect.orDie(system`SELECT body FROM receipts`)
      assert.notInclude(JSON.stringify(rows), token)
      const dump = yield* Effect.orDie(system`SELECT row_to_json(p)::text AS row FROM portal_tokens p`)
      assert.notInclude(JSON.stringify(dump), token)
    })
  )

  it.effect("are listed by customer while they are valid, newest first, without their secrets", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const brand = yield* openBrand()
      const list = Effect.fnUntraced(function* (email: string, key?: string, path = `/v1/brands/${brand.id}`) {
        const at = `${path}/portal/tokens?customerEmail=${encodeURIComponent(email)}`
        const answer = yield* ask("GET", at, key === undefined ? {} : { key })
        assertDeclared("GET", at, answer.status, answer.json)
        return answer
      })
      const over = yield* enter(brand, "ines@north.example")
      yield* expire(brand)
      const [one, two] = [yield* enter(brand, "ines@north.example"), yield* enter(brand, "ines@north.example")]
      yield* enter(brand, "otto@south.example")
      const listed = yield* list("INES@north.example")
      assert.deepStrictEqual(
        listed.json,
        [two, one].map(({ id, issued, token }) => ({
          preview: `pt_…${token.slice(-4)}`,
          customerId: id,
          createdAt: new Date(Date.parse(issued.expiresAt) - 3_600_000).toISOString(),
          expiresAt: issued.expiresAt
        }))
      )
      for (const { token } of [over, one, two]) assert.notInclude(listed.text, token.slice(3, -4))
      assert.deepStrictEqual((yield* list("nobody@north.example")).json, [])
      yield* brand.ask("POST", "/portal/revoke", { body: { customerEmail: "ines@north.example" } })
      assert.deepStrictEqual((yield* list("ines@north.example")).json, [])

      for (const [email, code] of [
        ["", "required"],
        ["Ines <ines@north.example>", "format"],
        [`${"a".repeat(300)}@north.example`, "length"]
      ] as const) {
        const refused = yield* list(email)
        assert.deepInclude(refused.json, { status: 400, code: "validation_failed" })
        assert.include(refused.json.errors[0], { field: "customerEmail", code })
      }
      const scoped = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "k", brandIds: [live.brand.id] } })
      const unknown = `/v1/brands/${idOf("brand", crypto.randomUUID())}`
      for (const answer of [
        yield* list("otto@south.example", test.key),
        yield* list("otto@south.example", scoped.json.secret),
        yield* list("otto@south.example", undefined, unknown)
      ]) {
        assert.deepInclude(answer.json, { status: 404, code: "not_found" })
      }
      assert.lengthOf((yield* list("otto@south.example")).json, 1)
    })
  )

  it.effect(
    "stop working when their brand is deleted, and a token issued at that moment stays invalid after a restore",
    () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const brand = yield* openBrand()
        const id = uuidOf(Option.getOrThrow(parseId("brand", brand.id)))
        const [before, issuing] = yield* Effect.orDie(
          system.withTransaction(
            Effect.gen(function* () {
              const before = yield* enter(brand, "ines@north.example")
              // A token's audit entry is written before the token is stored.
              yield* system`lock table audit_log in access exclusive mode`
              const issuing = yield* Effect.forkDetach(enter(brand, "ines@north.example"))
              yield* somebodyWaits("writes")
              yield* system`update brands set deleted_at = now() where id = ${id}`
              yield* system`delete from portal_tokens where brand_id = ${id}`
              return [before, issuing] as const
            })
          )
        )
        const meanwhile = yield* Fiber.join(issuing)
        assert.strictEqual((yield* brand.ask("POST", "/restore")).status, 200)
        for (const customer of [before, meanwhile]) assert.strictEqual((yield* customer.ask("GET", "/me")).status, 401)
      })
  )

  it.effect("are revoked together for a customer, on every node from the next request on", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const [one, two] = [yield* enter(brand, "ines@north.example"), yield* enter(brand, "ines@north.example")]
      const otto = yield* enter(brand, "otto@south.example")
      const revoke = (customerEmail: string) => brand.ask("POST", "/portal/revoke", { body: { customerEmail } })
      // Another node does not share this one's cache.
      const elsewhere = yield* Effect.provide(PortalTokens, otherNode)
      assert.isTrue(Option.isSome(yield* elsewhere.authenticate(one.token)))
      assert.deepStrictEqual((yield* revoke("INES@north.example")).json, { revoked: 2 })
      assert.isTrue(Option.isNone(yield* elsewhere.authenticate(one.token)))
      for (const { ask } of [one, two]) {
        const refused = yield* ask("GET", "/me")
        assert.deepInclude(refused.json, { status: 401, code: "unauthorized" })
        assert.strictEqual(refused.headers.get("www-authenticate"), 'Bearer realm="trunkline"')
      }
      assert.strictEqual((yield* otto.ask("GET", "/me")).status, 200)
      assert.deepStrictEqual((yield* revoke("ines@north.example")).json, { revoked: 0 })
      assert.deepStrictEqual((yield* revoke("nobody@north.example")).json, { revoked: 0 })
      yield* enter(brand, "ines@north.example")
      yield* expire(brand)
      assert.deepStrictEqual((yield* revoke("ines@north.example")).json, { revoked: 0 })
      const again = yield* enter(brand, "ines@north.example")
      assert.strictEqual((yield* again.ask("GET", "/me")).status, 200)
    })
  )

  it.effect("are refreshed for the same lifetime, while the old one stays valid; and expire by themselves", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example", { expiresIn: "2h" })
      const headers = { "idempotency-key": "fresh" }
      const fresh = yield* ines.ask("POST", "/refresh", { headers })
      assert.strictEqual(fresh.status, 200, fresh.text)
      assert.include(fresh.json, { expiresIn: 7_200, customerId: ines.id, brandId: brand.id })
      assert.notStrictEqual(fresh.json.accessToken, ines.token)
      assert.strictEqual((yield* ines.ask("POST", "/refresh", { headers })).text, fresh.text)
      assert.strictEqual((yield* ines.ask("GET", "/me")).status, 200)
      assert.deepStrictEqual((yield* ines.ask("POST", "/logout")).json, { success: true })
      assert.strictEqual((yield* ines.ask("GET", "/me")).status, 401)
      const me = () => ask("GET", "/v1/portal/me", { key: fresh.json.accessToken })
      assert.strictEqual((yield* me()).status, 200)
      yield* expire(brand)
      const over = yield* me()
      assert.deepInclude(over.json, { status: 401, code: "token_expired" })
      assert.property(over.json, "expiredAt")
    })
  )

  it.effect("can be refreshed for a day after the first, or for 30 days if that was valid for more than a day", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { system } = yield* Database
      const brand = yield* openBrand()
      const brandId = uuidOf(Option.getOrThrow(parseId("brand", brand.id)))
      const refresh = (token: string) => ask("POST", "/v1/portal/refresh", { key: token })
      for (const [expiresIn, seconds, end] of [
        ["1h", 3_600, 24 * 3_600],
        ["7d", 7 * 86_400, 30 * 86_400]
      ] as const) {
        const ines = yield* enter(brand, "ines@north.example", { expiresIn })
        const second = yield* refresh(ines.token)
        assert.strictEqual(second.json.expiresIn, seconds)
        const past = end - seconds / 2
        yield* system`UPDATE portal_tokens SET created_at = created_at - make_interval(secs => ${past}),
          first_issued_at = first_issued_at - make_interval(secs => ${past}), expires_at = now() + interval '1 minute'
          WHERE brand_id = ${brandId}`
        for (const token of [ines.token, second.json.accessToken]) {
          const last = yield* refresh(token)
          assert.strictEqual(last.status, 200, last.text)
          assert.isAtMost(last.json.expiresIn, seconds / 2)
          assert.isAbove(last.json.expiresIn, 60)
          const refused = yield* refresh(last.json.accessToken)
          assert.deepInclude(refused.json, { status: 401, code: "token_expired" })
          assert.strictEqual((yield* ask("GET", "/v1/portal/me", { key: last.json.accessToken })).status, 200)
        }
        yield* system`DELETE FROM portal_tokens WHERE brand_id = ${brandId}`
      }
    })
  )

  it.effect("are not refreshed by a request that was in progress when they were revoked", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const tokens = yield* Effect.provide(PortalTokens, otherNode)
      const { id, name, portal } = Option.getOrThrow(yield* tokens.authenticate(ines.token))
      if (portal === undefined) return assert.fail("a portal token is one customer's")
      const revoked = yield* brand.ask("POST", "/portal/revoke", { body: { customerEmail: "ines@north.example" } })
      assert.deepStrictEqual(revoked.json, { revoked: 1 })
      const causation: Causation = { actor: { type: "customer", id, name, channel: "portal" }, id: "req_1" }
      const refused = yield* Effect.flip(tokens.refresh(portal, causation))
      assert.strictEqual(refused._tag, "TokenExpired")
      const left = yield* brand.ask("GET", "/portal/tokens?customerEmail=ines@north.example")
      assert.deepStrictEqual(left.json, [])
    })
  )

  it.effect("end with their customer and with their brand, and do not return when it is restored", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const otto = yield* enter(brand, "otto@south.example")
      yield* brand.ask("DELETE", `/customers/${ines.id}`)
      assert.strictEqual((yield* ines.ask("GET", "/me")).json.code, "unauthorized")
      const anew = yield* enter(brand, "ines@north.example")
      assert.notStrictEqual(anew.id, ines.id)
      assert.strictEqual((yield* otto.ask("GET", "/me")).status, 200)
      assert.strictEqual((yield* brand.ask("DELETE", "?confirm=true")).status, 200)
      assert.strictEqual((yield* otto.ask("GET", "/me")).json.code, "unauthorized")
      assert.strictEqual((yield* ask("POST", `/v1/brands/${brand.id}/restore`)).status, 200)
      assert.strictEqual((yield* otto.ask("GET", "/me")).json.code, "unauthorized")
    })
  )

  it.effect("are issued by administrators and by keys within their brands", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live, test } = yield* Installation
      const brand = yield* openBrand()
      const body = { customerEmail: "ines@north.example" }
      const path = `/v1/brands/${brand.id}/portal/token`
      const signIn = Effect.fnUntraced(function* (role: "admin" | "agent") {
        const email = `${role}-${crypto.randomUUID()}@team.example`
        yield* seedMember(live.tenant.accountId, email, role)
        const answer = yield* ask("POST", "/v1/auth/verify", { key: "", body: { token: yield* linkFor(email) } })
        return String(answer.json.sessionToken)
      })
      const admin = yield* ask("POST", path, { key: yield* signIn("admin"), body })
      assert.strictEqual(admin.status, 201, admin.text)
      const agent = yield* ask("POST", path, { key: yield* signIn("agent"), body })
      assert.deepInclude(agent.json, { status: 403, code: "forbidden", required: "admin" })
      const scoped = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "k", brandIds: [live.brand.id] } })
      const unknown = `/v1/brands/${idOf("brand", crypto.randomUUID())}/portal/token`
      const shape = ({ json, status }: Reply): Record<string, unknown> => {
        const { instance: _, requestId: __, ...rest } = json
        return { ...rest, status }
      }
      const reference = shape(yield* ask("POST", unknown, { body }))
      assert.include(reference, { status: 404, code: "not_found" })
      assert.deepStrictEqual(shape(yield* ask("POST", path, { key: scoped.json.secret, body })), reference)
      assert.deepStrictEqual(shape(yield* ask("POST", path, { key: test.key, body })), reference)
      assert.deepStrictEqual(
        shape(yield* ask("POST", path.replace("token", "revoke"), { key: test.key, body })),
        reference
      )
      const portalUrl = "https://shop.example/"
      assert.deepStrictEqual(
        shape(
          yield* ask("POST", path.replace("token", "magic-link"), {
            key: test.key,
            body: { email: body.customerEmail, portalUrl }
          })
        ),
        reference
      )
    })
  )

  it.effect("give access to the portal only, and nothing else does", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      for (const [method, path] of [
        ["GET", "/v1/brands"],
        ["GET", `/v1/brands/${brand.id}`],
        ["PATCH", `/v1/brands/${brand.id}`],
        ["GET", `/v1/brands/${brand.id}/tickets`],
        ["GET", "/v1/tickets"],
        ["GET", "/v1/events"],
        ["GET", "/v1/auth/session"],
        ["GET", "/v1/accounts/me"],
        ["POST", `/v1/brands/${brand.id}/portal/token`]
      ] as const) {
        const refused = yield* ask(method, path, { key: ines.token })
        assert.deepInclude(refused.json, { status: 403, code: "forbidden" }, `${method} ${path}`)
      }
      const session = yield* ask("POST", "/v1/auth/verify", {
        key: "",
        body: { token: yield* linkFor("owner@localhost") }
      })
      for (const key of [brand.key, session.json.sessionToken]) {
        for (const [method, path] of [
          ["GET", "/me"],
          ["GET", "/tickets"],
          ["POST", "/tickets"],
          ["POST", "/refresh"],
          ["POST", "/logout"]
        ] as const) {
          const refused = yield* ask(method, `/v1/portal${path}`, { key })
          assert.deepInclude(refused.json, { status: 403, code: "forbidden", required: "portal_token" })
        }
      }
      for (const key of ["", "pt_x", `${ines.token}x`, ines.token.replace("pt_", "PT_"), `pt_${"a".repeat(43)}`]) {
        assert.strictEqual((yield* ask("GET", "/v1/portal/me", { key })).json.code, "unauthorized", key)
      }
      const cookie = yield* ask("GET", "/v1/portal/me", {
        key: "",
        headers: { cookie: `__Host-trunkline_session=${ines.token}` }
      })
      assert.strictEqual(cookie.status, 401)
      assert.strictEqual((yield* ask("GET", `/v1/portal/me?access_token=${ines.token}`, { key: "" })).status, 401)
    })
  )

  it.effect("publish an event about a new customer to webhooks", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const hook = (events: ReadonlyArray<string>) =>
        brand.ask("POST", "/webhooks", { body: { url: "https://receiver.example/hook", events } })
      const [customers, tickets] = [yield* hook(["customer.*"]), yield* hook(["ticket.*"])]
      const ines = yield* enter(brand, "ines@north.example")
      yield* enter(brand, "ines@north.example")
      const deliveries = yield* brand.ask("GET", `/webhooks/${customers.json.id}/deliveries`)
      assert.lengthOf(deliveries.json, 1, deliveries.text)
      assert.include(deliveries.json[0], { event: "customer.created", status: "PENDING" })
      assert.strictEqual(deliveries.json[0].payload.data.id, ines.id)
      assert.deepStrictEqual((yield* brand.ask("GET", `/webhooks/${tickets.json.id}/deliveries`)).json, [])
    })
  )

  it.effect("are not kept forever: a customer has at most 1,000, and long expired ones are removed", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const brand = yield* openBrand()
      const [ines, otto] = [yield* enter(brand, "ines@north.example"), yield* enter(brand, "otto@south.example")]
      const id = uuidOf(Option.getOrThrow(parseId("brand", brand.id)))
      const of = (customer: { readonly id: string }) => uuidOf(Option.getOrThrow(parseId("customer", customer.id)))
      const add = (customer: { readonly id: string }, count: number, end: string) =>
        system`INSERT INTO portal_tokens (hash, tenant_id, brand_id, customer_id, preview, lifetime, created_at, expires_at)
          SELECT decode(md5(n || ${end}), 'hex'), tenant_id, brand_id, ${of(customer)}, 'pt_…0000', 60, now() + n * interval '1 ms',
            now() + ${end}::interval FROM portal_tokens, generate_series(1, ${count}::int) n
          WHERE customer_id = ${of(ines)} AND brand_id = ${id} LIMIT ${count}`
      yield* Effect.orDie(add(ines, 999, "1 day"))
      yield* Effect.orDie(add(otto, 5, "-8 days"))
      yield* Effect.orDie(add(otto, 5, "-1 day"))
      assert.strictEqual((yield* ines.ask("GET", "/me")).status, 200)
      const last = yield* enter(brand, "ines@north.example")
      assert.strictEqual((yield* last.ask("GET", "/me")).status, 200)
      assert.strictEqual((yield* ines.ask("GET", "/me")).status, 401, "the oldest has ended")
      const counts = yield* Effect.orDie(system<{ readonly n: number }>`
        SELECT count(*)::int AS n FROM portal_tokens WHERE brand_id = ${id} GROUP BY customer_id ORDER BY n`)
      assert.deepStrictEqual(
        counts.map(({ n }) => n),
        [6, 1_000]
      )
      assert.strictEqual((yield* otto.ask("GET", "/me")).status, 200)
    })
  )

  it.effect("are recorded in the audit log, never with their secret", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const fresh = yield* ines.ask("POST", "/refresh")
      yield* ines.ask("POST", "/logout")
      yield* brand.ask("POST", "/portal/revoke", { body: { customerEmail: "ines@north.example" } })
      const log = yield* brand.ask("GET", `/logs?entityId=${ines.id}`)
      assert.deepStrictEqual(
        log.json.data.map(({ event, source }: { event: string; source: string }) => [event, source]),
        [
          ["portal_token.revoked", "api"],
          ["portal_token.ended", "portal"],
          ["portal_token.refreshed", "portal"],
          ["portal_token.issued", "api"],
          ["customer.created", "api"]
        ]
      )
      for (const token of [ines.token, fresh.json.accessToken]) assert.notInclude(log.text, token.slice(3))
    })
  )
})
