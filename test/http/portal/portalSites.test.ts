import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite } from "../../support/HttpSite.ts"
import { Installation } from "../../support/Installation.ts"
import { enter, openBrand } from "../../support/portal.ts"
import { mailedTo } from "../../support/portalPages.ts"
import { freshName, type HostReply, hostOf, openSite, siteOf, sitesWorld } from "../../support/portalSites.ts"
import { outboxWhen, textOf } from "../../support/signInServices.ts"

const someone = () => `c-${crypto.randomUUID()}@north.example`
const cookieIn = ({ headers }: HostReply) => String(headers["set-cookie"]).split("; ", 1)[0] ?? ""
const server = hostOf("desk.example")

/** Signs a customer in to the portal at a host with a mailed link. */
const enterAt = Effect.fnUntraced(function* ({ host, origin }: { host: ReturnType<typeof hostOf>; origin: string }) {
  const email = someone()
  const asked = yield* host("POST", "/sign-in", { form: { email, next: "" }, headers: { origin } })
  assert.strictEqual(asked.status, 200, asked.text)
  const token = yield* mailedTo(email)
  const entered = yield* host("POST", "/enter", { form: { token, next: "" }, headers: { origin } })
  return { email, entered, cookie: cookieIn(entered) }
})

const linkTo = Effect.fnUntraced(function* (email: string) {
  const mails = yield* outboxWhen((found) => found.some(({ recipient }) => recipient === email))
  const mail = mails.findLast(({ recipient }) => recipient === email)
  return /^https?:\S+$/m.exec(yield* textOf(mail ?? assert.fail("no mail")))?.[0] ?? ""
})

layer(sitesWorld, { excludeTestServices: true })("A portal on its own domain", (it) => {
  it.effect("has its pages at short paths, signs people in there, and uses a cookie for that host only", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      const { brand, host } = site
      const first = yield* host("GET", "/")
      assert.deepStrictEqual([first.status, first.headers["location"]], [303, "/sign-in"])
      const asking = yield* host("GET", "/sign-in")
      assert.strictEqual(asking.status, 200)
      assert.include(asking.text, brand.name)
      assert.include(asking.text, `action="/sign-in"`)
      assert.notInclude(asking.text, "/portal/br_")
      const script = /src="(\/portal\/assets\/[^"]+)"/.exec(asking.text)?.[1] ?? ""
      assert.strictEqual((yield* host("GET", script)).status, 200)

      const { cookie, email, entered } = yield* enterAt(site)
      assert.deepStrictEqual([entered.status, entered.headers["location"]], [303, "/"])
      assert.match(
        String(entered.headers["set-cookie"]),
        /^__Host-trunkline_portal=pt_\w{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/
      )
      const home = yield* host("GET", "/", { headers: { cookie } })
      assert.strictEqual(home.status, 200)
      assert.include(home.text, email)
      assert.include(home.text, `href="/new"`)
      assert.include(home.text, `href="/?show=closed"`)
      const made = yield* brand.ask("POST", "/tickets", { body: { title: "Parcel", customerEmail: email } })
      assert.include((yield* host("GET", `/r/${made.json.id}`, { headers: { cookie } })).text, "Parcel")
      assert.include(String(home.headers["content-security-policy"]), "report-to csp")
      assert.strictEqual(home.headers["reporting-endpoints"], `csp="${site.origin}/csp-reports"`)
      assert.strictEqual((yield* host("POST", "/csp-reports", { body: "x" })).status, 415)
      const left = yield* host("POST", "/sign-out", { form: {}, headers: { cookie, origin: site.origin } })
      assert.deepStrictEqual([left.status, left.headers["location"]], [303, "/sign-in"])
      assert.strictEqual((yield* host("GET", "/", { headers: { cookie } })).status, 303)
    })
  )

  it.effect("serves nothing else of the server, whoever asks and however the path is written", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      const { live } = yield* Installation
      const other = yield* openSite()
      const headers = { authorization: `Bearer ${live.key}` }
      const elsewhere = [
        ...["/tickets", "/login", "/signin", "/docs", "/openapi.json", "/v1/openapi.json", "/health", "/v1/health"],
        ...["/metrics", "/v1/brands", `/v1/brands/${site.brand.id}`, "/v1/portal/me", "/v1/auth/session", "/widget.js"],
        ...[`/v1/portal/brands/${other.brand.id}`, `/v1/portal/brands/${site.brand.id}`, "/channels/sms", "/unwatch/x"],
        ...["/csp-reports", "/csp-reports?x", "/portal/assets/"],
        ...[`/portal/${other.brand.id}`, `/portal/${other.brand.id}/sign-in`, `/../${other.brand.id}/sign-in`],
        ...[`/..%2f${other.brand.id}/sign-in`, `/%2e%2e/${other.brand.id}/sign-in`, `//${other.brand.id}/sign-in`],
        ...[`/./../portal/${other.brand.id}/sign-in`, `/portal/assets/../${other.brand.id}/sign-in`],
        ...[`/portal/assets/%2e%2e/${other.brand.id}/sign-in`, `/\\..\\${other.brand.id}/sign-in`, "/v1//brands"]
      ]
      for (const path of elsewhere) {
        const answer = yield* site.host("GET", path, { headers })
        assert.strictEqual(answer.status, 404, path)
        assert.notInclude(answer.text, other.brand.name, path)
      }
      for (const method of ["PATCH", "PUT", "DELETE", "OPTIONS"])
        assert.strictEqual((yield* site.host(method, `/v1/brands/${site.brand.id}`, { headers })).status, 405, method)
      const made = yield* site.host("POST", "/v1/brands", {
        body: `{"name":"x"}`,
        headers: { ...headers, origin: site.origin }
      })
      assert.strictEqual(made.status, 404)
      const absolute = yield* site.host("GET", `http://desk.example/v1/brands`, { headers })
      assert.strictEqual(absolute.status, 404)
      // The server itself is unchanged.
      assert.strictEqual((yield* server("GET", `/v1/brands/${site.brand.id}`, { headers })).status, 200)
    })
  )

  it.effect("is found by the name alone: in any case, with any port, and with a trailing dot", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      for (const host of [site.domain.toUpperCase(), `${site.domain}:8443`, `${site.domain}.`])
        assert.include((yield* hostOf(host)("GET", "/sign-in")).text, site.brand.name, host)
      for (const host of [`x.${site.domain}`, site.domain.slice(5), `${site.domain}.evil.example`, "127.0.0.1"])
        assert.notInclude((yield* hostOf(host)("GET", "/sign-in")).text, site.brand.name, host)
      const forwarded = yield* server("GET", "/sign-in", { headers: { "x-forwarded-host": site.domain } })
      assert.notInclude(forwarded.text, site.brand.name)
    })
  )

  it.effect("accepts forms from its own pages only", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      const { cookie } = yield* enterAt(site)
      const other = yield* openSite()
      for (const origin of ["https://desk.example", other.origin, "https://evil.example", "https://admin.example"]) {
        const form = { title: "Forged", body: "" }
        const refused = yield* site.host("POST", "/new", { form, headers: { cookie, origin } })
        assert.strictEqual(refused.status, 403, origin)
      }
      const cross = { cookie, origin: "null", "sec-fetch-site": "same-site" }
      assert.strictEqual((yield* site.host("POST", "/sign-out", { form: {}, headers: cross })).status, 403)
      assert.strictEqual((yield* site.host("GET", "/", { headers: { cookie } })).status, 200)
      // Pages of the dashboard's origins may read from the server, but nothing here.
      const read = yield* site.host("GET", "/", { headers: { cookie, origin: "https://admin.example" } })
      assert.notProperty(read.headers, "access-control-allow-origin")
    })
  )

  it.effect("refuses links and cookies of another brand's portal", () =>
    Effect.gen(function* () {
      const [site, other] = [yield* openSite(), yield* openSite()]
      const { cookie } = yield* enterAt(other)
      const used = yield* site.host("GET", "/", { headers: { cookie } })
      assert.deepStrictEqual([used.status, used.headers["location"]], [303, "/sign-in?ended=1"])

      const email = someone()
      yield* other.host("POST", "/sign-in", { form: { email }, headers: { origin: other.origin } })
      const token = yield* mailedTo(email)
      const entered = yield* site.host("POST", "/enter", { form: { token }, headers: { origin: site.origin } })
      assert.strictEqual(entered.status, 401)
      assert.notInclude(String(entered.headers["set-cookie"]), "pt_")
      const listed = yield* other.brand.ask("GET", `/portal/tokens?customerEmail=${email}`)
      assert.deepStrictEqual(listed.json, [])
    })
  )

  it.effect("is the target of mailed links, whether requested from its own page, the brand's server or no page", () =>
    Effect.gen(function* () {
      const site = yield* openSite({ origins: ["https://shop.example"] })
      const { ask } = yield* HttpSite
      const [own, byKey, byPage] = [someone(), someone(), someone()]
      yield* site.host("POST", "/sign-in", { form: { email: own, next: "/new" }, headers: { origin: site.origin } })
      assert.match(yield* linkTo(own), new RegExp(`^${site.origin}/enter\\?next=%2Fnew&token=ml_`))
      yield* site.brand.ask("POST", "/portal/magic-link", { body: { email: byKey } })
      assert.match(yield* linkTo(byKey), new RegExp(`^${site.origin}/enter\\?token=ml_`))
      const body = { brandId: site.brand.id, email: byPage }
      yield* ask("POST", "/v1/portal/magic-link", { key: "", body, headers: { origin: "https://shop.example" } })
      const link = yield* linkTo(byPage)
      assert.match(link, new RegExp(`^${site.origin}/enter\\?token=ml_`))
      const opened = yield* site.host("GET", link.slice(site.origin.length))
      assert.include(opened.text, `action="/enter"`)

      const named = { email: someone(), portalUrl: `${site.origin}/enter` }
      assert.strictEqual((yield* site.brand.ask("POST", "/portal/magic-link", { body: named })).status, 200)
      const other = yield* openSite({ origins: ["https://shop.example"] })
      const foreign = yield* other.brand.ask("POST", "/portal/magic-link", { body: named })
      assert.deepStrictEqual([foreign.status, foreign.json.errors[0].field], [400, "portalUrl"])
    })
  )

  it.effect("is where the server's URL then redirects new visitors; open pages stay usable", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const email = someone()
      yield* brand.ask("POST", "/portal/magic-link", { body: { email } })
      const before = new URL(yield* linkTo(email))
      assert.strictEqual(before.origin, "https://desk.example")
      assert.strictEqual((yield* server("GET", `/portal/${brand.id}/sign-in`)).status, 200)

      const site = yield* siteOf(brand)
      for (const [path, to] of [
        ["", "/"],
        ["/", "/"],
        ["?show=all", "/?show=all"],
        ["/new?lang=de", "/new?lang=de"],
        ["//evil.example/x", "//evil.example/x"]
      ]) {
        const written = yield* server("GET", `/%70ort%61l/${brand.id}${path}`)
        assert.deepStrictEqual([written.status, written.headers["location"]], [302, site.origin + to], path)
        const moved = yield* server("GET", `/portal/${brand.id}${path}`)
        assert.deepStrictEqual([moved.status, moved.headers["location"]], [302, site.origin + to], path)
      }
      const mailed = yield* server("GET", before.pathname + before.search)
      const location = String(mailed.headers["location"])
      assert.strictEqual(mailed.headers["referrer-policy"], "no-referrer")
      assert.strictEqual(location, `${site.origin}/enter${before.search}`)
      const token = before.searchParams.get("token") ?? ""
      const entered = yield* site.host("POST", "/enter", { form: { token }, headers: { origin: site.origin } })
      assert.strictEqual(entered.status, 303)

      const open = { "sec-fetch-mode": "cors" }
      assert.strictEqual((yield* server("GET", `/portal/${brand.id}/stream`, { headers: open })).status, 401)
      const onward = { "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" }
      const stayed = yield* server("GET", `/portal/${brand.id}/new`, { headers: onward })
      assert.strictEqual(stayed.headers["location"], `/portal/${brand.id}/sign-in?next=%2Fnew`)
      const asked = { form: { email: someone() }, headers: { origin: "https://desk.example" } }
      assert.strictEqual((yield* server("POST", `/portal/${brand.id}/sign-in`, asked)).status, 200)
      assert.strictEqual((yield* server("GET", `/portal/${(yield* openBrand()).id}/sign-in`)).status, 200)
    })
  )

  it.effect("needs no listed origin for its pages to call the API, with tokens of its own brand", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const [site, other] = [yield* openSite(), yield* openSite()]
      const customer = yield* enter(site.brand, someone())
      const called = yield* customer.ask("GET", "/me", { headers: { origin: site.origin } })
      assert.deepStrictEqual([called.status, called.headers.get("access-control-allow-origin")], [200, site.origin])
      assert.strictEqual((yield* customer.ask("GET", "/me", { headers: { origin: other.origin } })).status, 403)
      const plain = site.origin.replace("https:", "http:")
      assert.strictEqual((yield* customer.ask("GET", "/me", { headers: { origin: plain } })).status, 403)
      const preflight = (origin: string) =>
        ask("OPTIONS", "/v1/portal/me", { key: "", headers: { origin, "access-control-request-method": "GET" } })
      assert.strictEqual((yield* preflight(site.origin)).headers.get("access-control-allow-origin"), site.origin)
      assert.isNull((yield* preflight(plain)).headers.get("access-control-allow-origin"))
      assert.isNull((yield* preflight(`https://${freshName()}`)).headers.get("access-control-allow-origin"))
    })
  )

  it.effect("is confirmed to a proxy that asks before it gets a certificate, and no other name is", () =>
    Effect.gen(function* () {
      const site = yield* openSite()
      const pending = freshName()
      yield* (yield* openBrand()).ask("PUT", "/portal/domain", { body: { domain: pending } })
      const told = (name: string) => server("GET", `/v1/portal/domain?domain=${encodeURIComponent(name)}`)
      assert.strictEqual((yield* told(site.domain)).status, 200)
      for (const name of [pending, freshName(), "desk.example", "127.0.0.1", `x.${site.domain}`, `${site.domain}/x`])
        assert.strictEqual((yield* told(name)).status, 404, name)
      assert.strictEqual((yield* server("GET", "/v1/portal/domain")).status, 400)
    })
  )
})
