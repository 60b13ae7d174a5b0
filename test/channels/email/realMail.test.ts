import { readdirSync, readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SmtpListener } from "../../../channels/email/SmtpListener.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { MailAuthentication } from "../../../src/domain/MailAuthentication.ts"
import { Database } from "../../../src/sql/Database.ts"
import { DnsServer, publish, resolver } from "../../support/DnsServer.ts"
import { mailBrand, layer as mailSite, rowsOf, type StoredTicket, ticketsOf } from "../../support/MailSite.ts"
import { SmtpClient } from "../../support/SmtpClient.ts"

const folder = "test/fixtures/mail/ways"
const [relay, outside, home] = ["203.0.113.10", "198.51.100.9", "203.0.113.5"]

const dns = resolver.pipe(Layer.provide(DnsServer.layer))
const site = mailSite({
  dns,
  proxies: ["127.0.0.1"],
  relays: { networks: [relay], authservId: "mx.acme.example" }
}).pipe(Layer.provideMerge(DnsServer.layer))

/** The expected result of a mail that arrived this way. */
interface Way {
  /** The client that submits it, and its reverse path. */
  readonly client: string
  readonly from: string
  readonly ticket: Partial<StoredTicket>
  readonly participants?: ReadonlyArray<string>
  readonly suggests?: string
  readonly authentication: { readonly spf: string; readonly dmarc: string }
  readonly flags?: ReadonlyArray<string>
}

const person = { is_spam: false, is_automated: false }

const ways: Record<string, Way> = {
  "spam-forged-bank": {
    client: outside,
    from: "www-data@vps77.hosting.example",
    ticket: { is_spam: true, title: "🔒 Action required: verify your account", customer_email: "service@bank.example" },
    authentication: { spf: "none", dmarc: "fail" }
  },
  "spam-spamassassin": {
    client: relay,
    from: "bounce-77@deals.example",
    ticket: { is_spam: true, customer_email: "news@deals.example" },
    authentication: { spf: "pass", dmarc: "pass" },
    flags: ["relay_spam"]
  },
  "spam-rspamd": {
    client: relay,
    from: "ceo@prince.example",
    // The address for answers is outside the sender's domain, so it changes nothing.
    ticket: { is_spam: true, customer_email: "ceo@prince.example" },
    authentication: { spf: "softfail", dmarc: "none" },
    flags: ["relay_spam"]
  },
  "relay-opendmarc": {
    client: relay,
    from: "ines@behind.example",
    ticket: { ...person, customer_email: "ines@behind.example", title: "Delivery date" },
    authentication: { spf: "pass", dmarc: "pass" }
  },
  "forwarded-by-gmail": {
    client: outside,
    from: "help+caf_=acme=inbound.example@acme.example",
    ticket: { ...person, customer_email: "ines@strict.example" },
    participants: ["paul@south.example"],
    authentication: { spf: "fail", dmarc: "fail" }
  },
  "redirected-by-exchange": {
    client: outside,
    from: "ines@strict.example",
    ticket: { ...person, customer_email: "ines@strict.example", body: "It should be grün." },
    authentication: { spf: "fail", dmarc: "fail" }
  },
  "mailing-list-post": {
    client: outside,
    from: "users-bounces@lists.west.example",
    ticket: { is_spam: false, is_automated: true, customer_email: "users@lists.west.example" },
    participants: [],
    authentication: { spf: "none", dmarc: "none" }
  },
  "forward-by-agent-outlook": {
    client: home,
    from: "lea@acme.example",
    ticket: { ...person, customer_email: "lea@acme.example" },
    suggests: "pat@south.example",
    authentication: { spf: "pass", dmarc: "pass" }
  },
  "forward-by-customer-gmail": {
    client: home,
    from: "ines@strict.example",
    // No one reads no-reply@, so no one is suggested.
    ticket: { ...person, customer_email: "ines@strict.example" },
    authentication: { spf: "pass", dmarc: "pass" }
  }
}

/** Replies to what another fixture created. */
const answers: Record<string, { readonly to: string; readonly from: string; readonly visible: string }> = {
  "outlook-mobile-without-references": {
    to: "redirected-by-exchange",
    from: "ines@strict.example",
    visible: "Or blue."
  }
}

const text = (...strings: ReadonlyArray<string>) => ({ type: "TXT", strings }) as const

/** Domains that publish where their mail comes from and how to treat other mail, and a brand with an external mailbox. */
const makeWorld = Effect.gen(function* () {
  const { zone } = yield* DnsServer
  for (const name of ["bank.example", "behind.example", "strict.example", "acme.example"])
    publish(zone, `_dmarc.${name}`, text("v=DMARC1; p=reject"))
  for (const name of ["strict.example", "acme.example"]) publish(zone, name, text(`v=spf1 ip4:${home} -all`))
  const brand = yield* mailBrand
  const { system } = yield* Database
  const id = (yield* IdGenerator).next("address")
  yield* system`insert into addresses (id, tenant_id, brand_id, local_part, domain, kind)
    values (${uuidOf(id)}, ${brand.scope.tenant.id}, ${uuidOf(brand.scope.brandId)}, 'help', 'acme.example', 'forwarded')`
  return brand
})

let made: Effect.Success<typeof makeWorld> | undefined
/** Created once, because the external mailbox belongs to one brand. */
const world = Effect.gen(function* () {
  made ??= yield* makeWorld
  return made
})

const hand = Effect.fnUntraced(function* (name: string, client: string, from: string, to: string) {
  const { port } = yield* Effect.flatMap(SmtpListener, ({ address }) => address)
  const reply = yield* Effect.promise(async () => {
    const smtp = await SmtpClient.connect(port, client)
    await smtp.envelope(from, to)
    const said = await smtp.data(readFileSync(`${folder}/${name}.eml`))
    smtp.close()
    return said
  })
  assert.match(reply, /^250/, name)
})

layer(site, { excludeTestServices: true })("Mail as it arrives in the real world", (it) => {
  it.effect("has a test for every fixture", () =>
    Effect.sync(() =>
      assert.sameMembers(
        readdirSync(folder).map((name) => name.replace(".eml", "")),
        [...Object.keys(ways), ...Object.keys(answers)]
      )
    )
  )

  for (const [name, way] of Object.entries(ways))
    it.effect(`has the expected result: ${name}`, () =>
      Effect.gen(function* () {
        const { address, scope } = yield* world
        const before = (yield* ticketsOf(scope)).length
        yield* hand(name, way.client, way.from, address)
        const [ticket, ...others] = (yield* ticketsOf(scope)).slice(before)
        assert.deepStrictEqual(others, [])
        assert.deepInclude(ticket, way.ticket)
        assert.deepStrictEqual(
          (ticket?.participants ?? []).map(({ email }) => email),
          way.participants ?? []
        )
        assert.strictEqual(
          (ticket?.source_data["suggestedCustomer"] as { email: string } | undefined)?.email,
          way.suggests
        )
        const row = (yield* rowsOf("inbound_messages", scope.brandId)).at(-1)
        const { authentication } = (row ?? assert.fail("not logged"))["envelope"] as {
          authentication: MailAuthentication
        }
        assert.deepStrictEqual(
          { spf: authentication.spf.result, dmarc: authentication.dmarc.result },
          way.authentication
        )
        assert.deepStrictEqual(row?.["flags"], way.flags ?? [])
      })
    )

  for (const [name, { from, to, visible }] of Object.entries(answers))
    it.effect(`finds what it replies to: ${name}`, () =>
      Effect.gen(function* () {
        const { address, scope } = yield* world
        yield* hand(to, home, from, address)
        const before = (yield* ticketsOf(scope)).length
        yield* hand(name, home, from, address)
        assert.lengthOf(yield* ticketsOf(scope), before)
        assert.strictEqual((yield* rowsOf("comments", scope.brandId)).at(-1)?.["body"], visible)
      })
    )
})
