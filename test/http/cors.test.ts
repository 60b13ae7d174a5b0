import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpSite, type Reply, site } from "../support/HttpSite.ts"
import { enter, openBrand } from "../support/portal.ts"

const preflight = (path: string, origin: string, method = "POST") =>
  Effect.flatMap(HttpSite, ({ ask }) =>
    ask("OPTIONS", path, { key: "", headers: { origin, "access-control-request-method": method } })
  )

const allowed = ({ headers }: Reply) => headers.get("access-control-allow-origin")

let count = 0
/** A new origin, which nothing knows yet. */
const newOrigin = () => `https://shop-${++count}.example`

layer(site(), { excludeTestServices: true })("CORS of the portal", (it) => {
  it.effect("answers the preflight of an origin that some brand lists", () =>
    Effect.gen(function* () {
      const origin = newOrigin()
      yield* openBrand({ origins: [origin, "http://localhost:5173"] })
      for (const path of ["/v1/portal/tickets", "/v1/portal/magic-link", "/v1/portal/tickets/tkt_x/attachments"]) {
        const answer = yield* preflight(path, origin)
        assert.strictEqual(answer.status, 204)
        assert.strictEqual(allowed(answer), origin)
        assert.strictEqual(answer.headers.get("access-control-max-age"), "600")
        assert.strictEqual(answer.headers.get("vary"), "Origin")
        assert.isNull(answer.headers.get("access-control-allow-credentials"))
        assert.include(answer.headers.get("access-control-allow-methods"), "POST")
        assert.include(answer.headers.get("access-control-allow-headers"), "Authorization")
      }
      assert.strictEqual(allowed(yield* preflight("/v1/portal/me", "http://localhost:5173")), "http://localhost:5173")
      assert.strictEqual((yield* preflight("/v1/portal/nowhere", origin)).status, 404)
    })
  )

  it.effect("answers no other preflight", () =>
    Effect.gen(function* () {
      const origin = newOrigin()
      yield* openBrand({ origins: [origin] })
      for (const other of [newOrigin(), "https://admin.example", `${origin}.evil.example`, `${origin}/`, "null", "x"]) {
        const answer = yield* preflight("/v1/portal/tickets", other)
        assert.strictEqual(answer.status, 405, other)
        assert.isNull(allowed(answer))
        assert.strictEqual(answer.headers.get("vary"), "Origin")
      }
      // A brand's list applies to its portal, and to nothing else.
      assert.isNull(allowed(yield* preflight("/v1/brands", origin)))
    })
  )

  it.effect("forgets the origins of a deleted brand, and knows new ones at once", () =>
    Effect.gen(function* () {
      const [gone, late] = [newOrigin(), newOrigin()]
      const brand = yield* openBrand({ origins: [gone] })
      yield* brand.ask("DELETE", "?confirm=true")
      assert.isNull(allowed(yield* preflight("/v1/portal/tickets", gone)))
      const other = yield* openBrand()
      yield* other.ask("PATCH", "", { body: { portalOrigins: [late] } })
      assert.strictEqual(allowed(yield* preflight("/v1/portal/tickets", late)), late)
    })
  )

  it.effect("lets a page use only the tokens of its own brand", () =>
    Effect.gen(function* () {
      const [own, foreign] = [newOrigin(), newOrigin()]
      const brand = yield* openBrand({ origins: [own] })
      yield* openBrand({ origins: [foreign] })
      const ines = yield* enter(brand, "ines@north.example")
      const from = (origin: string, method = "GET", path = "/tickets") =>
        ines.ask(method, path, { headers: { origin }, body: method === "POST" ? { title: "t" } : undefined })

      const read = yield* from(own)
      assert.strictEqual(read.status, 200)
      assert.strictEqual(allowed(read), own)
      assert.isNull(read.headers.get("access-control-allow-credentials"))
      assert.include(
        read.headers.get("access-control-expose-headers"),
        "RateLimit, RateLimit-Policy, X-RateLimit-Limit"
      )
      assert.strictEqual(read.headers.get("vary"), "Origin")
      const missing = yield* from(own, "GET", "/tickets/tkt_x")
      assert.deepStrictEqual([missing.status, allowed(missing)], [404, own])

      for (const origin of [foreign, newOrigin(), "null", "https://admin.example"]) {
        const refused = yield* from(origin, "POST")
        assert.deepInclude(refused.json, { status: 403, code: "origin_not_allowed" }, origin)
        assert.isNull(allowed(refused))
        assert.strictEqual(refused.headers.get("vary"), "Origin")
      }
      assert.lengthOf((yield* from(own)).json.tickets, 0, "what was refused had no effect")
      // Our own pages, and programs, which send no origin.
      assert.strictEqual((yield* from("https://desk.example", "POST")).status, 201)
      assert.strictEqual((yield* ines.ask("GET", "/tickets")).status, 200)
    })
  )

  it.effect("is limited to our own pages while a brand lists none, and follows the list at once", () =>
    Effect.gen(function* () {
      const origin = newOrigin()
      const brand = yield* openBrand()
      const ines = yield* enter(brand, "ines@north.example")
      const status = Effect.map(ines.ask("GET", "/me", { headers: { origin } }), ({ status }) => status)
      assert.strictEqual(yield* status, 403)
      yield* brand.ask("PATCH", "", { body: { portalOrigins: [origin] } })
      assert.strictEqual(yield* status, 200)
      yield* brand.ask("PATCH", "", { body: { portalOrigins: [] } })
      assert.strictEqual(yield* status, 403)
    })
  )

  it.effect("lets a portal page read that its token has expired, so that it can request another", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const origin = newOrigin()
      yield* openBrand({ origins: [origin] })
      const refused = yield* ask("GET", "/v1/portal/me", { key: `pt_${"a".repeat(43)}`, headers: { origin } })
      assert.deepStrictEqual([refused.status, allowed(refused)], [401, origin])
      const link = yield* ask("POST", "/v1/portal/magic-link", {
        key: "",
        headers: { origin },
        body: { brandId: "br_x", email: "ines@north.example", portalUrl: origin }
      })
      assert.deepStrictEqual([link.status, allowed(link)], [200, origin])
      const stranger = yield* ask("GET", "/v1/portal/me", { key: "", headers: { origin: newOrigin() } })
      assert.isNull(allowed(stranger))
    })
  )
})
