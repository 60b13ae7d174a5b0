import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { askDeclared as ask } from "../support/askDeclared.ts"
import { site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { teamMember } from "../support/teamMember.ts"

let serial = 0

/** A test brand with addresses that can send mail. */
const brandWith = Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const n = ++serial
  const { json: brand } = yield* ask("POST", "/v1/brands", { body: { name: `Acme ${n}`, ticketPrefix: `WAY${n}` } })
  const path = `/v1/brands/${brand.id}`
  const domain = `acme-${n}.example`
  yield* ask("POST", `${path}/domains`, { body: { domain, type: "OUTBOUND" } })
  yield* sql`update email_domains set verified = true where domain = ${domain}`
  const ids: Array<string> = []
  for (const name of names) {
    const body = { kind: "forwarded", address: `${name}@${domain}`, fromName: `Acme ${name}` }
    ids.push((yield* ask("POST", `${path}/addresses`, { body })).json.id)
  }
  yield* sql`update addresses set verified = true where domain = ${domain}`
  return { domain, ids, path, id: brand.id as string }
})

const opened = Effect.fnUntraced(function* (brand: string, more: object = {}) {
  const customerEmail = `customer-${++serial}@north.example`
  const { json } = yield* ask("POST", `${brand}/tickets`, { body: { title: "Question", customerEmail, ...more } })
  return { customerEmail, customerId: json.customerId as string, path: `${brand}/tickets/${json.id}` }
})

const wayOf = (ticket: string) => Effect.map(ask("GET", `${ticket}/messages/reply-way`), ({ json }) => json)

layer(site(), { excludeTestServices: true })("The way of a reply", (it) => {
  it.effect("is mail from the installation if the brand has no sending domain", () =>
    Effect.gen(function* () {
      const { test } = yield* Installation
      const { customerEmail, path } = yield* opened(`/v1/brands/${test.brand.id}`)
      const { from, ...way } = yield* wayOf(path)
      assert.deepStrictEqual(way, { channel: "email", to: customerEmail, senders: [] })
      assert.notProperty(from, "connectionId")
      yield* ask("POST", `${path}/comments`, { body: { body: "Hello" } })
      const [sent] = (yield* ask("GET", `${path}/messages`)).json
      const { json: mail } = yield* ask("GET", `/v1/test/outbox/${sent.id}`)
      assert.include(JSON.stringify(mail.from), from.address)
    })
  )

  it.effect("is mail from an address of the brand; its other addresses can be chosen", () =>
    Effect.gen(function* () {
      const brand = yield* brandWith("care", "sales")
      const { path } = yield* opened(brand.path)
      const way = yield* wayOf(path)
      const [care, sales] = ["care", "sales"].map((name, at) => ({
        connectionId: brand.ids[at],
        name: `Acme ${name}`,
        address: `${name}@${brand.domain}`
      }))
      assert.deepStrictEqual([way.from, way.senders], [care, [sales]])
      yield* ask("POST", `${path}/comments`, { body: { body: "Hello", connectionId: sales?.connectionId } })
      const [sent] = (yield* ask("GET", `${path}/messages`)).json
      const { json: mail } = yield* ask("GET", `/v1/test/outbox/${sent.id}`)
      assert.include(JSON.stringify(mail.from), `sales@${brand.domain}`)
    })
  )

  it.effect("is mail from the address that the customer wrote to", () =>
    Effect.gen(function* () {
      const brand = yield* brandWith("care", "sales")
      const [care, sales] = brand.ids
      const mail = { from: `customer-${++serial}@north.example`, to: [`sales@${brand.domain}`], text: "Help!" }
      const { json } = yield* ask("POST", "/v1/test/inbound/email", { body: { brandId: brand.id, ...mail } })
      const { from, senders } = yield* wayOf(`${brand.path}/tickets/${json.ticketId}`)
      assert.deepStrictEqual(
        [from, ...senders].map(({ connectionId }) => connectionId),
        [sales, care]
      )
    })
  )

  it.effect("offers no address that cannot send mail", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const brand = yield* brandWith("care", "sales")
      yield* sql`update addresses set verified = false where local_part = 'sales' and domain = ${brand.domain}`
      assert.deepStrictEqual((yield* wayOf((yield* opened(brand.path)).path)).senders, [])
      yield* sql`update email_domains set verified = false where domain = ${brand.domain}`
      const { from, senders } = yield* wayOf((yield* opened(brand.path)).path)
      assert.deepStrictEqual([senders, from.connectionId], [[], undefined])
    })
  )

  it.effect("is the chat conversation in which a customer wrote", () =>
    Effect.gen(function* () {
      const { test } = yield* Installation
      const body = { brandId: test.brand.id, user: { id: "U0INES", name: "Ines" }, text: "Where is my parcel?" }
      const { json } = yield* ask("POST", "/v1/test/inbound/chat", { body })
      const path = `/v1/brands/${test.brand.id}/tickets/${json.ticketId}`
      const { from, ...way } = yield* wayOf(path)
      assert.deepStrictEqual(way, { channel: "chat", to: "U0INES", senders: [] })
      const { json: channels } = yield* ask("GET", `/v1/brands/${test.brand.id}/channels`)
      assert.include(
        channels.map(({ id }: { readonly id: string }) => id),
        from.connectionId
      )
      yield* ask("POST", `${path}/comments`, { body: { body: "Hello" } })
      assert.deepInclude((yield* ask("GET", `${path}/messages`)).json[0], { channel: way.channel, to: way.to })
    })
  )

  it.effect("is none for a blocked customer, and says why mail would be refused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const brand = yield* brandWith()
      const { customerEmail, customerId, path } = yield* opened(brand.path)
      yield* sql`update customers set email_bounced_at = now() where email = ${customerEmail}`
      const { refusal } = yield* wayOf(path)
      assert.strictEqual(refusal, "The mailbox does not exist, according to its mail system")
      yield* ask("PATCH", `${brand.path}/customers/${customerId}`, { body: { isBlocked: true } })
      assert.deepStrictEqual(yield* wayOf(path), { senders: [] })
    })
  )

  it.effect("is never an address that is gone, and nothing is sent from there", () =>
    Effect.gen(function* () {
      const brand = yield* brandWith("care", "sales")
      const { path } = yield* opened(brand.path)
      const [, sales] = brand.ids
      yield* ask("DELETE", `${brand.path}/addresses/${sales}`)
      assert.deepStrictEqual((yield* wayOf(path)).senders, [])
      const refused = yield* ask("POST", `${path}/comments`, { body: { body: "Hello", connectionId: sales } })
      assert.deepInclude(refused.json, { status: 400, code: "validation_failed" })
      assert.strictEqual(refused.json.errors[0].field, "connectionId")
      assert.deepStrictEqual((yield* ask("GET", `${path}/messages`)).json, [])
    })
  )

  it.effect("is none for spam, and not found for a ticket in the trash", () =>
    Effect.gen(function* () {
      const brand = yield* brandWith("care")
      const { path } = yield* opened(brand.path)
      yield* ask("PATCH", path, { body: { isSpam: true } })
      assert.deepStrictEqual(yield* wayOf(path), { senders: [] })
      yield* ask("PATCH", path, { body: { isSpam: false } })
      assert.strictEqual((yield* wayOf(path)).channel, "email")
      yield* ask("DELETE", path)
      assert.strictEqual((yield* ask("GET", `${path}/messages/reply-way`)).status, 404)
    })
  )

  it.effect("is none for a ticket that was merged away, as no one can write on it", () =>
    Effect.gen(function* () {
      const brand = yield* brandWith("care")
      const [source, target] = [yield* opened(brand.path), yield* opened(brand.path)]
      yield* ask("POST", `${target.path}/merge`, { body: { sourceTicketIds: [source.path.split("/").at(-1)] } })
      assert.deepStrictEqual(yield* wayOf(source.path), { senders: [] })
      assert.strictEqual((yield* wayOf(target.path)).channel, "email")
    })
  )

  it.effect("is shown for the caller's own tickets only", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const { path } = yield* opened(`/v1/brands/${test.brand.id}`)
      const other = yield* brandWith()
      const elsewhere = path.replace(test.brand.id, other.id)
      assert.strictEqual((yield* ask("GET", `${elsewhere}/messages/reply-way`)).status, 404)
      // Live and test mode are two tenants.
      for (const brandId of [test.brand.id, live.brand.id]) {
        const place = path.replace(test.brand.id, brandId)
        assert.strictEqual((yield* ask("GET", `${place}/messages/reply-way`, { key: live.key })).status, 404)
      }
    })
  )

  it.effect("is shown to members of the brand as to keys", () =>
    Effect.gen(function* () {
      const { live } = yield* Installation
      const { json } = yield* ask("POST", `/v1/brands/${live.brand.id}/tickets`, {
        key: live.key,
        body: { title: "Question", customerEmail: "member@north.example" }
      })
      const path = `/v1/brands/${live.brand.id}/tickets/${json.id}/messages/reply-way`
      const [told, agent] = [yield* ask("GET", path, { key: live.key }), yield* teamMember("agent")]
      assert.deepStrictEqual((yield* ask("GET", path, { key: agent.key })).json, told.json)
    })
  )
})

layer(site({ hasMailRelay: false }), { excludeTestServices: true })("The way of a reply without a mail relay", (it) => {
  it.effect("says that mail will not be sent, except in test mode, which captures it", () =>
    Effect.gen(function* () {
      const { live, test } = yield* Installation
      const refusals = yield* Effect.forEach([live, test], ({ brand, key }) =>
        Effect.gen(function* () {
          const tickets = `/v1/brands/${brand.id}/tickets`
          const body = { title: "Question", customerEmail: "ines@north.example" }
          const { json } = yield* ask("POST", tickets, { key, body })
          return (yield* ask("GET", `${tickets}/${json.id}/messages/reply-way`, { key })).json.refusal
        })
      )
      assert.deepStrictEqual(refusals, ["This server has no mail relay (MAIL_RELAY_URL)", undefined])
    })
  )
})
