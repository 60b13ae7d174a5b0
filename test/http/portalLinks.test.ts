import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { idOf, parseId, uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { enter, openBrand, type PortalBrand } from "../support/portal.ts"
import { outbox, outboxWhen, textOf, tokenIn } from "../support/signInServices.ts"

const origin = "https://shop.example"
const portalUrl = `${origin}/help?lang=de&next=%2Fa%20b#top`

const send = (brand: PortalBrand, body: object) => brand.ask("POST", "/portal/magic-link", { body })

/** A portal page without a signed-in customer. */
const page = Effect.map(HttpSite, ({ ask }) => ({
  request: (body: object, headers: Record<string, string> = { origin }) =>
    ask("POST", "/v1/portal/magic-link", { key: "", body, headers }),
  verify: (token: string, more: object = {}) => ask("POST", "/v1/portal/verify", { key: "", body: { token, ...more } })
}))

/** The newest mail to an address, once there is one. */
const mailTo = Effect.fnUntraced(function* (email: string) {
  const mails = yield* outboxWhen((found) => found.some(({ recipient }) => recipient === email))
  const mail = mails.findLast(({ recipient }) => recipient === email)
  return mail === undefined ? yield* Effect.die("no mail") : { mail, text: yield* textOf(mail) }
})

const tokenFor = (email: string) => Effect.map(mailTo(email), ({ text }) => Option.getOrThrow(tokenIn(text)))
const someone = () => `c-${crypto.randomUUID()}@north.example`

layer(site(), { excludeTestServices: true })("A magic link to a portal", (it) => {
  it.effect("is mailed in the brand's name when its server requests it, and signs its customer in once", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { verify } = yield* page
      const brand = yield* openBrand({ more: { fromName: "North Desk" } })
      const email = someone()
      const asked = yield* send(brand, { email: email.toUpperCase(), portalUrl })
      assert.deepStrictEqual([asked.status, asked.json], [200, { success: true }])
      const { mail, text } = yield* mailTo(email)
      assert.include(mail, { kind: "portal_link", sealed: true, from_name: "North Desk", state: "queued" })
      assert.notMatch(mail.text, /ml_/)
      const token = Option.getOrThrow(tokenIn(text))
      assert.include(text, `https://shop.example/help?lang=de&next=%2Fa%20b&token=${token}#top\n`)
      assert.include(text, brand.name)

      // No customer is created before the link is used.
      assert.lengthOf((yield* brand.ask("GET", "/customers")).json.data, 0)
      const entered = yield* verify(token)
      assert.strictEqual(entered.status, 200, entered.text)
      assert.include(entered.json, { email, brandId: brand.id, expiresIn: 3_600, tokenType: "Bearer" })
      const me = yield* ask("GET", "/v1/portal/me", { key: entered.json.accessToken })
      assert.strictEqual(me.json.customer.email, email)
      assert.deepInclude((yield* verify(token)).json, { status: 401, code: "invalid_token" })

      const feed = yield* ask("GET", `/v1/events?brandId=${brand.id}`)
      assert.lengthOf(feed.json.data, 1)
      assert.deepInclude(feed.json.data[0], { type: "customer.created" })
      assert.deepStrictEqual(feed.json.data[0].actor, {
        type: "customer",
        id: entered.json.customerId,
        name: email,
        channel: "portal"
      })
    })
  )

  it.effect("is exchanged once however many try at the same time, for a known or new customer", () =>
    Effect.gen(function* () {
      const { verify } = yield* page
      const brand = yield* openBrand()
      const email = someone()
      for (const _ of ["new", "known"]) {
        yield* send(brand, { email, portalUrl })
        const token = yield* tokenFor(email)
        const answers = yield* Effect.forEach(Array.from({ length: 12 }), () => verify(token), { concurrency: 12 })
        assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, ...Array(11).fill(401)])
      }
      assert.lengthOf((yield* brand.ask("GET", "/customers")).json.data, 1)
    })
  )

  it.effect("is replaced by a newer one, and ends after 15 minutes or with its brand", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const { verify } = yield* page
      const brand = yield* openBrand()
      const email = someone()
      yield* send(brand, { email, portalUrl })
      const older = yield* tokenFor(email)
      yield* send(brand, { email, portalUrl })
      const newer = yield* tokenFor(email)
      assert.notStrictEqual(newer, older)
      assert.strictEqual((yield* verify(older)).json.code, "invalid_token")
      const id = uuidOf(Option.getOrThrow(parseId("brand", brand.id)))
      const [row] = yield* Effect.orDie(system<{ left: number }>`
        SELECT extract(epoch FROM expires_at - now())::int AS left FROM portal_links WHERE brand_id = ${id}`)
      assert.closeTo(row?.left ?? 0, 900, 30)
      yield* Effect.orDie(
        system`UPDATE portal_links SET expires_at = now() - interval '1 second' WHERE brand_id = ${id}`
      )
      assert.strictEqual((yield* verify(newer)).json.code, "invalid_token")

      yield* send(brand, { email, portalUrl })
      const last = yield* tokenFor(email)
      yield* brand.ask("DELETE", "?confirm=true")
      assert.strictEqual((yield* verify(last)).json.code, "invalid_token")
      for (const token of ["", "ml_x", `ml_${"a".repeat(43)}`, `pt_${"a".repeat(43)}`])
        assert.strictEqual((yield* verify(token)).json.code, "invalid_token")
    })
  )

  it.effect("leads over https to a listed origin, or anywhere while none is listed", () =>
    Effect.gen(function* () {
      const free = yield* openBrand()
      const bound = yield* openBrand({ origins: [origin] })
      for (const [brand, url, allowed] of [
        [free, "https://anywhere.example/x", true],
        [free, "http://anywhere.example/x", false],
        [free, "https://desk.example/portal", true],
        [bound, "https://shop.example/x", true],
        [bound, "https://shop.example.evil.example/x", false],
        [bound, "https://anywhere.example/x", false],
        [bound, "http://shop.example/x", false],
        [bound, "https://desk.example/portal", true]
      ] as const) {
        const answer = yield* send(brand, { email: someone(), portalUrl: url })
        assert.strictEqual(answer.status, allowed ? 200 : 400, `${url}: ${answer.text}`)
        if (!allowed) assert.include(answer.json.errors[0], { field: "portalUrl", code: "not_allowed" })
      }
      for (const [body, field] of [
        [{ portalUrl }, "email"],
        [{ email: "x", portalUrl }, "email"],
        [{ email: someone(), portalUrl: "javascript:alert(1)" }, "portalUrl"],
        [{ email: someone(), portalUrl: "https://a:b@shop.example/" }, "portalUrl"]
      ] as const) {
        assert.strictEqual((yield* send(bound, body)).json.errors[0].field, field)
      }
    })
  )

  it.effect("leads to this server's own portal when no page is named, whatever origins the brand lists", () =>
    Effect.gen(function* () {
      const { request, verify } = yield* page
      const brand = yield* openBrand({ origins: [origin] })
      const [byServer, byPage] = [someone(), someone()]
      assert.strictEqual((yield* send(brand, { email: byServer })).status, 200)
      yield* request({ brandId: brand.id, email: byPage }, {})
      for (const email of [byServer, byPage]) {
        const { text } = yield* mailTo(email)
        const token = Option.getOrThrow(tokenIn(text))
        assert.include(text, `https://desk.example/portal/${brand.id}/enter?token=${token}\n`)
        assert.strictEqual((yield* verify(token)).status, 200)
      }
    })
  )

  it.effect("is exchanged for a token with the requested lifetime", () =>
    Effect.gen(function* () {
      const { verify } = yield* page
      const brand = yield* openBrand()
      const email = someone()
      yield* send(brand, { email })
      const token = yield* tokenFor(email)
      assert.strictEqual((yield* verify(token, { expiresIn: "31d" })).json.errors[0].field, "expiresIn")
      assert.include((yield* verify(token, { expiresIn: "7d" })).json, { expiresIn: 604_800 })
    })
  )

  it.effect("is mailed once per idempotency key", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const email = someone()
      const headers = { "idempotency-key": "link" }
      const ask = () => brand.ask("POST", "/portal/magic-link", { headers, body: { email, portalUrl } })
      yield* ask()
      assert.strictEqual((yield* ask()).headers.get("idempotency-replayed"), "true")
      assert.lengthOf(
        (yield* outbox).filter(({ recipient }) => recipient === email),
        1
      )
    })
  )

  it.effect("is mailed for a page of the portal, and the response reveals nothing about brand, page or address", () =>
    Effect.gen(function* () {
      const { request, verify } = yield* page
      const brand = yield* openBrand({ origins: [origin] })
      const closed = yield* openBrand()
      const email = someone()
      const good = yield* request({ brandId: brand.id, email, portalUrl })
      assert.deepStrictEqual([good.status, good.json], [200, { success: true }])
      const entered = yield* verify(yield* tokenFor(email))
      assert.include(entered.json, { email, brandId: brand.id })

      const silent = someone()
      for (const [body, headers] of [
        [{ brandId: brand.id, email: silent, portalUrl: "https://evil.example/" }, { origin }],
        [{ brandId: brand.id, email: silent, portalUrl }, { origin: "https://evil.example" }],
        [{ brandId: closed.id, email: silent, portalUrl }, { origin }],
        [{ brandId: idOf("brand", crypto.randomUUID()), email: silent, portalUrl }, { origin }],
        [{ brandId: "br_x", email: silent, portalUrl }, { origin }]
      ] as const) {
        const answer = yield* request(body, headers)
        assert.deepStrictEqual([answer.status, answer.text], [200, good.text])
      }
      // Mail that is sent later was requested later.
      const last = someone()
      yield* request({ brandId: brand.id, email: last, portalUrl }, {})
      yield* mailTo(last)
      assert.notInclude(
        (yield* outbox).map(({ recipient }) => recipient),
        silent
      )
      assert.strictEqual((yield* request({ email: silent, portalUrl })).json.errors[0].field, "brandId")
    })
  )

  it.effect("of a test brand is captured, never sent", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { verify } = yield* page
      const brand = yield* openBrand({ mode: "test" })
      const email = someone()
      yield* send(brand, { email, portalUrl })
      const { mail } = yield* mailTo(email)
      assert.strictEqual(mail.state, "captured")
      const shown = yield* ask("GET", `/v1/test/outbox?brandId=${brand.id}`, { key: brand.key })
      assert.strictEqual(shown.json.data.length, 1, shown.text)
      const token = Option.getOrThrow(tokenIn(shown.json.data[0].text))
      assert.strictEqual((yield* verify(token)).json.brandId, brand.id)
    })
  )
})

layer(site({ rateLimitPerMinute: 6_000 }), { excludeTestServices: true })("Links to portals", (it) => {
  it.effect("are limited to five an hour per address, whoever requests them and for whichever brand", () =>
    Effect.gen(function* () {
      const { request } = yield* page
      const [one, two] = [yield* openBrand({ origins: [origin] }), yield* openBrand()]
      const email = someone()
      const statuses: Array<number> = []
      for (const _ of [1, 2]) {
        statuses.push((yield* request({ brandId: one.id, email, portalUrl })).status)
        statuses.push((yield* send(one, { email, portalUrl })).status)
        statuses.push((yield* send(two, { email, portalUrl })).status)
      }
      assert.deepStrictEqual(statuses, [200, 200, 200, 200, 200, 429])
      assert.strictEqual((yield* send(two, { email: someone(), portalUrl })).status, 200)
      const ines = yield* enter(one, email)
      assert.strictEqual((yield* ines.ask("GET", "/me")).status, 200)
    })
  )

  it.effect("can be requested 20 times and tried 30 times an hour from one network", () =>
    Effect.gen(function* () {
      const { request, verify } = yield* page
      const asked = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        request({ brandId: "br_x", email: someone(), portalUrl })
      )
      assert.include(
        asked.map(({ status }) => status),
        429
      )
      const tried = yield* Effect.forEach(Array.from({ length: 31 }), () => verify("ml_x"))
      assert.strictEqual(tried.at(0)?.status, 401)
      assert.strictEqual(tried.at(-1)?.status, 429)
    })
  )
})
