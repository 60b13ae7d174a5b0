import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { askBrand as ask, assertForeignBrand, assertOnce, auditOf } from "../support/configuring.ts"
import { assertForeign } from "../support/foreignIds.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"

let serial = 0

layer(site(), { excludeTestServices: true })("Customers who are one person", (it) => {
  const known = Effect.fnUntraced(function* (body: object = {}) {
    const answer = yield* ask("POST", "/customers", { body: { email: `one-${++serial}@north.example`, ...body } })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.json
  })
  const asked = Effect.fnUntraced(function* (customerId: string) {
    const { json } = yield* ask("POST", "/tickets", { body: { title: "Where is it?", customerId } })
    return json
  })
  const merge = (target: { readonly id: string }, ...sources: ReadonlyArray<{ readonly id: string }>) =>
    ask("POST", `/customers/${target.id}/merge`, { body: { sourceCustomerIds: sources.map(({ id }) => id) } })

  it.effect("are merged: tickets, including those in the trash, and what only the other had", () =>
    Effect.gen(function* () {
      const ines = yield* known({ name: "Ines", metadata: { tier: "gold" } })
      const double = yield* known({
        name: "I. Roth",
        phone: "+15550133",
        externalId: "shop-7",
        metadata: { tier: "none", city: "Kiel" },
        notifyEmail: false
      })
      const third = yield* known()
      const tickets = [yield* asked(double.id), yield* asked(double.id), yield* asked(third.id)]
      yield* ask("DELETE", `/tickets/${tickets[1].id}`)
      const token = (yield* ask("POST", "/portal/token", { body: { customerEmail: double.email } })).json.accessToken

      const merged = yield* merge(ines, double, third, double)
      assert.strictEqual(merged.status, 200, merged.text)
      assert.deepInclude(merged.json, {
        id: ines.id,
        email: ines.email,
        name: "Ines",
        phone: "+15550133",
        externalId: "shop-7",
        metadata: { tier: "gold", city: "Kiel" },
        notifyEmail: false,
        identities: [double.email, third.email].map((address) => ({ channel: "email", address })),
        _count: { tickets: 2 }
      })
      assert.strictEqual(merged.headers.get("etag"), `"${merged.json.version}"`)
      for (const ticket of tickets) {
        const read = yield* ask("GET", `/tickets/${ticket.id}?deleted=include`)
        assert.deepInclude(read.json, { customerId: ines.id, customerEmail: ines.email, customerName: "Ines" })
      }
      for (const { id } of [double, third])
        assert.strictEqual((yield* ask("GET", `/customers/${id}`)).json.code, "not_found")
      const visit = yield* (yield* HttpSite).ask("GET", "/v1/portal/tickets", { key: token })
      assert.strictEqual(visit.status, 401)
      const audit = yield* auditOf(double.id)
      assert.deepInclude(audit.at(-1), { event: "customer.merged", entity_type: "customer" })
      assert.deepStrictEqual(audit.at(-1)?.changes?.["mergedIntoId"], { old: null, new: ines.id })
    })
  )

  it.effect("publish events for each ticket, for the merged customer, and for the remaining one", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const ines = yield* known()
      const double = yield* known({ name: "Ines" })
      const ticket = yield* asked(double.id)
      yield* merge(ines, double)
      const { data } = (yield* anywhere("GET", "/v1/events?limit=100")).json
      const told = data
        .slice(-3)
        .map(({ data, type }: { type: string; data: { id: string; changes: ReadonlyArray<string> } }) => [
          type,
          data.id,
          data.changes
        ])
      assert.deepStrictEqual(told, [
        ["customer.updated", double.id, ["deletedAt", "mergedIntoId"]],
        ["customer.updated", ines.id, ["name", "identities"]],
        ["ticket.updated", ticket.id, ["customerId", "participants"]]
      ])
      assert.strictEqual(data.at(-3).data.mergedIntoId, ines.id)
    })
  )

  it.effect("are merged once per key, and continue from there", () =>
    Effect.gen(function* () {
      const [ines, double, other] = [yield* known(), yield* known(), yield* known()]
      yield* asked(double.id)
      yield* assertOnce(
        { method: "POST", path: `/customers/${ines.id}/merge`, body: { sourceCustomerIds: [double.id] } },
        { sourceCustomerIds: [other.id] }
      )
      assert.strictEqual((yield* ask("GET", `/customers/${other.id}`)).status, 200)
      const again = yield* merge(ines, double, other)
      assert.deepInclude(again.json, { id: ines.id, _count: { tickets: 1 } })
      const elsewhere = yield* merge(yield* known(), double)
      assert.deepInclude(elsewhere.json.errors[0], { field: "sourceCustomerIds[0]", code: "unknown_id" })
    })
  )

  it.effect("stay within the limit of metadata, and the target's own metadata wins", () =>
    Effect.gen(function* () {
      const metadata = { own: "x".repeat(8_000) }
      const ines = yield* known({ metadata })
      const doubles = yield* Effect.forEach([1, 2, 3], (n) =>
        known({ metadata: { own: n, [`notes${n}`]: "x".repeat(7_000), [`small${n}`]: n } })
      )
      const merged = yield* merge(ines, ...doubles)
      assert.strictEqual(merged.status, 200, merged.text)
      assert.deepStrictEqual(merged.json.metadata, {
        ...metadata,
        notes1: "x".repeat(7_000),
        small1: 1,
        small2: 2,
        small3: 3
      })
    })
  )

  it.effect("whose merge was interrupted get their mail meanwhile, and their tickets when it is retried", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const [ines, double] = [yield* known(), yield* known()]
      const tickets = [yield* asked(double.id), yield* asked(double.id)]
      yield* ask("GET", `/tickets/${tickets[0].id}`)
      yield* system`UPDATE customers SET deleted_at = now(), merged_into_id = ${uuidOf(ines.id)} WHERE id = ${uuidOf(double.id)}`
      yield* ask("GET", `/tickets/${tickets[0].id}`)
      const reply = yield* ask("POST", `/tickets/${tickets[0].id}/comments`, { body: { body: "It is on its way." } })
      const [mail] = yield* system<{
        recipient: string
      }>`SELECT recipient FROM outgoing_mail WHERE comment_id = ${uuidOf(reply.json.id)}`
      assert.deepStrictEqual(mail, { recipient: ines.email })
      assert.strictEqual((yield* merge(ines, double)).json._count.tickets, 2)
      for (const { id } of tickets) assert.strictEqual((yield* ask("GET", `/tickets/${id}`)).json.customer.id, ines.id)
    })
  )

  it.effect("continue by mail in their earlier tickets, from either address", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { brand, key } = (yield* Installation).test
      const at = `/v1/brands/${brand.id}`
      const mail = Effect.fnUntraced(function* (from: string, subject: string, more: object = {}) {
        const body = { brandId: brand.id, from, subject, text: "Where is it?", ...more }
        return (yield* ask("POST", "/v1/test/inbound/email", { key, body })).json
      })
      const [home, work] = ["ines@home.example", "ines@work.example"]
      const first = yield* mail(home, "Parcel", { messageId: "<parcel@home.example>" })
      const other = yield* mail(work, "Invoice")
      const ticketOf = Effect.fnUntraced(function* (ticketId: string) {
        return (yield* ask("GET", `${at}/tickets/${ticketId}`, { key })).json
      })
      const { customerId, publicId } = yield* ticketOf(first.ticketId)
      const target = (yield* ticketOf(other.ticketId)).customerId
      const body = { sourceCustomerIds: [customerId] }
      yield* ask("POST", `${at}/customers/${target}/merge`, { key, body })

      for (const again of [
        yield* mail(home, `Re: [${publicId}] Parcel`),
        yield* mail(home, "Re: Parcel", { inReplyTo: "<parcel@home.example>" }),
        yield* mail(work, `Re: [${publicId}] Parcel`)
      ])
        assert.deepStrictEqual([again.ticketId, again.inbound.outcome], [first.ticketId, "comment_added"])
      const merged = yield* ticketOf(first.ticketId)
      assert.deepInclude(merged, { customerId: target, customerEmail: work })
      assert.deepStrictEqual(merged.participants, [{ email: home, verified: true }])

      const { publicId: invoice } = yield* ticketOf(other.ticketId)
      const aside = yield* mail(home, `Re: [${invoice}] Invoice`)
      assert.deepStrictEqual([aside.ticketId, aside.inbound.outcome], [other.ticketId, "comment_added"])
      const fresh = yield* ticketOf((yield* mail(home, "Something else")).ticketId)
      for (const ticket of [yield* ticketOf(other.ticketId), fresh]) {
        assert.deepInclude(ticket, { customerId: target, customerEmail: work })
        assert.deepStrictEqual(ticket.participants, [{ email: home, verified: true }])
      }
      const [comment] = (yield* ask("GET", `${at}/tickets/${other.ticketId}/comments`, { key })).json
      assert.deepInclude(comment, { authorType: "CUSTOMER", authorId: target })
    })
  )

  it.effect("are that one person from then on, whichever address they use to write, ask or visit", () =>
    Effect.gen(function* () {
      const { ask: anywhere } = yield* HttpSite
      const { system } = yield* Database
      const [ines, double, last] = [yield* known({ name: "Ines" }), yield* known(), yield* known()]
      for (const { email } of [double, last]) yield* ask("POST", "/portal/token", { body: { customerEmail: email } })
      yield* merge(double, last)
      yield* merge(ines, double)
      const opened = (customerEmail: string) => ask("POST", "/tickets", { body: { title: "Again", customerEmail } })

      for (const { email } of [double, last, double]) {
        const { json } = yield* opened(email)
        assert.deepInclude(json, { customerId: ines.id, customerEmail: ines.email, customerName: "Ines" })
        assert.deepStrictEqual(json.participants, [{ email, name: "Ines", verified: true }])
      }
      assert.isUndefined((yield* opened(ines.email)).json.participants ?? undefined)
      const { accessToken } = (yield* ask("POST", "/portal/token", { body: { customerEmail: last.email } })).json
      const visit = yield* anywhere("GET", "/v1/portal/tickets", { key: accessToken })
      assert.lengthOf(visit.json.data, 4)
      const tokens = `/portal/tokens?customerEmail=${last.email}`
      assert.lengthOf((yield* ask("GET", tokens)).json, 1)
      const revoked = yield* ask("POST", "/portal/revoke", { body: { customerEmail: last.email } })
      assert.deepStrictEqual(revoked.json, { revoked: 1 })

      const own = yield* ask("POST", "/customers", { body: { email: double.email } })
      assert.strictEqual(own.status, 201, "the address is free for somebody of their own")
      assert.strictEqual((yield* opened(double.email)).json.customerId, own.json.id)
      assert.strictEqual((yield* opened(last.email)).json.customerId, ines.id)
      yield* system`UPDATE customers SET deleted_at = now() WHERE id = ${uuidOf(ines.id)}`
      assert.notInclude([ines.id, double.id, last.id], (yield* opened(last.email)).json.customerId)
    })
  )

  it.effect("must be of the same brand, and different from the target", () =>
    Effect.gen(function* () {
      const [ines, double] = [yield* known(), yield* known()]
      const path = `/customers/${ines.id}/merge`
      const refused = yield* merge(ines, double, ines, { id: "cus_01m893khb3f5bbmdqn6zazb1ra" })
      assert.deepStrictEqual(
        refused.json.errors.map(({ code, field }: { code: string; field: string }) => [field, code]),
        [
          ["sourceCustomerIds[1]", "not_allowed"],
          ["sourceCustomerIds[2]", "unknown_id"]
        ]
      )
      assert.strictEqual((yield* ask("GET", `/customers/${double.id}`)).status, 200)
      for (const sourceCustomerIds of [[], Array.from({ length: 26 }, () => double.id), "all", undefined]) {
        const { json, status } = yield* ask("POST", path, { body: { sourceCustomerIds } })
        assert.deepStrictEqual([status, json.errors[0].field], [400, "sourceCustomerIds"])
      }
      const stale = yield* ask("POST", path, {
        headers: { "if-match": '"9"' },
        body: { sourceCustomerIds: [double.id] }
      })
      assert.deepInclude(stale.json, { code: "precondition_failed", currentVersion: 1 })
      yield* assertForeign(
        [{ method: "POST", path, body: { sourceCustomerIds: [double.id] } }],
        ines.id,
        "cus_01m893khb3f5bbmdqn6zazb1ra"
      )
      yield* assertForeignBrand([{ method: "POST", path, body: { sourceCustomerIds: [double.id] } }])
      yield* ask("DELETE", `/customers/${ines.id}`)
      assert.strictEqual((yield* merge(ines, double)).status, 404)
    })
  )
})
