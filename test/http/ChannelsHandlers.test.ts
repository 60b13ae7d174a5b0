import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import {
  askBrand as ask,
  assertConfiguredByAdmins,
  assertForeignBrand,
  assertOnce,
  auditOf,
  refusal
} from "../support/configuring.ts"
import { DnsServer, publish, resolver, zoneRecordOf } from "../support/DnsServer.ts"
import { assertForeign, neighbour } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

const inbound = "inbound.example"

const world = site({ dns: resolver.pipe(Layer.provide(DnsServer.layer)) })
const unknown = { address: "adr_01m893khb3f5bbmdqn6zazb1ra", domain: "dom_01m893khb3f5bbmdqn6zazb1ra" }

layer(world.pipe(Layer.provideMerge(DnsServer.layer)), { excludeTestServices: true })("Channels over HTTP", (it) => {
  /** A unique name. */
  const fresh = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}`

  const added = Effect.fnUntraced(function* (body: object) {
    const answer = yield* ask("POST", "/addresses", { body })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer
  })
  const addedDomain = Effect.fnUntraced(function* (type: string, more: object = {}) {
    const domain = `${fresh("acme")}.example`
    const answer = yield* ask("POST", "/domains", { body: { domain, type, ...more } })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer
  })
  /** Publishes the DNS records that a domain needs. */
  const published = Effect.fnUntraced(function* (
    records: ReadonlyArray<{ name: string; type: string; value: string; purpose: string }>,
    ...purposes: ReadonlyArray<string>
  ) {
    const { zone } = yield* DnsServer
    for (const record of records)
      if (purposes.length === 0 || purposes.includes(record.purpose)) publish(zone, record.name, zoneRecordOf(record))
  })
  const verifiedDomain = Effect.fnUntraced(function* (type: string, more: object = {}) {
    const { json } = yield* addedDomain(type, more)
    yield* published(json.records)
    const checked = yield* ask("POST", `/domains/${json.id}/verify`)
    assert.strictEqual(checked.json.verified, true, checked.text)
    return (yield* ask("GET", `/domains/${json.id}`)).json
  })
  /** Codes mailed to an address by the test brand, newest first. */
  const codesTo = Effect.fnUntraced(function* (address: string) {
    const { ask } = yield* HttpSite
    const { test } = yield* Installation
    const { json } = yield* ask("GET", `/v1/test/outbox?to=${address}`, { key: test.key })
    return json.data.map(({ text }: { text: string }) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "none") as Array<string>
  })
  const askTest = Effect.fnUntraced(function* (method: string, path: string, body?: object) {
    const { ask } = yield* HttpSite
    const { test } = yield* Installation
    return yield* ask(method, `/v1/brands/${test.brand.id}${path}`, { key: test.key, body })
  })

  it.effect("a brand has an address with its id and one with its slug from the start", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const name = fresh("Fresh")
      const { json: brand } = yield* anywhere("POST", "/v1/brands", { body: { name } })
      const { json } = yield* anywhere("GET", `/v1/brands/${brand.id}/addresses`)
      assert.deepStrictEqual(
        json.map(({ address, isPrimary, kind, verified }: Record<string, unknown>) => [
          address,
          kind,
          verified,
          isPrimary
        ]),
        [
          [brand.inboundEmail, "system", true, true],
          [`${brand.slug}@${inbound}`, "alias", true, false]
        ]
      )
      assert.deepStrictEqual((yield* anywhere("GET", `/v1/brands/${brand.id}/domains`)).json, [])
    })
  )

  it.effect("aliases are added, read, changed and removed", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const name = fresh("help")
      const made = yield* added({
        address: ` ${name.toUpperCase()}@Inbound.example `,
        kind: "alias",
        fromName: " Help "
      })
      assert.deepInclude(made.json, {
        address: `${name}@${inbound}`,
        kind: "alias",
        verified: true,
        isPrimary: false,
        fromName: "Help"
      })
      assert.strictEqual((yield* anywhere("GET", made.headers.get("location") ?? "")).text, made.text)
      const path = `/addresses/${made.json.id}`
      const changed = yield* ask("PATCH", path, { body: { fromName: null } })
      assert.notProperty(changed.json, "fromName")
      assert.strictEqual(
        (yield* ask("PATCH", path, { body: { address: made.json.address, kind: "alias" } })).status,
        200
      )
      assert.deepStrictEqual((yield* ask("DELETE", path)).json, { success: true })
      for (const method of ["GET", "PATCH", "DELETE"]) assert.strictEqual((yield* ask(method, path)).status, 404)
      assert.deepStrictEqual(
        (yield* auditOf(made.json.id)).map(({ event, metadata }) => [event, metadata?.["address"]]),
        ["address.created", "address.updated", "address.deleted"].map((event) => [event, `${name}@${inbound}`])
      )
    })
  )

  it.effect("one address is primary: that can change, and falls back to the brand's own address", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { brandId } = yield* neighbour
      const path = `/v1/brands/${brandId}/addresses`
      const primaries = Effect.map(anywhere("GET", path), ({ json }) =>
        json
          .filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary)
          .map(({ kind, id }: Record<string, string>) => `${kind} ${id}`)
      )
      const [system] = (yield* anywhere("GET", path)).json
      const make = (isPrimary: boolean) =>
        Effect.map(
          anywhere("POST", path, { body: { address: `${fresh("p")}@${inbound}`, kind: "alias", isPrimary } }),
          ({ json }) => json
        )
      const [one, two] = [yield* make(true), yield* make(false)]
      assert.deepStrictEqual(yield* primaries, [`alias ${one.id}`])
      yield* anywhere("PATCH", `${path}/${two.id}`, { body: { isPrimary: true } })
      assert.deepStrictEqual(yield* primaries, [`alias ${two.id}`])
      yield* anywhere("PATCH", `${path}/${two.id}`, { body: { isPrimary: false } })
      assert.deepStrictEqual(yield* primaries, [`system ${system.id}`])
      yield* anywhere("PATCH", `${path}/${one.id}`, { body: { isPrimary: true } })
      yield* anywhere("DELETE", `${path}/${one.id}`)
      assert.deepStrictEqual(yield* primaries, [`system ${system.id}`])
      const refused = yield* anywhere("PATCH", `${path}/${system.id}`, { body: { isPrimary: false } })
      assert.deepStrictEqual(refusal(refused), [400, "validation_failed", "isPrimary not_allowed"])
    })
  )

  it.effect("the address with the brand's id cannot be removed", () =>
    Effect.gen(function* () {
      const [system] = (yield* ask("GET", "/addresses")).json
      const refused = yield* ask("DELETE", `/addresses/${system.id}`)
      assert.include(refused.json, { status: 409, code: "invalid_state", state: "system" })
      const renamed = yield* ask("PATCH", `/addresses/${system.id}`, { body: { fromName: "Acme Care" } })
      assert.strictEqual(renamed.json.fromName, "Acme Care")
    })
  )

  it.effect("addresses belong to one brand of the installation", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { brandId } = yield* neighbour
      const { test } = yield* Installation
      const body = { address: `${fresh("mine")}@${inbound}`, kind: "alias" }
      yield* added(body)
      for (const attempt of [
        yield* ask("POST", "/addresses", { body }),
        yield* anywhere("POST", `/v1/brands/${brandId}/addresses`, { body }),
        yield* anywhere("POST", `/v1/brands/${test.brand.id}/addresses`, { key: test.key, body })
      ])
        assert.deepStrictEqual(refusal(attempt), [409, "already_exists", "address"])
    })
  )

  it.effect("an external mailbox that no one verified within a day can be claimed by another brand", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { system: sql } = yield* Database
      const { test } = yield* Installation
      const body = { address: `${fresh("squatted")}@north.example`, kind: "forwarded" }
      const squatter = (yield* added(body)).json
      const take = anywhere("POST", `/v1/brands/${test.brand.id}/addresses`, { key: test.key, body })
      assert.deepStrictEqual(refusal(yield* take), [409, "already_exists", "address"])
      yield* sql`update addresses set created_at = now() - interval '25 hours' where id = ${uuidOf(squatter.id)}`
      assert.strictEqual((yield* take).status, 201)
      assert.strictEqual((yield* ask("GET", `/addresses/${squatter.id}`)).status, 404)
      assert.deepStrictEqual(
        (yield* auditOf(squatter.id)).map(({ event }) => event),
        ["address.created", "address.released"]
      )
    })
  )

  it.effect("addresses that would impersonate someone else are refused", () =>
    Effect.gen(function* () {
      const token = "0123456789abcdefghjkmnpqrs"
      for (const [address, kind] of [
        [`postmaster@${inbound}`, "alias"],
        [`admin@${inbound}`, "alias"],
        [`br_01m893khb3f5bbmdqn6zazb1ra@${inbound}`, "alias"],
        [`r.${token}@${inbound}`, "alias"],
        [`b.${token}@${inbound}`, "alias"],
        [`acme+urgent@${inbound}`, "alias"],
        [`acme%north.example@${inbound}`, "alias"],
        ["help@north.example", "alias"],
        [`help@${inbound}`, "forwarded"],
        [`help@sub.${inbound}`, "forwarded"],
        ["help@nobodys.example", "domain"]
      ]) {
        const refused = yield* ask("POST", "/addresses", { body: { address, kind } })
        assert.deepStrictEqual(refusal(refused), [400, "validation_failed", "address not_allowed"], address)
      }
      for (const [body, field] of [
        [{ kind: "alias" }, "address"],
        [{ address: "help", kind: "alias" }, "address"],
        [{ address: "Help <help@north.example>", kind: "forwarded" }, "address"],
        [{ address: "help@north.example", kind: "system" }, "kind"],
        [{ address: "help@north.example" }, "kind"],
        [{ address: "help@north.example", kind: "forwarded", fromName: "a\nb" }, "fromName"],
        [{ address: "help@north.example", kind: "forwarded", isPrimary: null }, "isPrimary"]
      ] as const) {
        const { json, status } = yield* ask("POST", "/addresses", { body })
        assert.deepStrictEqual([status, json.errors?.[0].field], [400, field], JSON.stringify(body))
      }
    })
  )

  it.effect("the type of an address cannot be changed", () =>
    Effect.gen(function* () {
      const { json } = yield* added({ address: `${fresh("fixed")}@${inbound}`, kind: "alias" })
      for (const [field, value] of Object.entries({ address: "x@north.example", kind: "forwarded" })) {
        const refused = yield* ask("PATCH", `/addresses/${json.id}`, { body: { [field]: value } })
        assert.deepStrictEqual(refusal(refused), [400, "validation_failed", `${field} not_allowed`])
      }
    })
  )

  it.effect("an external mailbox is verified by a code mailed to it", () =>
    Effect.gen(function* () {
      const address = `${fresh("support")}@north.example`
      const made = yield* askTest("POST", "/addresses", { address, kind: "forwarded" })
      assert.strictEqual(made.json.verified, false, made.text)
      const path = `/addresses/${made.json.id}/verify`
      assert.deepStrictEqual((yield* askTest("POST", path)).json, { verified: false })
      assert.deepStrictEqual((yield* askTest("POST", path)).json, { verified: false })
      const [newest = "", older = ""] = yield* codesTo(address)
      assert.match(newest, /^\d{6}$/)
      if (older !== newest)
        assert.deepStrictEqual((yield* askTest("POST", path, { code: older })).json, { verified: false })
      assert.deepStrictEqual((yield* askTest("POST", path, { code: ` ${newest} ` })).json, { verified: true })
      assert.strictEqual((yield* askTest("GET", `/addresses/${made.json.id}`)).json.verified, true)
      // Once it is verified, no more mail is sent.
      assert.deepStrictEqual((yield* askTest("POST", path)).json, { verified: true })
      assert.lengthOf(yield* codesTo(address), 2)
      assert.deepStrictEqual(
        (yield* auditOf(made.json.id)).map(({ event }) => event),
        ["address.created", "address.verified"]
      )
    })
  )

  it.effect("a code allows five tries within 15 minutes, and is not readable in the database", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const address = `${fresh("support")}@north.example`
      const { json } = yield* askTest("POST", "/addresses", { address, kind: "forwarded" })
      const path = `/addresses/${json.id}/verify`
      yield* askTest("POST", path)
      const [code = ""] = yield* codesTo(address)
      const wrong = code === "000000" ? "000001" : "000000"
      const rows = yield* sql`select a::text || m::text as text from addresses a, outgoing_mail m
        where a.id = ${uuidOf(json.id)} and m.recipient = ${address}`
      assert.isAbove(rows.length, 0)
      assert.notInclude(JSON.stringify(rows), code)
      for (let n = 0; n < 5; n++) yield* askTest("POST", path, { code: wrong })
      assert.deepStrictEqual((yield* askTest("POST", path, { code })).json, { verified: false })
      yield* askTest("POST", path)
      const [second = ""] = yield* codesTo(address)
      yield* sql`update addresses set code_expires_at = now() - interval '1 second' where id = ${uuidOf(json.id)}`
      assert.deepStrictEqual((yield* askTest("POST", path, { code: second })).json, { verified: false })
      yield* askTest("POST", path)
      const [third = ""] = yield* codesTo(address)
      assert.deepStrictEqual((yield* askTest("POST", path, { code: third })).json, { verified: true })
      const refused = yield* askTest("POST", path, { code: "12345" })
      assert.deepStrictEqual(refusal(refused), [400, "validation_failed", "code format"])
    })
  )

  it.effect("concurrent guesses count like sequential ones", () =>
    Effect.gen(function* () {
      const address = `${fresh("guessed")}@north.example`
      const { json } = yield* askTest("POST", "/addresses", { address, kind: "forwarded" })
      const path = `/addresses/${json.id}/verify`
      yield* askTest("POST", path)
      const [code = ""] = yield* codesTo(address)
      const wrong = code === "000000" ? "000001" : "000000"
      const tries = Array.from({ length: 12 }, () => askTest("POST", path, { code: wrong }))
      yield* Effect.all(tries, { concurrency: "unbounded" })
      assert.deepStrictEqual((yield* askTest("POST", path, { code })).json, { verified: false })
    })
  )

  it.effect("two brands that claim an address or domain at the same time do not both get it", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { live, test } = yield* Installation
      const both = (path: string, body: object) =>
        Effect.map(
          Effect.all(
            [live, test].map(({ brand, key }) => anywhere("POST", `/v1/brands/${brand.id}${path}`, { key, body })),
            { concurrency: "unbounded" }
          ),
          (answers) => answers.map(({ status }) => status).sort()
        )
      for (let round = 0; round < 5; round++) {
        const name = fresh("raced")
        assert.deepStrictEqual(yield* both("/addresses", { address: `${name}@${inbound}`, kind: "alias" }), [201, 409])
        assert.deepStrictEqual(yield* both("/domains", { domain: `${name}.example`, type: "INBOUND" }), [201, 409])
      }
    })
  )

  it.effect("an address gets five codes an hour, whoever asks, even if it is removed and added again", () =>
    Effect.gen(function* () {
      const address = `${fresh("bombed")}@north.example`
      const statuses: Array<number> = []
      for (let n = 0; n < 6; n++) {
        const { json } = yield* askTest("POST", "/addresses", { address, kind: "forwarded" })
        statuses.push((yield* askTest("POST", `/addresses/${json.id}/verify`)).status)
        yield* askTest("DELETE", `/addresses/${json.id}`)
      }
      assert.deepStrictEqual(statuses, [200, 200, 200, 200, 200, 429])
      assert.lengthOf(yield* codesTo(address), 5)
    })
  )

  it.effect("a verified address sends a test mail as replies are sent, five an hour to one person", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { test } = yield* Installation
      const { json: address } = yield* askTest("POST", "/addresses", {
        address: `${fresh("tested")}@${inbound}`,
        kind: "alias",
        fromName: "Help"
      })
      const to = `${fresh("ada")}@north.example`
      const path = `/addresses/${address.id}/test`
      const sent = yield* askTest("POST", path, { to: ` ${to.toUpperCase()} ` })
      assert.deepStrictEqual([sent.status, sent.json.success], [202, true], sent.text)
      const outbox = yield* anywhere("GET", `/v1/test/outbox?to=${encodeURIComponent(to)}`, { key: test.key })
      assert.deepInclude(outbox.json.data[0], {
        id: sent.json.messageId,
        from: `Help <${address.address}>`,
        subject: `Test email from ${address.address}`
      })
      for (const wrong of ["ada", "15550100@sms.invalid"])
        assert.strictEqual((yield* askTest("POST", path, { to: wrong })).status, 400)
      const statuses: Array<number> = []
      for (let n = 0; n < 5; n++) statuses.push((yield* askTest("POST", path, { to })).status)
      assert.deepStrictEqual(statuses, [202, 202, 202, 202, 429])
      const { json: unproven } = yield* askTest("POST", "/addresses", {
        address: `${fresh("unproven")}@north.example`,
        kind: "forwarded"
      })
      const refused = yield* askTest("POST", `/addresses/${unproven.id}/test`, { to: `${fresh("eve")}@north.example` })
      assert.deepStrictEqual([refused.status, refused.json.code], [409, "channel_not_ready"])
      assert.include(refused.json.detail, "not verified")
    })
  )

  it.effect("a receiving domain needs a proof of ownership and an MX record", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const made = yield* addedDomain("INBOUND")
      const { domain, id, records } = made.json
      assert.deepInclude(made.json, {
        verified: false,
        replyMode: "MATCH",
        fromName: null,
        fromEmail: null,
        verifiedAt: null
      })
      const [ownership, mx] = records
      assert.lengthOf(records, 2)
      assert.deepInclude(ownership, {
        type: "TXT",
        name: `_trunkline.${domain}`,
        purpose: "ownership",
        status: "pending"
      })
      assert.deepStrictEqual(mx, {
        type: "MX",
        name: domain,
        value: inbound,
        priority: 10,
        purpose: "mx",
        status: "pending"
      })

      const first = (yield* ask("POST", `/domains/${id}/verify`)).json
      assert.deepInclude(first, { verified: false, records })
      assert.include(first.error, `_trunkline.${domain}`)

      yield* published(records, "ownership")
      publish(
        zone,
        domain,
        { type: "MX", priority: 1, host: "mx.elsewhere.example" },
        { type: "MX", priority: 10, host: inbound }
      )
      const second = (yield* ask("POST", `/domains/${id}/verify`)).json
      assert.strictEqual(second.verified, false)
      assert.deepInclude(second.records[0], { status: "verified", found: ownership.value })
      assert.deepInclude(second.records[1], { status: "failed", found: `1 mx.elsewhere.example, 10 ${inbound}` })

      zone.set(domain, [{ type: "MX", priority: 5, host: inbound.toUpperCase() }])
      const third = (yield* ask("POST", `/domains/${id}/verify`)).json
      assert.strictEqual(third.verified, true)
      assert.notProperty(third, "error")
      const shown = (yield* ask("GET", `/domains/${id}`)).json
      assert.strictEqual(shown.verified, true)
      assert.isString(shown.verifiedAt)
      assert.deepStrictEqual(shown.records, third.records)
    })
  )

  it.effect("MX records may name the hosts that receive mail for the installation's own domain", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      zone.set(inbound, [{ type: "MX", priority: 10, host: "mx1.operator.example" }])
      const { domain, id, records } = (yield* addedDomain("INBOUND")).json
      yield* published(records, "ownership")
      publish(zone, domain, { type: "MX", priority: 10, host: "mx1.operator.example" })
      assert.strictEqual((yield* ask("POST", `/domains/${id}/verify`)).json.verified, true)
      zone.delete(inbound)
    })
  )

  it.effect("addresses on a verified domain belong to the brand as long as the domain does", () =>
    Effect.gen(function* () {
      const { domain, id } = yield* verifiedDomain("INBOUND")
      const made = yield* added({ address: `support@${domain}`, kind: "domain" })
      assert.strictEqual(made.json.verified, true)
      yield* added({ address: `*@${domain}`, kind: "domain" })
      assert.strictEqual((yield* ask("DELETE", `/domains/${id}`)).status, 200)
      assert.strictEqual((yield* ask("GET", `/addresses/${made.json.id}`)).json.verified, false)
      const entry = (yield* ask("GET", "/channels")).json.find(({ id }: { id: string }) => id === made.json.id)
      assert.deepInclude(entry, { status: "error", lastError: "The domain of the address is not verified" })
    })
  )

  it.effect("a sending domain gets two keys, a return path and recommendations", () =>
    Effect.gen(function* () {
      const { domain, id, records } = (yield* addedDomain("OUTBOUND")).json
      assert.deepStrictEqual(
        records.map(({ name, purpose, type }: Record<string, string>) => `${purpose} ${type} ${name}`),
        [
          `ownership TXT _trunkline.${domain}`,
          `dkim TXT tl1._domainkey.${domain}`,
          `dkim TXT tl2._domainkey.${domain}`,
          `bounce CNAME bounce.${domain}`,
          `spf TXT ${domain}`,
          `dmarc TXT _dmarc.${domain}`
        ]
      )
      for (const { value } of records.filter(({ purpose }: Record<string, string>) => purpose === "dkim")) {
        const strings = [...value.matchAll(/"([^"]*)"/g)].map(([, text]) => text)
        assert.isAtLeast(strings.length, 2)
        for (const text of strings) assert.isAtMost(text.length, 255)
        assert.match(strings.join(""), /^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{392}$/)
      }
      yield* published(records, "ownership", "dkim")
      const checked = (yield* ask("POST", `/domains/${id}/verify`)).json
      assert.strictEqual(checked.verified, true, "advice is not needed")
      assert.deepStrictEqual(
        checked.records.map(({ status }: { status: string }) => status),
        ["verified", "verified", "verified", "pending", "pending", "pending"]
      )
      yield* published(records, "bounce", "spf", "dmarc")
      const whole = (yield* ask("POST", `/domains/${id}/verify`)).json
      assert.isTrue(
        whole.records.every(({ status }: { status: string }) => status === "verified"),
        JSON.stringify(whole)
      )
    })
  )

  it.effect("a key may be at another name, through a CNAME", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const { domain, id, records } = (yield* addedDomain("OUTBOUND")).json
      yield* published(records, "ownership")
      const [key] = records.filter(({ purpose }: Record<string, string>) => purpose === "dkim")
      publish(zone, key.name, { type: "CNAME", host: `keys.${domain}` })
      publish(zone, `keys.${domain}`, zoneRecordOf(key))
      assert.strictEqual((yield* ask("POST", `/domains/${id}/verify`)).json.verified, true)
    })
  )

  it.effect("private keys are in no response and not readable in the database", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const made = yield* addedDomain("OUTBOUND")
      const [row] = yield* sql<{ keys: ReadonlyArray<{ sealed: string }> }>`
        select keys from email_domains where id = ${uuidOf(made.json.id)}`
      for (const { sealed } of row?.keys ?? []) {
        const bytes = Buffer.from(sealed, "base64").toString("latin1")
        assert.isAbove(bytes.length, 1_000)
        assert.notInclude(bytes, "PRIVATE KEY")
        assert.notInclude(made.text, sealed.slice(0, 40))
      }
      assert.lengthOf(row?.keys ?? [], 2)
      assert.notInclude(made.text, "PRIVATE")
    })
  )

  it.effect("a brand's fromEmail must be on a verified sending domain of its own", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { brandId } = yield* neighbour
      const { domain } = yield* verifiedDomain("OUTBOUND")
      const fromEmail = `hello@${domain}`
      assert.strictEqual((yield* ask("PATCH", "", { body: { fromEmail } })).json.fromEmail, fromEmail)
      const elsewhere = yield* anywhere("PATCH", `/v1/brands/${brandId}`, { body: { fromEmail } })
      assert.deepStrictEqual(refusal(elsewhere), [400, "validation_failed", "fromEmail not_allowed"])
      const { json: unverified } = yield* addedDomain("OUTBOUND")
      const { json: inboundOnly } = yield* addedDomain("INBOUND")
      for (const refused of [unverified.domain, inboundOnly.domain, `sub.${domain}`, "north.example"]) {
        const answer = yield* ask("PATCH", "", { body: { fromEmail: `hello@${refused}` } })
        assert.deepStrictEqual(refusal(answer), [400, "validation_failed", "fromEmail not_allowed"], refused)
      }
      assert.strictEqual((yield* ask("PATCH", "", { body: { fromEmail: null } })).status, 200)
    })
  )

  it.effect("the first domain of a type becomes primary, unless that is declined", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { brandId } = yield* neighbour
      const primaries: Array<boolean> = []
      for (const [type, isPrimary] of [
        ["INBOUND", false],
        ["INBOUND", undefined],
        ["INBOUND", undefined],
        ["OUTBOUND", undefined]
      ] as const) {
        const body = { domain: `${fresh("first")}.example`, type, ...(isPrimary === undefined ? {} : { isPrimary }) }
        primaries.push((yield* anywhere("POST", `/v1/brands/${brandId}/domains`, { body })).json.isPrimary)
      }
      assert.deepStrictEqual(primaries, [false, true, false, true])
    })
  )

  it.effect("domains can be changed and removed", () =>
    Effect.gen(function* () {
      const { domain, id } = (yield* addedDomain("OUTBOUND", { isPrimary: false })).json
      const path = `/domains/${id}`
      const change = {
        fromEmail: `Hello@${domain.toUpperCase()}`,
        fromName: " Hello ",
        replyMode: "SINGLE",
        isPrimary: true
      }
      const changed = (yield* ask("PATCH", path, { body: change })).json
      assert.deepInclude(changed, {
        fromEmail: `hello@${domain}`,
        fromName: "Hello",
        replyMode: "SINGLE",
        isPrimary: true
      })
      assert.strictEqual((yield* ask("PATCH", path, { body: change })).json.updatedAt, changed.updatedAt)
      const cleared = (yield* ask("PATCH", path, { body: { fromEmail: null, fromName: null } })).json
      assert.deepInclude(cleared, { fromEmail: null, fromName: null })
      for (const [body, field] of [
        [{ fromEmail: "hello@north.example" }, "fromEmail"],
        [{ domain: "north.example" }, "domain"],
        [{ type: "INBOUND" }, "type"]
      ] as const)
        assert.deepStrictEqual(refusal(yield* ask("PATCH", path, { body })), [
          400,
          "validation_failed",
          `${field} not_allowed`
        ])
      const primaries = (yield* ask("GET", "/domains")).json.filter(
        ({ isPrimary, type }: { isPrimary: boolean; type: string }) => isPrimary && type === "OUTBOUND"
      )
      assert.deepStrictEqual(
        primaries.map(({ id }: { id: string }) => id),
        [id]
      )
      assert.deepStrictEqual((yield* ask("DELETE", path)).json, { success: true })
      for (const method of ["GET", "PATCH", "DELETE"]) assert.strictEqual((yield* ask(method, path)).status, 404)
      assert.strictEqual((yield* ask("POST", `${path}/verify`)).status, 404)
      assert.deepStrictEqual(
        (yield* auditOf(id)).map(({ event }) => event),
        ["domain.created", "domain.updated", "domain.updated", "domain.deleted"]
      )
      const { json: log } = yield* ask("GET", `/logs?entityId=${id}`)
      assert.strictEqual(log.data[0].entityId, id)
    })
  )

  it.effect("domains belong to one brand of the installation, until a week without a proof has passed", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { system: sql } = yield* Database
      const { test } = yield* Installation
      const { domain, id } = (yield* addedDomain("INBOUND")).json
      const take = (type: string) =>
        anywhere("POST", `/v1/brands/${test.brand.id}/domains`, { key: test.key, body: { domain, type } })
      for (const type of ["INBOUND", "OUTBOUND"])
        assert.deepStrictEqual(refusal(yield* take(type)), [409, "already_exists", "domain"])
      const twice = yield* ask("POST", "/domains", { body: { domain: domain.toUpperCase(), type: "INBOUND" } })
      assert.deepStrictEqual(refusal(twice), [409, "already_exists", "domain"])
      yield* sql`update email_domains set created_at = now() - interval '8 days' where id = ${uuidOf(id)}`
      assert.strictEqual((yield* take("OUTBOUND")).status, 201)
      assert.strictEqual((yield* ask("GET", `/domains/${id}`)).status, 404)
      assert.strictEqual((yield* auditOf(id)).at(-1)?.event, "domain.released")
    })
  )

  it.effect("what cannot be a brand's own domain is refused", () =>
    Effect.gen(function* () {
      for (const domain of [inbound, `desk.${inbound}`])
        assert.deepStrictEqual(refusal(yield* ask("POST", "/domains", { body: { domain, type: "INBOUND" } })), [
          400,
          "validation_failed",
          "domain not_allowed"
        ])
      for (const [body, field] of [
        [{ type: "INBOUND" }, "domain"],
        [{ domain: "localhost", type: "INBOUND" }, "domain"],
        [{ domain: "bü/cher.example", type: "INBOUND" }, "domain"],
        [{ domain: "https://acme.example", type: "INBOUND" }, "domain"],
        [{ domain: "acme.example", type: "inbound" }, "type"],
        [{ domain: "acme.example" }, "type"],
        [{ domain: "acme.example", type: "OUTBOUND", fromEmail: "a@north.example" }, "fromEmail"],
        [{ domain: "acme.example", type: "OUTBOUND", replyMode: "BOTH" }, "replyMode"]
      ] as const) {
        const { json, status } = yield* ask("POST", "/domains", { body })
        assert.deepStrictEqual([status, json.errors?.[0].field], [400, field], JSON.stringify(body))
      }
    })
  )

  it.effect("a DNS server that does not answer changes nothing, and is not waited for long", () =>
    Effect.gen(function* () {
      const { zone } = yield* DnsServer
      const { domain, id } = yield* verifiedDomain("INBOUND")
      const before = (yield* ask("GET", `/domains/${id}`)).json
      zone.set(`_trunkline.${domain}`, "SERVFAIL")
      zone.set(domain, "silent")
      const began = performance.now()
      const checked = (yield* ask("POST", `/domains/${id}/verify`)).json
      assert.isBelow(performance.now() - began, 10_000)
      assert.deepStrictEqual(checked, { verified: true, records: before.records })
      assert.deepStrictEqual((yield* ask("GET", `/domains/${id}`)).json, before)

      const { json: other } = yield* addedDomain("OUTBOUND")
      zone.set(`_trunkline.${other.domain}`, "SERVFAIL")
      zone.set(`tl1._domainkey.${other.domain}`, "SERVFAIL")
      const unanswered = (yield* ask("POST", `/domains/${other.id}/verify`)).json
      assert.match(unanswered.error, /^DNS did not respond/)
    })
  )

  it.effect("channels list how customers reach the brand, and whether each way works", () =>
    Effect.gen(function* () {
      const { json: made } = yield* added({ address: `${fresh("way")}@north.example`, kind: "forwarded" })
      const list = (yield* ask("GET", "/channels")).json as ReadonlyArray<Record<string, unknown>>
      const [system] = list
      assert.deepInclude(system, { kind: "email", status: "active" })
      const entry = list.find(({ id }) => id === made.id)
      assert.deepInclude(entry, { kind: "email", name: made.address, status: "error" })
      yield* ask("PATCH", "", { body: { inboundEmailEnabled: false } })
      const off = (yield* ask("GET", "/channels")).json as ReadonlyArray<Record<string, unknown>>
      assert.isTrue(off.every(({ status }) => status === "disabled"))
      yield* ask("PATCH", "", { body: { inboundEmailEnabled: true } })
    })
  )

  it.effect("are not found by other brands, scoped keys and the other mode", () =>
    Effect.gen(function* () {
      const { json: address } = yield* added({ address: `${fresh("private")}@north.example`, kind: "forwarded" })
      const { json: domain } = yield* addedDomain("INBOUND")
      for (const [path, id, nobody] of [
        [`/addresses/${address.id}`, address.id, unknown.address],
        [`/domains/${domain.id}`, domain.id, unknown.domain]
      ])
        yield* assertForeign(
          [
            { method: "GET", path },
            { method: "PATCH", path, body: { fromName: "Mine" } },
            { method: "POST", path: `${path}/verify`, body: {} },
            ...(id === address.id ? [{ method: "POST", path: `${path}/test`, body: { to: "ada@north.example" } }] : []),
            { method: "DELETE", path }
          ],
          id,
          nobody
        )
      yield* assertForeignBrand([
        { method: "GET", path: "/channels" },
        { method: "GET", path: "/addresses" },
        { method: "POST", path: "/addresses", body: { address: `${fresh("x")}@${inbound}`, kind: "alias" } },
        { method: "GET", path: "/domains" },
        { method: "POST", path: "/domains", body: { domain: `${fresh("x")}.example`, type: "INBOUND" } }
      ])
      assert.strictEqual((yield* ask("GET", `/addresses/${address.id}`)).status, 200)
      assert.strictEqual((yield* ask("GET", `/domains/${domain.id}`)).status, 200)
    })
  )

  it.effect("can be read by everyone and changed by admins", () =>
    Effect.gen(function* () {
      const { json: address } = yield* added({ address: `${fresh("admins")}@${inbound}`, kind: "alias" })
      const { json: domain } = yield* addedDomain("INBOUND")
      yield* assertConfiguredByAdmins(
        [
          { method: "GET", path: "/channels" },
          { method: "GET", path: "/addresses" },
          { method: "GET", path: `/addresses/${address.id}` },
          { method: "GET", path: "/domains" },
          { method: "GET", path: `/domains/${domain.id}` }
        ],
        [
          { method: "POST", path: "/addresses", body: { address: `${fresh("new")}@${inbound}`, kind: "alias" } },
          { method: "PATCH", path: `/addresses/${address.id}`, body: { fromName: "A" } },
          { method: "POST", path: `/addresses/${address.id}/verify`, body: {} },
          { method: "POST", path: `/addresses/${address.id}/test`, body: { to: "ada@north.example" } },
          { method: "DELETE", path: `/addresses/${address.id}` },
          { method: "POST", path: "/domains", body: { domain: `${fresh("new")}.example`, type: "INBOUND" } },
          { method: "PATCH", path: `/domains/${domain.id}`, body: { fromName: "A" } },
          { method: "POST", path: `/domains/${domain.id}/verify`, body: {} },
          { method: "DELETE", path: `/domains/${domain.id}` }
        ]
      )
    })
  )

  it.effect("are written once per idempotency key", () =>
    Effect.gen(function* () {
      const address = { address: `${fresh("once")}@${inbound}`, kind: "alias" }
      const { json: made } = yield* assertOnce(
        { method: "POST", path: "/addresses", body: address },
        { ...address, kind: "domain" }
      )
      yield* assertOnce({ method: "PATCH", path: `/addresses/${made.id}`, body: { fromName: "Once" } })
      yield* assertOnce({ method: "POST", path: `/addresses/${made.id}/verify`, body: {} })
      yield* assertOnce({ method: "POST", path: `/addresses/${made.id}/test`, body: { to: "once@north.example" } })
      yield* assertOnce({ method: "DELETE", path: `/addresses/${made.id}` })
      const domain = { domain: `${fresh("once")}.example`, type: "OUTBOUND" }
      const { json: added } = yield* assertOnce(
        { method: "POST", path: "/domains", body: domain },
        { ...domain, type: "INBOUND" }
      )
      yield* assertOnce({ method: "PATCH", path: `/domains/${added.id}`, body: { fromName: "Once" } })
      yield* assertOnce({ method: "POST", path: `/domains/${added.id}/verify` })
      yield* assertOnce({ method: "DELETE", path: `/domains/${added.id}` })
    })
  )
})

layer(site(), { excludeTestServices: true })("The lists of channels", (it) => {
  it.effect("have at most 100 addresses and 50 domains", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 98; n++) {
        const { status } = yield* ask("POST", "/addresses", { body: { address: `many${n}@${inbound}`, kind: "alias" } })
        assert.strictEqual(status, 201)
      }
      const full = yield* ask("POST", "/addresses", { body: { address: `more@${inbound}`, kind: "alias" } })
      assert.include(full.json, { status: 409, code: "limit_reached", limit: 100 })
      for (let n = 0; n < 50; n++) {
        const { status } = yield* ask("POST", "/domains", { body: { domain: `many${n}.example`, type: "INBOUND" } })
        assert.strictEqual(status, 201)
      }
      const more = yield* ask("POST", "/domains", { body: { domain: "more.example", type: "INBOUND" } })
      assert.include(more.json, { status: 409, code: "limit_reached", limit: 50 })
    })
  )
})
