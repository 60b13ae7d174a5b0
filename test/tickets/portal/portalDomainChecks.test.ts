import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { ownershipName, ownershipText, type PortalDomain } from "../../../src/domain/PortalDomain.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { DnsResolver } from "../../../src/runtime/DnsResolver.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlReceipts from "../../../src/sql/events/SqlReceipts.ts"
import * as SqlPortalDoor from "../../../src/sql/portal/SqlPortalDoor.ts"
import { checkDueDomains } from "../../../src/tickets/addresses/DomainChecker.ts"
import type { PortalDomainStore } from "../../../src/tickets/portal/PortalDomainStore.ts"
import { PortalDomains } from "../../../src/tickets/portal/PortalDomains.ts"
import { PortalDoor } from "../../../src/tickets/portal/PortalDoor.ts"
import { PortalSites } from "../../../src/tickets/portal/PortalSites.ts"
import { DnsServer, resolver } from "../../support/DnsServer.ts"
import { domainServices, ownerOf } from "../../support/domainServices.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand } from "../../support/ticketService.ts"

const world = SqlPortalDoor.layer({ publicUrl: "https://desk.example" }).pipe(Layer.provideMerge(domainServices))

layer(world, { excludeTestServices: true })("The domain checker, for portals", (it) => {
  const named = Effect.fnUntraced(function* (scope: BrandScope) {
    const domain = `help-${crypto.randomUUID().slice(0, 8)}.example`
    return yield* fresh((yield* PortalDomains).set(scope, byKey, domain))
  })
  const publish = Effect.fnUntraced(function* (domain: PortalDomain) {
    const { zone } = yield* DnsServer
    zone.set(domain.domain, [{ type: "AAAA", address: "0:0:0:0:0:0:0:1" }])
    zone.set(ownershipName(domain.domain), [{ type: "TXT", strings: [ownershipText(domain)] }])
  })
  const shown = Effect.fnUntraced(function* (scope: BrandScope) {
    const domain = yield* named(scope)
    yield* publish(domain)
    yield* checkDueDomains
    return domain
  })
  /** Lets hours pass, after which the checker runs. */
  const wait = Effect.fnUntraced(function* ({ id }: PortalDomain, hours: number) {
    const { system } = yield* Database
    yield* system`update portal_domains set checked_at = checked_at - make_interval(hours => ${hours}),
      failing_since = failing_since - make_interval(hours => ${hours}),
      created_at = created_at - make_interval(hours => ${hours}) where id = ${uuidOf(id)}`
    yield* checkDueDomains
  }, Effect.orDie)
  const now = Effect.fnUntraced(function* (scope: BrandScope) {
    return (yield* (yield* PortalDomains).get(scope)) ?? assert.fail("no domain")
  })
  const isServed = Effect.fnUntraced(function* ({ domain }: PortalDomain) {
    return (yield* PortalSites).ofHost(domain) !== undefined
  })

  it.effect("verifies a domain by itself once its records exist, within an hour while it is new", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const domain = yield* named(scope)
      yield* checkDueDomains
      yield* publish(domain)
      yield* checkDueDomains
      assert.isFalse((yield* now(scope)).verified)
      yield* wait(domain, 2)
      assert.isTrue((yield* now(scope)).verified)
      assert.isTrue(yield* isServed(domain))
    })
  )

  it.effect("gives up a domain whose record is gone for three days, notifies owners twice, and restores it", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const { system } = yield* Database
      const scope = yield* freshBrand
      const owner = yield* ownerOf(scope)
      const domain = yield* shown(scope)
      assert.isTrue(yield* isServed(domain))

      zone.delete(ownershipName(domain.domain))
      yield* wait(domain, 24)
      assert.isTrue(yield* isServed(domain), "as long as it may be a mistake")
      assert.isDefined((yield* now(scope)).failingSince)
      for (const _ of [1, 2, 3]) yield* wait(domain, 24)
      assert.isFalse((yield* now(scope)).verified)
      assert.isFalse(yield* isServed(domain))
      const told = yield* system<{ subject: string; text: string }>`
        select subject, text from outgoing_mail where recipient = ${owner} order by id`
      assert.deepStrictEqual(
        told.map(({ subject }) => subject),
        [`The domain ${domain.domain} of Acme is failing`, `The domain ${domain.domain} of Acme has failed`]
      )
      assert.include(told[0]?.text, "the portal is only at this installation's own address")

      yield* publish(domain)
      yield* wait(domain, 24)
      assert.isTrue(yield* isServed(domain))
    }).pipe(Effect.orDie)
  )

  it.effect("leaves a domain to the brand that was verified while DNS answered another one", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const domains = yield* PortalDomains
      const [slow, quick] = [yield* freshBrand, yield* freshBrand]
      const domain = yield* named(slow)
      const other = yield* fresh(domains.set(quick, byKey, domain.domain))
      yield* publish(domain)
      const meanwhile = yield* Effect.cached(
        Effect.gen(function* () {
          // Its owner shows the domain for both.
          zone.set(
            ownershipName(domain.domain),
            [domain, other].map((one) => ({ type: "TXT", strings: [ownershipText(one)] }))
          )
          yield* fresh(domains.verify(quick, byKey))
        })
      )
      const context = yield* Effect.context<PortalDomainStore | PortalSites>()
      const late = Layer.effect(
        DnsResolver,
        DnsResolver.useSync((dns) => ({
          ...dns,
          resolveFresh: async (name, type) => {
            const answer = await dns.resolveFresh(name, type)
            if (type === "TXT") await Effect.runPromiseWith(context)(Effect.orDie(meanwhile))
            return answer
          }
        }))
      ).pipe(Layer.provide(resolver))
      const lateDomains = yield* Layer.build(
        PortalDomains.layer({ publicUrl: "https://desk.example" }).pipe(
          Layer.provide(SqlReceipts.layer),
          Layer.provide(late)
        )
      )
      yield* fresh(
        Effect.flatMap(PortalDomains, (late) => late.verify(slow, byKey)).pipe(Effect.provideContext(lateDomains))
      )
      assert.deepStrictEqual([(yield* now(slow)).verified, (yield* now(quick)).verified], [false, true])
    }).pipe(Effect.scoped)
  )

  it.effect("notifies owners when another brand has proved their domain as its own", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const [before, after] = [yield* freshBrand, yield* freshBrand]
      const owner = yield* ownerOf(before)
      const domain = yield* shown(before)
      const next = yield* fresh((yield* PortalDomains).set(after, byKey, domain.domain))
      yield* publish(next)
      yield* fresh((yield* PortalDomains).verify(after, byKey))
      assert.deepStrictEqual([(yield* now(before)).verified, (yield* now(after)).verified], [false, true])
      const [told, ...more] = yield* system<{ subject: string; text: string }>`
        select subject, text from outgoing_mail where recipient = ${owner}`
      assert.strictEqual(told?.subject, `The domain ${domain.domain} of Acme now belongs to another brand`)
      assert.include(told?.text, "another brand of this installation has verified the domain as its own")
      assert.notInclude(told?.text, "days")
      assert.deepStrictEqual(more, [])

      // Whoever gives up a name knows about it.
      const successor = yield* ownerOf(after)
      yield* named(after)
      assert.deepStrictEqual(yield* system`select from outgoing_mail where recipient = ${successor}`, [])
    }).pipe(Effect.orDie)
  )

  it.effect(
    "serves no portal under the server's own address, even if that becomes a name that a brand has proved",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const { domain, ...named } = yield* shown(scope)
        const publicUrl = `https://${domain}`
        const sites = yield* PortalSites.pipe(Effect.provide(PortalSites.layer({ publicUrl }), { local: true }))
        for (const host of [domain, domain.toUpperCase(), `${domain}:443`]) assert.isUndefined(sites.ofHost(host), host)
        assert.isUndefined(sites.ofBrand(named.brandId))
      })
  )

  it.effect("releases a name that leads nowhere any more", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const scope = yield* freshBrand
      const domain = yield* shown(scope)
      zone.delete(domain.domain)
      for (const _ of [1, 2, 3, 4]) yield* wait(domain, 24)
      assert.isFalse(yield* isServed(domain))
    })
  )

  it.effect("makes links in text messages point to the domain as long as it is verified", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const link = (yield* PortalDoor).open(scope, (yield* IdGenerator).next("ticket"), Duration.hours(1))
      const domain = yield* named(scope)
      assert.include(yield* link, `https://desk.example/portal/${scope.brandId}/enter?token=`)
      yield* publish(domain)
      yield* fresh((yield* PortalDomains).verify(scope, byKey))
      assert.include(yield* link, `https://${domain.domain}/enter?token=ml_`)
      yield* fresh((yield* PortalDomains).remove(scope, byKey))
      assert.include(yield* link, `https://desk.example/portal/${scope.brandId}/enter?token=`)
    })
  )
})
