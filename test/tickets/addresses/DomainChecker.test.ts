import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { EmailDomain } from "../../../src/domain/EmailDomain.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { ownershipPrefix, recordsOf } from "../../../src/domain/wantedRecords.ts"
import { Database } from "../../../src/sql/Database.ts"
import { checkDueDomains } from "../../../src/tickets/addresses/DomainChecker.ts"
import { DomainUpkeep } from "../../../src/tickets/addresses/DomainUpkeep.ts"
import { EmailDomains } from "../../../src/tickets/addresses/EmailDomains.ts"
import { SupportAddresses } from "../../../src/tickets/addresses/SupportAddresses.ts"
import { RecipientDirectory } from "../../../src/tickets/intake/RecipientDirectory.ts"
import { Senders } from "../../../src/tickets/outbound/Senders.ts"
import { DnsServer } from "../../support/DnsServer.ts"
import {
  domainIn,
  domainServices,
  inboundDomain,
  ownerOf,
  publishFor,
  sharedSender,
  verifiedIn
} from "../../support/domainServices.ts"
import { auditAbout } from "../../support/recordServices.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand } from "../../support/ticketService.ts"

/** Mails to someone, oldest first. */
const mailTo = Effect.fnUntraced(function* (recipient: string) {
  const { system } = yield* Database
  return yield* system<{ subject: string; text: string }>`
    select subject, text from outgoing_mail where recipient = ${recipient} order by id`
}, Effect.orDie)

layer(domainServices, { excludeTestServices: true })("The domain checker", (it) => {
  /** Lets days pass by making recorded times older. */
  const wait = Effect.fnUntraced(function* ({ id }: EmailDomain, days: number) {
    const { system } = yield* Database
    const hours = Math.ceil(days * 24)
    yield* system`update email_domains set checked_at = checked_at - make_interval(hours => ${hours}),
      failing_since = failing_since - make_interval(hours => ${hours}), created_at = created_at - make_interval(hours => ${hours}),
      keys = (select coalesce(jsonb_agg(k || jsonb_build_object(
        'signingSince', (k ->> 'signingSince')::timestamptz - make_interval(hours => ${hours}),
        'retiredAt', (k ->> 'retiredAt')::timestamptz - make_interval(hours => ${hours})) order by k ->> 'selector'), '[]')
        from jsonb_array_elements(keys) k)
      where id = ${uuidOf(id)}`
  }, Effect.orDie)
  const now = Effect.fnUntraced(function* (scope: BrandScope, { id }: EmailDomain) {
    return yield* (yield* EmailDomains).get(scope, id)
  })
  const eventsOf = (domain: EmailDomain) =>
    Effect.map(auditAbout(domain.id), (entries) => entries.map(({ event }) => event))

  it.effect("verifies domains by itself once their records exist", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [inbound, outbound] = [yield* domainIn(scope, "INBOUND"), yield* domainIn(scope, "OUTBOUND")]
      yield* checkDueDomains
      assert.isFalse((yield* now(scope, inbound)).verified)
      yield* publishFor(inbound)
      yield* publishFor(outbound)
      yield* checkDueDomains
      assert.isFalse((yield* now(scope, inbound)).verified, "not before an hour is over")
      for (const domain of [inbound, outbound]) yield* wait(domain, 0.05)
      yield* checkDueDomains
      for (const domain of [inbound, outbound]) assert.isTrue((yield* now(scope, domain)).verified)
      assert.deepStrictEqual(yield* eventsOf(inbound), ["domain.created", "domain.verified"])
    })
  )

  it.effect("recognizes a missing record whatever bytes are in its place", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const domain = yield* Effect.flatMap(freshBrand, (scope) => verifiedIn(scope, "INBOUND"))
      zone.set(`_trunkline.${domain.domain}`, [{ type: "TXT", strings: [`${ownershipPrefix}x\0y`] }])
      yield* checkDueDomains
      yield* wait(domain, 1)
      yield* checkDueDomains
      assert.deepStrictEqual(yield* eventsOf(domain), ["domain.created", "domain.verified", "domain.failing"])
    })
  )

  it.effect(
    "lets a domain fail after three days, notifies owners twice, and restores it when its records are back",
    () =>
      Effect.gen(function* () {
        const { zone } = yield* DnsServer
        const scope = yield* freshBrand
        const owner = yield* ownerOf(scope)
        const domain = yield* verifiedIn(scope, "INBOUND")
        const addresses = yield* SupportAddresses
        const support = yield* fresh(
          addresses.create(scope, byKey, { address: `support@${domain.domain}`, kind: "domain" })
        )
        const takes = Effect.map(
          RecipientDirectory.use((directory) => directory.find("support", domain.domain)),
          Option.isSome
        )
        assert.isTrue(yield* takes)

        const records = zone.get(domain.domain) ?? []
        zone.delete(domain.domain)
        yield* checkDueDomains
        yield* wait(domain, 1)
        yield* checkDueDomains
        assert.isTrue((yield* now(scope, domain)).verified)
        assert.deepStrictEqual(yield* eventsOf(domain), ["domain.created", "domain.verified", "domain.failing"])
        for (const _ of [1, 2, 3]) {
          yield* wait(domain, 1)
          yield* checkDueDomains
        }
        assert.isFalse((yield* now(scope, domain)).verified)
        assert.isFalse((yield* addresses.get(scope, support.id)).verified)
        yield* Effect.sleep("1100 millis")
        assert.isFalse(yield* takes)
        assert.deepStrictEqual((yield* eventsOf(domain)).slice(2), ["domain.failing", "domain.failed"])
        const told = yield* mailTo(owner)
        assert.deepStrictEqual(
          told.map(({ subject }) => subject),
          [`The domain ${domain.domain} of Acme is failing`, `The domain ${domain.domain} of Acme has failed`]
        )

        zone.set(domain.domain, records)
        yield* wait(domain, 1)
        yield* checkDueDomains
        assert.isTrue((yield* now(scope, domain)).verified)
        assert.isTrue((yield* addresses.get(scope, support.id)).verified)
        assert.lengthOf(yield* mailTo(owner), 2)
      })
  )

  it.effect("lets nothing fail while DNS does not answer", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const scope = yield* freshBrand
      const domain = yield* verifiedIn(scope, "INBOUND")
      for (const { name } of recordsOf(domain, inboundDomain)) zone.set(name, "SERVFAIL")
      yield* checkDueDomains
      for (const _ of [1, 2, 3, 4]) {
        yield* wait(domain, 1)
        yield* checkDueDomains
      }
      const { failingSince, verified } = yield* now(scope, domain)
      assert.deepStrictEqual([verified, failingSince], [true, undefined])
      assert.deepStrictEqual(yield* eventsOf(domain), ["domain.created", "domain.verified"])
    })
  )

  it.effect("switches to the other key after a year, and replaces the first a month later", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const scope = yield* freshBrand
      const owner = yield* ownerOf(scope)
      const domain = yield* verifiedIn(scope, "OUTBOUND")
      const signer = Effect.map(
        Senders.use((senders) => senders.signerOf(scope, `a@${domain.domain}`)),
        (key) => key?.selector
      )
      yield* checkDueDomains
      assert.strictEqual(yield* signer, "tl1")
      yield* wait(domain, 366)
      yield* checkDueDomains
      assert.strictEqual(yield* signer, "tl2")
      yield* wait(domain, 31)
      yield* checkDueDomains
      const renewed = yield* now(scope, domain)
      const [old, fresh] = [domain.keys[0], renewed.keys.find(({ selector }) => selector === "tl1")]
      assert.notStrictEqual(fresh?.publicKey, old?.publicKey)
      assert.strictEqual(renewed.keys.find(({ selector }) => selector === "tl2")?.publicKey, domain.keys[1]?.publicKey)
      const record = recordsOf(renewed, inboundDomain).find(({ name }) => name.startsWith("tl1."))
      assert.strictEqual(record?.status, "pending")
      assert.deepStrictEqual((yield* eventsOf(domain)).slice(2), ["domain.key_switched", "domain.key_replaced"])
      assert.deepStrictEqual(
        (yield* mailTo(owner)).map(({ subject }) => subject),
        [`The domain ${domain.domain} of Acme has a new key`]
      )
      // As long as no one publishes it, mail is signed with the published key.
      yield* wait(domain, 400)
      yield* checkDueDomains
      assert.isTrue((yield* now(scope, domain)).verified)
      assert.strictEqual(yield* signer, "tl2")
      for (const { selector } of renewed.keys) zone.delete(`${selector}._domainkey.${domain.domain}`)
      yield* publishFor(renewed, "dkim")
      yield* wait(domain, 1)
      yield* checkDueDomains
      assert.strictEqual(yield* signer, "tl1")
    })
  )

  it.effect("assigns each domain to one node, and skips deleted brands", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const upkeep = yield* DomainUpkeep
      const made = yield* Effect.forEach(Array.from({ length: 12 }), () => domainIn(scope, "INBOUND"))
      const gone = yield* freshBrand
      const hidden = yield* domainIn(gone, "INBOUND")
      yield* system`update brands set deleted_at = now() where id = ${uuidOf(gone.brandId)}`
      const taken = yield* Effect.all(
        Array.from({ length: 6 }, () => upkeep.takeDue(5)),
        { concurrency: "unbounded" }
      )
      const ids = taken.flat().map(({ id }) => id)
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.includeMembers(
        ids,
        made.map(({ id }) => id)
      )
      assert.notInclude(ids, hidden.id)
      assert.isTrue(taken.every((handful) => handful.length <= 5))
      assert.deepStrictEqual(yield* upkeep.takeDue(50), [])
    })
  )

  it.effect("continues when a domain is removed while it is checked", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [one, two] = [yield* domainIn(scope, "INBOUND"), yield* domainIn(scope, "INBOUND")]
      yield* publishFor(two)
      const { system } = yield* Database
      yield* Effect.all(
        [
          checkDueDomains,
          Effect.andThen(Effect.sleep(1), system`delete from email_domains where id = ${uuidOf(one.id)}`)
        ],
        { concurrency: "unbounded" }
      )
      assert.isTrue((yield* now(scope, two)).verified)
    })
  )

  it.effect("leaves mail to the installation's sender once a sending domain has failed", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const scope = yield* freshBrand
      const domain = yield* verifiedIn(scope, "OUTBOUND", { fromEmail: undefined })
      const addresses = yield* SupportAddresses
      const { system } = yield* Database
      const { id } = yield* fresh(
        addresses.create(scope, byKey, { address: `help@${domain.domain}`, kind: "forwarded" })
      )
      yield* system`update addresses set verified = true where id = ${uuidOf(id)}`
      const from = Effect.map(
        Senders.use((senders) => senders.senderOf(scope, { writtenTo: `help@${domain.domain}` })),
        ({ from: { address }, dkim }) => [address, dkim?.selector]
      )
      assert.deepStrictEqual(yield* from, [`help@${domain.domain}`, "tl1"])
      for (const selector of ["tl1", "tl2"]) zone.delete(`${selector}._domainkey.${domain.domain}`)
      yield* checkDueDomains
      for (const _ of [1, 2, 3, 4]) {
        yield* wait(domain, 1)
        yield* checkDueDomains
      }
      assert.deepStrictEqual(yield* from, [sharedSender.address, undefined])
    })
  )
})
