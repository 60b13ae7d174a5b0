import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { BrandId } from "../../src/domain/Ids.ts"
import {
  askBrand as ask,
  assertConfiguredByAdmins,
  assertForeignBrand,
  assertOnce,
  auditOf,
  refusal
} from "../support/configuring.ts"
import { DnsServer } from "../support/DnsServer.ts"
import { assertDeclared } from "../support/declaredAnswers.ts"
import { furnishedAccount } from "../support/furnishedAccount.ts"
import { HttpSite } from "../support/HttpSite.ts"
import { openBrand, type PortalBrand } from "../support/portal.ts"
import { freshName, hostOf, openSite, publishPortal, siteOf, sitesWorld } from "../support/portalSites.ts"
import { until } from "../support/until.ts"

const path = "/portal/domain"
const set = (brand: PortalBrand, domain: string) => brand.ask("PUT", path, { body: { domain } })
const verify = (brand: PortalBrand) => brand.ask("POST", `${path}/verify`)
const eventsOf = (brand: PortalBrand) =>
  Effect.map(auditOf(brand.id as BrandId), (rows) =>
    rows.flatMap(({ event }) => (event.startsWith("portal_domain.") ? [event.slice("portal_domain.".length)] : []))
  )
/** Whether a proxy may get a certificate for the name. Nodes cache the answer for seconds. */
const isServed = (domain: string) =>
  Effect.flatMap(HttpSite, ({ ask }) =>
    Effect.map(ask("GET", `/v1/portal/domain?domain=${domain}`, { key: "" }), ({ status }) => status === 200)
  )
const untilServed = (domain: string, served: boolean) => until(isServed(domain), (answer) => answer === served)

layer(sitesWorld, { excludeTestServices: true })("The domain of a portal", (it) => {
  it.effect("is unset at first, is set along with the records that it needs, and is verified once they exist", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const whole = `/v1/brands/${brand.id}${path}`
      const none = yield* brand.ask("GET", path)
      assertDeclared("GET", whole, none.status, none.json)
      const own = `https://desk.example/portal/${brand.id}`
      assert.deepStrictEqual([none.json.domain, none.json.url, none.json.records], [null, own, []])

      const domain = freshName()
      const made = yield* set(brand, ` ${domain.toUpperCase()} `)
      assertDeclared("PUT", whole, made.status, made.json)
      assert.deepStrictEqual([made.json.domain, made.json.verified, made.json.url], [domain, false, own])
      const [address, ownership] = made.json.records
      assert.deepStrictEqual(address, {
        type: "CNAME",
        name: domain,
        value: "desk.example",
        purpose: "address",
        status: "pending"
      })
      assert.strictEqual(ownership.name, `_trunkline.${domain}`)
      assert.match(ownership.value, /^trunkline-verification=\w+$/)

      const missing = yield* verify(brand)
      assertDeclared("POST", `${whole}/verify`, missing.status, missing.json)
      assert.include(missing.json.error, `the TXT record of _trunkline.${domain}`)
      assert.isNotNull(missing.json.checkedAt)
      yield* publishPortal(made.json, "ownership")
      const nowhere = yield* verify(brand)
      assert.deepStrictEqual([nowhere.json.verified, nowhere.json.records[1].status], [false, "verified"])
      assert.include(nowhere.json.error, `an address of ${domain}`)
      assert.isFalse(yield* isServed(domain))

      yield* publishPortal(made.json, "address")
      const there = yield* verify(brand)
      assert.deepStrictEqual([there.json.verified, there.json.url], [true, `https://${domain}`])
      assert.notProperty(there.json, "error")
      assert.isTrue(yield* isServed(domain))
      assert.deepStrictEqual((yield* brand.ask("GET", path)).json, there.json)
      const again = yield* set(brand, domain)
      assert.deepStrictEqual([again.json.verified, again.json.records], [true, there.json.records])
      assert.deepStrictEqual(yield* eventsOf(brand), ["set", "verified"])
    })
  )

  it.effect("must be a name that browsers can visit, and not the server's own", () =>
    Effect.gen(function* () {
      const brand = yield* openBrand()
      const bad = [
        ...["", "help", "127.0.0.1", "[::1]", "2001:db8::1", "help.example.com:8443", "https://help.example.com"],
        ...["help.example.com/x", "-a.example.com", "a_b.example.com", "help..example.com", "help.example.com."],
        ...["*.example.com", "ada@example.com", `${"a".repeat(64)}.example.com`, `${"a.".repeat(126)}example.com`]
      ]
      for (const domain of bad)
        assert.deepStrictEqual(refusal(yield* set(brand, domain)), [400, "validation_failed", "domain format"], domain)
      assert.deepStrictEqual(refusal(yield* set(brand, "desk.example")), [
        400,
        "validation_failed",
        "domain not_allowed"
      ])
      assert.deepStrictEqual(refusal(yield* set(brand, "DESK.example")), [
        400,
        "validation_failed",
        "domain not_allowed"
      ])
      assert.deepStrictEqual(refusal(yield* brand.ask("PUT", path, { body: {} })).slice(2), ["domain required"])
      assert.strictEqual((yield* set(brand, "hilfe.bücher.example")).json.domain, "hilfe.xn--bcher-kva.example")
    })
  )

  it.effect("stops at once when it is replaced or removed, and the portal is at the server's URL again", () =>
    Effect.gen(function* () {
      const { brand, domain } = yield* openSite()
      const next = freshName()
      const replaced = yield* set(brand, next)
      assert.deepStrictEqual([replaced.json.verified, replaced.json.verifiedAt], [false, null])
      assert.isFalse(yield* isServed(domain))
      assert.notInclude((yield* hostOf(domain)("GET", "/sign-in")).text, brand.name)
      assert.strictEqual((yield* hostOf("desk.example")("GET", `/portal/${brand.id}/sign-in`)).status, 200)
      const back = yield* set(brand, domain)
      yield* verify(brand)
      assert.isFalse(yield* isServed(domain), "an old text proves nothing new")
      yield* publishPortal(back.json)
      yield* verify(brand)
      assert.isTrue(yield* isServed(domain))

      assert.strictEqual((yield* brand.ask("DELETE", path)).status, 200)
      assert.isFalse(yield* isServed(domain))
      assert.isNull((yield* brand.ask("GET", path)).json.domain)
      for (const [method, below] of [
        ["DELETE", ""],
        ["POST", "/verify"]
      ] as const)
        assert.deepStrictEqual(refusal(yield* brand.ask(method, path + below)), [404, "not_found"])
      assert.deepStrictEqual(yield* eventsOf(brand), ["set", "verified", "set", "set", "verified", "removed"])
    })
  )

  it.effect("belongs to the first brand that proved it as long as DNS confirms that; a mere claim blocks no one", () =>
    Effect.gen(function* () {
      const domain = freshName()
      const squatter = yield* openBrand()
      const named = yield* set(squatter, domain)
      const { brand } = yield* siteOf(yield* openBrand(), domain)
      assert.isTrue(yield* isServed(domain))

      // Claiming it, and asking while the owner's record is missing, changes nothing for the owner.
      const { zone } = yield* DnsServer
      const proof = zone.get(`_trunkline.${domain}`) ?? []
      zone.delete(`_trunkline.${domain}`)
      assert.isFalse((yield* verify(squatter)).json.verified)
      assert.include((yield* hostOf(domain)("GET", "/sign-in")).text, brand.name)
      zone.set(`_trunkline.${domain}`, proof)

      yield* publishPortal(named.json, "ownership")
      const second = yield* verify(squatter)
      assert.isFalse(second.json.verified)
      assert.include(second.json.error, "Another brand of this installation has proved")
      assert.notInclude(second.text, brand.id)
      assert.include((yield* hostOf(domain)("GET", "/sign-in")).text, brand.name)

      zone.delete(`_trunkline.${domain}`)
      yield* publishPortal(named.json, "ownership")
      assert.isTrue((yield* verify(squatter)).json.verified)
      assert.include((yield* hostOf(domain)("GET", "/sign-in")).text, squatter.name)
      const lost = yield* brand.ask("GET", path)
      assert.deepStrictEqual([lost.json.verified, lost.json.url], [false, `https://desk.example/portal/${brand.id}`])
      assert.deepStrictEqual(yield* eventsOf(brand), ["set", "verified", "released"])
      yield* verify(brand)
      assert.include((yield* hostOf(domain)("GET", "/sign-in")).text, squatter.name)
    })
  )

  it.effect("belongs to one brand, even when two prove it at the same moment", () =>
    Effect.gen(function* () {
      const domain = freshName()
      const brands = [yield* openBrand(), yield* openBrand(), yield* openBrand()]
      for (const brand of brands) yield* publishPortal((yield* set(brand, domain)).json)
      const checks = yield* Effect.forEach(brands, verify, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        checks.map(({ status }) => status),
        [200, 200, 200]
      )
      const held = yield* Effect.forEach(brands, (brand) => brand.ask("GET", path))
      assert.lengthOf(
        held.filter(({ json }) => json.verified),
        1
      )
    })
  )

  it.effect("is released with its brand, which must prove it again when restored; others may claim it meanwhile", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, domain } = yield* openSite()
      assert.strictEqual((yield* brand.ask("DELETE", "?confirm=true")).status, 200)
      assert.notInclude((yield* hostOf(domain)("GET", "/sign-in")).text, brand.name)
      yield* untilServed(domain, false)
      yield* ask("POST", `/v1/brands/${brand.id}/restore`)
      assert.isFalse((yield* brand.ask("GET", path)).json.verified)
      assert.isFalse(yield* isServed(domain))
      assert.isTrue((yield* verify(brand)).json.verified)

      yield* brand.ask("DELETE", "?confirm=true")
      const next = yield* siteOf(yield* openBrand(), domain)
      assert.include((yield* hostOf(domain)("GET", "/sign-in")).text, next.brand.name)
      yield* ask("POST", `/v1/brands/${brand.id}/restore`)
      assert.include((yield* verify(brand)).json.error, "Another brand")
      assert.include((yield* hostOf(domain)("GET", "/sign-in")).text, next.brand.name)
    })
  )

  it.effect("is released with its account, and goes to the next brand that proves it", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const account = yield* furnishedAccount
      const { brandId, key } = account.live
      const brand: PortalBrand = {
        id: brandId,
        name: "Desk live",
        key,
        ask: (method, below, asked = {}) => ask(method, `/v1/brands/${brandId}${below}`, { key, ...asked })
      }
      const { domain } = yield* siteOf(brand)
      const confirm = encodeURIComponent(account.name)
      const deleted = yield* account.owner.ask("DELETE", `/v1/auth/organization?confirm=${confirm}`)
      assert.strictEqual(deleted.status, 200, deleted.text)
      yield* untilServed(domain, false)
      const next = yield* siteOf(yield* openBrand(), domain)
      assert.include((yield* hostOf(domain)("GET", "/sign-in")).text, next.brand.name)
    })
  )

  it.effect("is read by the team, set by admins and by keys of its brand; elsewhere the brand is not found", () =>
    Effect.gen(function* () {
      yield* assertForeignBrand([
        { method: "GET", path },
        { method: "PUT", path, body: { domain: freshName() } },
        { method: "DELETE", path },
        { method: "POST", path: `${path}/verify` }
      ])
      yield* assertConfiguredByAdmins(
        [{ method: "GET", path }],
        [
          { method: "PUT", path, body: { domain: freshName() } },
          { method: "POST", path: `${path}/verify` },
          { method: "DELETE", path }
        ]
      )
    })
  )

  it.effect("is set, checked and removed once per idempotency key", () =>
    Effect.gen(function* () {
      yield* assertOnce({ method: "PUT", path, body: { domain: freshName() } }, { domain: freshName() })
      yield* assertOnce({ method: "POST", path: `${path}/verify` })
      yield* assertOnce({ method: "DELETE", path })
      assert.isNull((yield* ask("GET", path)).json.domain)
    })
  )

  it.effect("stays as it is while DNS does not answer", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const { brand, domain } = yield* openSite()
      for (const name of [domain, `_trunkline.${domain}`]) zone.set(name, "SERVFAIL")
      const checked = yield* verify(brand)
      assert.deepStrictEqual([checked.json.verified, checked.json.failingSince], [true, null])
      assert.include(checked.json.error, "did not respond")
    })
  )
})
