import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { loadMailauth } from "../../../channels/email/loadMailauth.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { DnsResolver } from "../../../src/runtime/DnsResolver.ts"
import { Database } from "../../../src/sql/Database.ts"
import { EmailDomains } from "../../../src/tickets/addresses/EmailDomains.ts"
import { SupportAddresses } from "../../../src/tickets/addresses/SupportAddresses.ts"
import { type DkimKey, Senders } from "../../../src/tickets/outbound/Senders.ts"
import { resolver } from "../../support/DnsServer.ts"
import {
  domainIn,
  domainServices,
  inboundDomain,
  publishFor,
  sharedSender,
  verifiedIn
} from "../../support/domainServices.ts"
import { byKey } from "../../support/seedTenant.ts"
import { fresh, freshBrand } from "../../support/ticketService.ts"

const site = Layer.provideMerge(resolver, domainServices)

layer(site, { excludeTestServices: true })("SqlSenders", (it) => {
  /** A mail as nodemailer signs it. */
  const signed = ({ domain, privateKey, selector }: DkimKey, from: string) =>
    Effect.promise(async () => {
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
      const dkim = { domainName: domain, keySelector: selector, privateKey: Redacted.value(privateKey) }
      const { message } = await transport.sendMail({ from, to: "ines@north.example", subject: "s", text: "t", dkim })
      return message as Buffer // with `buffer` set, it is one
    })

  it.effect("returns a key with which receivers verify who a mail is from", () =>
    Effect.gen(function* () {
      const { resolveFresh } = yield* DnsResolver
      const scope = yield* freshBrand
      const { domain, id } = yield* verifiedIn(scope, "OUTBOUND")
      yield* (yield* EmailDomains).update(scope, byKey, id, { fromEmail: `care@${domain}`, fromName: "Acme Care" })
      const sender = yield* Senders.use((senders) => senders.senderOf(scope, {}))
      assert.deepStrictEqual(sender.from, { name: "Acme Care", address: `care@${domain}` })
      assert.deepStrictEqual([sender.bounceDomain, sender.replyDomain], [`bounce.${domain}`, inboundDomain])
      const key = sender.dkim ?? assert.fail("unsigned")
      const mail = yield* signed(key, sender.from.address)
      const result = yield* Effect.promise(async () =>
        (await loadMailauth()).authenticate(mail, { resolver: resolveFresh, sender: "", ip: "127.0.0.1" })
      )
      const [signature] = result.dkim.results
      assert.deepInclude(signature, { signingDomain: domain, selector: "tl1" })
      assert.deepInclude(signature?.status, { result: "pass", aligned: domain })
      assert.strictEqual(result.dmarc === false ? undefined : result.dmarc.status.result, "pass")
    })
  )

  it.effect("directs bounces to the installation until the domain's return path leads here", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const domains = yield* EmailDomains
      const made = yield* domainIn(scope, "OUTBOUND", { fromEmail: undefined })
      yield* domains.update(scope, byKey, made.id, { fromEmail: `care@${made.domain}` })
      yield* publishFor(made, "ownership", "dkim")
      yield* domains.verify(scope, byKey, made.id)
      const before = yield* Senders.use((senders) => senders.senderOf(scope, {}))
      assert.deepStrictEqual([before.from.address, before.bounceDomain], [`care@${made.domain}`, inboundDomain])
      yield* publishFor(made, "bounce")
      yield* domains.verify(scope, byKey, made.id)
      const after = yield* Senders.use((senders) => senders.senderOf(scope, {}))
      assert.strictEqual(after.bounceDomain, `bounce.${made.domain}`)
    })
  )

  it.effect("lets replies come to the sender's own domain if its mail arrives here", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [domains, addresses] = [yield* EmailDomains, yield* SupportAddresses]
      const { domain } = yield* verifiedIn(scope, "OUTBOUND")
      const inbound = yield* fresh(domains.create(scope, byKey, { domain, type: "INBOUND" }))
      yield* publishFor(inbound)
      yield* domains.verify(scope, byKey, inbound.id)
      yield* addresses.create(scope, byKey, { address: `help@${domain}`, kind: "domain" })
      const sender = yield* Senders.use((senders) => senders.senderOf(scope, { writtenTo: `help+x@${domain}` }))
      assert.deepStrictEqual([sender.from.address, sender.replyDomain], [`help@${domain}`, domain])
    })
  )

  it.effect("knows no key of another brand's domain, or of an unverified one", () =>
    Effect.gen(function* () {
      const [scope, stranger] = [yield* freshBrand, yield* freshBrand]
      const { domain } = yield* verifiedIn(scope, "OUTBOUND")
      const signer = (who: typeof scope, address: string) => Senders.use((senders) => senders.signerOf(who, address))
      assert.strictEqual((yield* signer(scope, `Any@${domain.toUpperCase()}`))?.domain, domain)
      assert.isUndefined(yield* signer(stranger, `any@${domain}`))
      assert.isUndefined(yield* signer({ ...stranger, brandId: scope.brandId }, `any@${domain}`))
      assert.isUndefined(yield* signer(scope, `any@sub.${domain}`))
      const unverified = yield* domainIn(scope, "OUTBOUND")
      assert.isUndefined(yield* signer(scope, `any@${unverified.domain}`))
      const { from } = yield* Senders.use((senders) => senders.senderOf(stranger, { writtenTo: `any@${domain}` }))
      assert.strictEqual(from.address, sharedSender.address)
    })
  )

  it.effect("sends unsigned rather than not at all if a key was damaged", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const { domain, id } = yield* verifiedIn(scope, "OUTBOUND")
      yield* system`update email_domains set keys = jsonb_set(keys, '{0,sealed}', '"AAAA"') where id = ${uuidOf(id)}`
      yield* (yield* EmailDomains).update(scope, byKey, id, { fromEmail: `care@${domain}` })
      const sender = yield* Senders.use((senders) => senders.senderOf(scope, {}))
      assert.deepStrictEqual([sender.from.address, sender.dkim], [`care@${domain}`, undefined])
    })
  )
})
