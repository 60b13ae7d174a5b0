import { generateKeyPairSync } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createTransport } from "nodemailer"
import { authenticateMail } from "../../../channels/email/authenticateMail.ts"
import { SmtpListener } from "../../../channels/email/SmtpListener.ts"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { MailAuthentication } from "../../../src/domain/MailAuthentication.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { mailToken, tokenLocalPart } from "../../../src/domain/ReplyAddress.ts"
import { DnsResolver } from "../../../src/runtime/DnsResolver.ts"
import { Database } from "../../../src/sql/Database.ts"
import { DnsServer, publish, resolver } from "../../support/DnsServer.ts"
import { inboundDomain, mailBrand, layer as mailSite, rowsOf, ticketsOf } from "../../support/MailSite.ts"
import { message } from "../../support/message.ts"
import { SmtpClient } from "../../support/SmtpClient.ts"

/** Where the domains of these tests send from, and an address that none of them has declared. */
const [own, elsewhere] = ["203.0.113.5", "198.51.100.9"]

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "der" }
})

const text = (...strings: ReadonlyArray<string>) => ({ type: "TXT", strings }) as const

/** Publishes the records about a domain's mail. */
const domain = Effect.fnUntraced(function* (name: string, policy: "none" | "quarantine" | "reject" | undefined) {
  const { zone } = yield* DnsServer
  const key = publicKey.toString("base64")
  publish(zone, name, text(`v=spf1 ip4:${own} -all`))
  publish(zone, `mail._domainkey.${name}`, text("v=DKIM1; k=rsa; p=", key.slice(0, 250), key.slice(250)))
  if (policy !== undefined) publish(zone, `_dmarc.${name}`, text(`v=DMARC1; p=${policy}`))
  return name
})

const signer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })

/** A mail signed by the domain of its sender. */
const signed = (from: string, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const { message: bytes } = await signer.sendMail({
      from,
      to: "support@acme.example",
      subject: "Signed",
      text: "Please correct the address.",
      headers,
      dkim: { domainName: from.split("@")[1] ?? "", keySelector: "mail", privateKey }
    })
    // With `buffer` set, the message is a Buffer.
    return (bytes as Buffer).toString("latin1")
  })

/** Delivers a mail submitted by a client at this address. */
const deliverFrom = Effect.fnUntraced(function* (ip: string, raw: string, to: string, from: string) {
  const { port } = yield* Effect.flatMap(SmtpListener, ({ address }) => address)
  return yield* Effect.promise(async () => {
    const smtp = await SmtpClient.connect(port, ip)
    const refused = (await smtp.envelope(from, to)).find((reply) => !reply.startsWith("250"))
    const reply = refused ?? (await smtp.data(raw))
    smtp.close()
    return reply
  })
})

const verdicts = Effect.fnUntraced(function* ({ brandId }: BrandScope) {
  const rows = yield* rowsOf("inbound_messages", brandId)
  return rows.map(({ envelope }) => (envelope as { authentication: MailAuthentication }).authentication)
})

const replyAddressOf = Effect.fnUntraced(function* (scope: BrandScope, ticketId: string) {
  const { system } = yield* Database
  const token = mailToken(crypto.getRandomValues(new Uint8Array(16)))
  yield* system`insert into reply_addresses (token, tenant_id, brand_id, ticket_id, participant)
    values (${token}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${ticketId}, 'x@y.example')`
  return `${tokenLocalPart("reply", token)}@${inboundDomain}`
}, Effect.orDie)

// The server is built once, for the resolver and the tests.
const dns = resolver.pipe(Layer.provide(DnsServer.layer))
const site = Layer.merge(mailSite({ dns, proxies: ["127.0.0.1"] }), dns).pipe(Layer.provideMerge(DnsServer.layer))

layer(site, { excludeTestServices: true })("The origin of a mail", (it) => {
  it.effect("is checked while the mail is parsed, and stored with it", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const sender = `ada@${yield* domain("proven.example", "reject")}`
      assert.match(yield* deliverFrom(own, yield* signed(sender), address, sender), /^250/)
      assert.deepStrictEqual(yield* verdicts(scope), [
        {
          spf: { result: "pass", domain: "proven.example" },
          dkim: [{ result: "pass", domain: "proven.example", selector: "mail", aligned: true }],
          dmarc: { result: "pass", domain: "proven.example", policy: "reject" },
          arc: { result: "none" }
        }
      ])
      assert.deepInclude((yield* ticketsOf(scope))[0], { is_spam: false })
    })
  )

  it.effect("does not require reading a body that is not signed", () =>
    Effect.gen(function* () {
      const from = `ada@${yield* domain("unsigned.example", "none")}`
      const { resolve } = yield* DnsResolver
      const origin = { clientAddress: own, clientName: "mail.example", returnPath: from, serverName: inboundDomain }
      const check = (header: string) =>
        Effect.tryPromise(() =>
          authenticateMail(Buffer.from(`${header}From: ${from}\r\n\r\n`), { path: "/nowhere" }, origin, resolve)
        )
      assert.deepStrictEqual(yield* check(""), {
        spf: { result: "pass", domain: "unsigned.example" },
        dkim: [],
        dmarc: { result: "pass", domain: "unsigned.example", policy: "none" },
        arc: { result: "none", sealer: undefined, dmarc: undefined }
      })
      for (const field of ["DKIM-Signature", "ARC-Seal", "ARC-Message-Signature"])
        assert.strictEqual((yield* Effect.exit(check(`${field}: v=1; a=rsa-sha256\r\n`)))._tag, "Failure", field)
    })
  )

  it.effect("is proved by the signature alone when the mail was forwarded", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const sender = `ada@${yield* domain("forwarded.example", "reject")}`
      yield* deliverFrom(elsewhere, yield* signed(sender), address, sender)
      const [found] = yield* verdicts(scope)
      assert.deepInclude(found, { dmarc: { result: "pass", domain: "forwarded.example", policy: "reject" } })
      assert.strictEqual(found?.spf.result, "fail")
    })
  )

  it.effect("makes mail that its domain disowns spam, which continues no conversation", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const sender = `ada@${yield* domain("strict.example", "quarantine")}`
      yield* deliverFrom(own, yield* signed(sender), address, sender)
      const [ticket] = yield* ticketsOf(scope)
      const replyAddress = yield* replyAddressOf(scope, ticket?.id ?? "")
      const forged = message({ from: sender, subject: "Please pay elsewhere" })
      assert.match(yield* deliverFrom(elsewhere, forged, replyAddress, sender), /^250/)
      const [untouched, spam] = yield* ticketsOf(scope)
      assert.strictEqual(untouched?.comment_count, 0)
      assert.deepInclude(spam, { is_spam: true, title: "Please pay elsewhere" })
      assert.strictEqual((yield* verdicts(scope))[1]?.dmarc.result, "fail")
    })
  )

  it.effect("is not doubted for a domain without a policy, or for mail through a mailbox of the brand", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { system } = yield* Database
      const lax = `ada@${yield* domain("lax.example", "none")}`
      const strict = `ada@${yield* domain("rewritten.example", "reject")}`
      const id = (yield* IdGenerator).next("address")
      yield* system`insert into addresses (id, tenant_id, brand_id, local_part, domain, kind)
        values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'help', 'acme.example', 'forwarded')`
      yield* deliverFrom(elsewhere, message({ from: lax }), address, lax)
      const headers = "Delivered-To: help@acme.example\r\n"
      yield* deliverFrom(elsewhere, message({ from: strict, headers }), address, strict)
      assert.deepStrictEqual(
        (yield* verdicts(scope)).map(({ dmarc }) => dmarc.result),
        ["fail", "fail"]
      )
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ is_spam }) => is_spam),
        [false, false]
      )
    })
  )

  it.effect("is not excused by an address of the brand whose mail comes here directly", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { system } = yield* Database
      const strict = `ada@${yield* domain("direct.example", "reject")}`
      const id = (yield* IdGenerator).next("address")
      yield* system`insert into addresses (id, tenant_id, brand_id, local_part, domain, kind)
        values (${uuidOf(id)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'help', 'mx.acme.example', 'domain')`
      const headers = "Delivered-To: help@mx.acme.example\r\n"
      yield* deliverFrom(elsewhere, message({ from: strict, headers }), address, strict)
      assert.deepInclude((yield* ticketsOf(scope))[0], { is_spam: true })
    })
  )

  it.effect("cannot be lost through a relay in our own network", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const sender = `ada@${yield* domain("relayed.example", "reject")}`
      for (const relay of ["127.0.0.1", "10.1.2.3", "192.168.1.9"]) {
        yield* deliverFrom(relay, message({ from: sender }), address, sender)
      }
      yield* deliverFrom("172.16.0.4", yield* signed(sender), address, sender)
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ is_spam }) => is_spam),
        [false, false, false, false]
      )
      assert.deepStrictEqual(
        (yield* verdicts(scope)).map(({ dmarc, spf }) => `${spf.result} ${dmarc.result}`),
        ["none none", "none none", "none none", "none pass"]
      )
    })
  )

  it.effect("refuses nothing when DNS does not help", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { zone } = yield* DnsServer
      for (const name of ["broken.example", "_dmarc.broken.example", "mail._domainkey.broken.example"])
        zone.set(name, "SERVFAIL")
      const sender = "ada@broken.example"
      assert.match(yield* deliverFrom(own, yield* signed(sender), address, sender), /^250/)
      const [found] = yield* verdicts(scope)
      assert.deepStrictEqual([found?.spf.result, found?.dmarc.result], ["temperror", "temperror"])
      assert.deepInclude((yield* ticketsOf(scope))[0], { is_spam: false })
    })
  )

  it.effect("is not checked for a mail with more signatures than anyone uses", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const headers = "DKIM-Signature: v=1; a=rsa-sha256; d=many.example; s=s; h=from; bh=x; b=x\r\n".repeat(500)
      assert.match(yield* deliverFrom(own, message({ headers }), address, "ines@north.example"), /^250/)
      assert.deepStrictEqual(
        (yield* verdicts(scope)).map(({ dmarc }) => dmarc.result),
        ["permerror"]
      )
    })
  )
})

layer(site, { excludeTestServices: true })("A team member who writes by mail", (it) => {
  const memberOf = Effect.fnUntraced(function* (scope: BrandScope, email: string) {
    const { system } = yield* Database
    yield* system`insert into members (id, account_id, email, first_name, last_name, role, status)
      values (${crypto.randomUUID()}, ${uuidOf(scope.tenant.accountId)}, ${email}, 'Lea', 'Kern', 'agent', 'active')`
  }, Effect.orDie)

  it.effect("answers as an agent when the mail is proved to be theirs, and otherwise as anyone", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const agent = `lea@${yield* domain("team.example", "none")}`
      yield* memberOf(scope, agent)
      const id = "question@north.example"
      yield* deliverFrom(own, message({ id }), address, "ines@north.example")
      const [ticket] = yield* ticketsOf(scope)
      const replyAddress = yield* replyAddressOf(scope, ticket?.id ?? "")
      yield* deliverFrom(own, yield* signed(agent), replyAddress, agent)
      yield* deliverFrom(elsewhere, message({ from: agent, body: "Forged" }), replyAddress, agent)
      const [proven, forged] = yield* rowsOf("comments", scope.brandId)
      assert.deepInclude(proven, { author_type: "AGENT", author_name: "Lea Kern" })
      assert.deepInclude(forged, { author_type: "CUSTOMER" })
      assert.deepInclude(forged?.["source_data"], { authorVerified: false })
      const drafts = yield* (yield* Database).system`
        select kind, comment_id from outgoing_mail where ticket_id = ${ticket?.id}`
      assert.deepStrictEqual(drafts, [{ kind: "reply", comment_id: proven?.["id"] }])
    })
  )

  it.effect(
    "is treated as anyone, with marked comments and no access by ticket number, if nothing proves their address",
    () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const agent = "lea@undeclared.example"
        yield* memberOf(scope, agent)
        yield* deliverFrom(own, message({ id: "undeclared@north.example" }), address, "ines@north.example")
        const [ticket] = yield* ticketsOf(scope)
        const answer = (to: string, subject: string) =>
          deliverFrom(
            elsewhere,
            message({ from: agent, subject, headers: "Cc: Eve <eve@elsewhere.example>\r\n" }),
            to,
            agent
          )
        const { system } = yield* Database
        const [named] = yield* system<{ tag: string }>`select b.ticket_prefix || '-' || t.number as tag
          from tickets t join brands b on b.id = t.brand_id where t.id = ${ticket?.id}`
        yield* answer(address, `Re: [${named?.tag}] Invoice`)
        assert.lengthOf(yield* ticketsOf(scope), 2)
        yield* answer(yield* replyAddressOf(scope, ticket?.id ?? ""), "Re: Invoice")
        const [comment] = yield* rowsOf("comments", scope.brandId)
        assert.deepInclude(comment, { author_type: "CUSTOMER" })
        assert.deepInclude(comment?.["source_data"], { authorVerified: false })
        const [asked] = yield* system`select participants from tickets where id = ${ticket?.id}`
        assert.notInclude(JSON.stringify(asked), "eve@elsewhere.example")
      })
  )

  it.effect("has answered the customer if their mail went to the customer too, who gets it once", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const agent = `lea@${yield* domain("copying.example", "none")}`
      yield* memberOf(scope, agent)
      yield* deliverFrom(own, message({ id: "copied@north.example" }), address, "ines@north.example")
      const [ticket] = yield* ticketsOf(scope)
      const replyAddress = yield* replyAddressOf(scope, ticket?.id ?? "")
      yield* deliverFrom(own, yield* signed(agent, { Cc: "Ines Roth <Ines@north.example>" }), replyAddress, agent)
      assert.deepInclude((yield* rowsOf("comments", scope.brandId))[0], { author_type: "AGENT" })
      const { system } = yield* Database
      assert.lengthOf(yield* system`select from outgoing_mail where ticket_id = ${ticket?.id}`, 0)
    })
  )

  it.effect("is not recognized by any field but From, whatever is proved about that field", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const { system } = yield* Database
      const team = yield* domain("fields.example", "none")
      const stranger = yield* domain("stranger.example", "reject")
      const agent = `lea@${team}`
      yield* memberOf(scope, agent)
      yield* system`update brands set contact_form_senders = ${[`form@${team}`]} where id = ${uuidOf(scope.brandId)}`
      yield* deliverFrom(own, message({ id: "fields@north.example" }), address, "ines@north.example")
      const [ticket] = yield* ticketsOf(scope)
      const replyAddress = yield* replyAddressOf(scope, ticket?.id ?? "")
      const mails = [
        // An address that is not a person's, and then the supposed sender.
        [`"no one"@${stranger}`, `Sender: ${agent}`, stranger],
        // A contact form of the brand, which anyone can fill in.
        [`form@${team}`, `Reply-To: ${agent}`, team]
      ] as const
      for (const [from, header, name] of mails)
        assert.match(
          yield* deliverFrom(own, message({ from, headers: `${header}\r\n` }), replyAddress, `post@${name}`),
          /^250/
        )
      assert.deepStrictEqual(
        (yield* verdicts(scope)).slice(1).map(({ dmarc }) => [dmarc.result, dmarc.domain]),
        [
          ["pass", stranger],
          ["pass", team]
        ]
      )
      const comments = yield* rowsOf("comments", scope.brandId)
      assert.deepStrictEqual(
        comments.map(({ author_type }) => author_type),
        ["CUSTOMER", "CUSTOMER"]
      )
      assert.deepStrictEqual(yield* system`select kind from outgoing_mail where ticket_id = ${ticket?.id}`, [])
    })
  )
})

const relayAddress = "198.51.100.70"
const pinned = "mx.acme.example"
const relayed = mailSite({
  dns,
  proxies: ["127.0.0.1"],
  relays: { networks: ["198.51.100.64/28"], authservId: pinned }
}).pipe(Layer.provideMerge(DnsServer.layer))

layer(relayed, { excludeTestServices: true })("Behind a trusted relay", (it) => {
  const results = (name: string, dmarc: string) =>
    `Authentication-Results: ${pinned}; spf=${dmarc} smtp.mailfrom=${name}; dmarc=${dmarc} header.from=${name}\r\n`

  it.effect("the relay's own results count, and those under other names do not", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const name = yield* domain("behind.example", "reject")
      const sender = `ada@${name}`
      const others = results(name, "pass").replace(pinned, "mx.elsewhere.example")
      for (const headers of [results(name, "pass"), results(name, "fail"), others, `${others}${results(name, "fail")}`])
        yield* deliverFrom(relayAddress, message({ from: sender, headers }), address, sender)
      assert.deepStrictEqual(
        (yield* verdicts(scope)).map(({ dmarc, relay, spf }) => [
          spf.result,
          dmarc.result,
          dmarc.policy,
          relay?.authservId
        ]),
        [
          ["pass", "pass", "reject", pinned],
          ["fail", "fail", "reject", pinned],
          ["none", "none", "reject", pinned],
          ["fail", "fail", "reject", pinned]
        ]
      )
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ is_spam }) => is_spam),
        [false, true, false, true]
      )
    })
  )

  it.effect("the same results from anywhere else count for nothing", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const name = yield* domain("forged.example", "reject")
      const headers = `${results(name, "pass")}X-Spam-Flag: YES\r\n`
      for (const client of [elsewhere, "10.0.0.9"])
        yield* deliverFrom(client, message({ from: `ada@${name}`, headers }), address, `ada@${name}`)
      assert.deepStrictEqual(
        (yield* verdicts(scope)).map(({ dmarc, relay }) => [dmarc.result, relay]),
        [
          ["fail", undefined],
          ["none", undefined]
        ]
      )
      // The machine in our network has not identified itself, so nothing is held against what it passes on.
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ is_spam }) => is_spam),
        [true, false]
      )
    })
  )

  it.effect(
    "mail that the relay considers spam opens a spam ticket, and a reply to one of our mails stays a reply",
    () =>
      Effect.gen(function* () {
        const { address, scope } = yield* mailBrand
        const headers = "X-Spam-Flag: YES\r\n"
        yield* deliverFrom(relayAddress, message({ headers }), address, "ines@north.example")
        yield* deliverFrom(relayAddress, message({ id: "first@north.example" }), address, "ines@north.example")
        const [spam, ticket] = yield* ticketsOf(scope)
        assert.deepStrictEqual([spam?.is_spam, ticket?.is_spam], [true, false])
        assert.deepStrictEqual((yield* rowsOf("inbound_messages", scope.brandId))[0]?.["flags"], ["relay_spam"])
        yield* deliverFrom(
          relayAddress,
          message({ headers, body: "My answer" }),
          yield* replyAddressOf(scope, ticket?.id ?? ""),
          "ines@north.example"
        )
        assert.strictEqual((yield* rowsOf("comments", scope.brandId))[0]?.["body"], "My answer")
      })
  )
})

layer(relayed, { excludeTestServices: true })("A brand that wants spam refused", (it) => {
  const rejecting = Effect.gen(function* () {
    const brand = yield* mailBrand
    yield* (yield* Database).system`update brands set inbound_spam = 'reject' where id = ${uuidOf(brand.scope.brandId)}`
    return brand
  })

  it.effect(
    "has it refused during the session, unless it replies to a mail of the brand or another brand accepts it",
    () =>
      Effect.gen(function* () {
        const { address, scope } = yield* rejecting
        const sender = `ada@${yield* domain("refused.example", "reject")}`
        const forged = message({ from: sender })
        assert.match(yield* deliverFrom(elsewhere, forged, address, sender), /^554 5\.6\.0 .*spam/)
        const called = message({ headers: "X-Spam-Flag: YES\r\n" })
        assert.match(yield* deliverFrom(relayAddress, called, address, "ines@north.example"), /^554/)
        assert.deepStrictEqual(yield* ticketsOf(scope), [])
        assert.deepStrictEqual(yield* rowsOf("inbound_messages", scope.brandId), [])

        yield* deliverFrom(own, yield* signed(sender), address, sender)
        const [ticket] = yield* ticketsOf(scope)
        const replyAddress = yield* replyAddressOf(scope, ticket?.id ?? "")
        const answer = message({ headers: "X-Spam-Flag: YES\r\n", body: "An answer" })
        assert.match(yield* deliverFrom(relayAddress, answer, replyAddress, "ines@north.example"), /^250/)
        assert.match(yield* deliverFrom(elsewhere, forged, replyAddress, sender), /^554/)
        assert.strictEqual((yield* ticketsOf(scope))[0]?.comment_count, 1)
      })
  )

  it.effect("gets it marked as spam if it is also for a brand that accepts it", () =>
    Effect.gen(function* () {
      const [strict, lenient] = [yield* rejecting, yield* mailBrand]
      const sender = `ada@${yield* domain("both.example", "reject")}`
      const { port } = yield* Effect.flatMap(SmtpListener, ({ address }) => address)
      const reply = yield* Effect.promise(async () => {
        const smtp = await SmtpClient.connect(port, elsewhere)
        await smtp.envelope(sender, strict.address, lenient.address)
        const answer = await smtp.data(message({ from: sender }))
        smtp.close()
        return answer
      })
      assert.match(reply, /^250/)
      for (const { scope } of [strict, lenient])
        assert.deepStrictEqual(
          (yield* ticketsOf(scope)).map(({ is_spam }) => is_spam),
          [true]
        )
    })
  )
})

layer(site, { excludeTestServices: true })("A contact form known to the brand", (it) => {
  it.effect("writes in the name of whoever filled it in, and no other mail does", () =>
    Effect.gen(function* () {
      const { address, scope } = yield* mailBrand
      const form = `form@${yield* domain("shop.example", "reject")}`
      yield* (yield* Database)
        .system`update brands set contact_form_senders = ${[form]} where id = ${uuidOf(scope.brandId)}`
      const headers = { "Reply-To": "Ines Roth <ines@north.example>" }
      yield* deliverFrom(own, yield* signed(form, headers), address, form)
      yield* deliverFrom(elsewhere, message({ from: form, headers: "Reply-To: eve@evil.example\r\n" }), address, form)
      yield* deliverFrom(
        own,
        message({ from: "pat@north.example", headers: "Reply-To: eve@evil.example\r\n" }),
        address,
        "pat@north.example"
      )
      assert.deepStrictEqual(
        (yield* ticketsOf(scope)).map(({ customer_email, customer_name, is_spam }) => [
          customer_email,
          customer_name,
          is_spam
        ]),
        [
          ["ines@north.example", "Ines Roth", false],
          [form, null, true],
          ["pat@north.example", null, false]
        ]
      )
    })
  )
})
