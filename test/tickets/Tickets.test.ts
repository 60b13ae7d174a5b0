import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import type { Json } from "../../src/domain/Json.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey, seedBrand } from "../support/seedTenant.ts"
import { eventsAbout, freshBrand, invoice, newest, openedIn, ticketService } from "../support/ticketService.ts"

layer(ticketService, { excludeTestServices: true })("Tickets", (it) => {
  it.effect("opens tickets with ascending numbers, each with an event in the same transaction", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const first = yield* openedIn(scope)
      const second = yield* openedIn(scope)
      assert.strictEqual(first.number, 1001)
      assert.strictEqual(second.number, 1002)
      assert.strictEqual(first.customerId, second.customerId)
      const [created, ...more] = yield* eventsAbout(first.id)
      assert.strictEqual(created?.type, "ticket.created")
      assert.strictEqual(created?.seq, 1)
      assert.strictEqual(created?.data["publicId"], "ACME-1001")
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(
        (yield* eventsAbout(first.customerId)).map(({ type, seq }) => [type, seq]),
        [["customer.created", null]]
      )
    })
  )

  it.effect("assigns a hundred tickets opened at once a hundred consecutive numbers", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const all = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, n) => n),
        (n) => openedIn(scope, { customer: { email: `customer${n % 7}@north.example` } }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        all.map(({ number }) => number).sort((a, b) => a - b),
        Array.from({ length: 100 }, (_, n) => 1001 + n)
      )
      assert.strictEqual(new Set(all.map(({ customerId }) => customerId)).size, 7)
    })
  )

  it.effect("keeps custom fields of any JSON value unchanged", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const values: ReadonlyArray<Json> = [
        false,
        0,
        "",
        [],
        {},
        "text",
        -1.5e300,
        [null, { a: [1] }],
        { __proto__x: { b: null } }
      ]
      for (const customFields of values) {
        const ticket = yield* openedIn(scope, { customFields })
        assert.deepStrictEqual((yield* tickets.get(scope, ticket.id)).ticket.customFields, customFields)
      }
    })
  )

  it.effect("executes a command with the same receipt once, however often and however concurrently", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const receipt = (content: string) => ({
        key: new Uint8Array(32).fill(7),
        fingerprint: new TextEncoder().encode(content),
        answer: ({ ticket }: { ticket: { id: string } }) => ({
          status: 201,
          headers: {},
          body: JSON.stringify(ticket.id)
        })
      })
      const all = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => tickets.create(scope, byKey, invoice, receipt("a")),
        { concurrency: "unbounded" }
      )
      const fresh = all.flatMap((once) => (once.replayed ? [] : [once.value.ticket.id]))
      assert.lengthOf(fresh, 1)
      for (const once of all) if (once.replayed) assert.strictEqual(once.answer.body, JSON.stringify(fresh[0]))
      const error = yield* Effect.flip(tickets.create(scope, byKey, invoice, receipt("b")))
      assert.strictEqual(error._tag, "IdempotencyKeyReused")
    })
  )

  it.effect("reports every unknown id of a command at once, and stores nothing", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const error = yield* Effect.flip(
        tickets.create(scope, byKey, {
          ...invoice,
          status: "closed",
          assigneeId: idOf("member", crypto.randomUUID()),
          categoryId: idOf("category", crypto.randomUUID()),
          tags: { names: [], ids: [idOf("tag", crypto.randomUUID())] }
        })
      )
      assert(error._tag === "InvalidInput")
      assert.deepStrictEqual(
        error.errors.map(({ field }) => field),
        ["status", "assigneeId", "categoryId", "tags"]
      )
      assert.lengthOf((yield* tickets.list(scope, newest)).items, 0)
    })
  )

  it.effect("changes fields as one command and publishes old and new values", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const ticket = yield* openedIn(scope)
      const once = yield* tickets.update(scope, byKey, ticket.id, {
        status: "resolved",
        priority: "high",
        tags: { names: ["Billing", "billing", "VAT"], ids: [] }
      })
      assert(!once.replayed)
      assert.strictEqual(once.value.ticket.version, 2)
      assert.deepStrictEqual(
        once.value.ticket.tags.map(({ name }) => name),
        ["Billing", "VAT"]
      )
      const events = yield* eventsAbout(ticket.id)
      assert.deepStrictEqual(
        events.map(({ type, seq }) => [type, seq]),
        [
          ["ticket.created", 1],
          ["ticket.updated", 2],
          ["ticket.resolved", 3]
        ]
      )
      assert.deepStrictEqual(events[1]?.data["changes"], ["status", "priority", "tags"])
      const read = yield* tickets.get(scope, ticket.id)
      assert.deepStrictEqual(
        read.ticket.tags.map(({ name }) => name),
        ["Billing", "VAT"]
      )
      assert.isDefined(read.ticket.resolvedAt)
    })
  )

  it.effect("stores and publishes nothing for a change without effect, and refuses a stale version", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const ticket = yield* openedIn(scope)
      yield* tickets.update(scope, byKey, ticket.id, { title: invoice.title, status: "open" }, 1)
      const read = yield* tickets.get(scope, ticket.id)
      assert.strictEqual(read.ticket.version, 1)
      assert.isTrue(DateTime.Equivalence(read.ticket.updatedAt, ticket.updatedAt))
      assert.lengthOf(yield* eventsAbout(ticket.id), 1)
      yield* tickets.update(scope, byKey, ticket.id, { title: "Other" })
      const stale = yield* Effect.flip(tickets.update(scope, byKey, ticket.id, { title: "Third" }, 1))
      assert(stale._tag === "VersionConflict")
      assert.strictEqual(stale.currentVersion, 2)
    })
  )

  it.effect("serializes concurrent changes of one ticket, and loses none", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const ticket = yield* openedIn(scope, { customFields: {} })
      yield* Effect.forEach(
        Array.from({ length: 30 }, (_, n) => n),
        (n) => tickets.update(scope, byKey, ticket.id, { customFieldsPatch: { [`k${n}`]: n } }),
        { concurrency: "unbounded" }
      )
      const read = yield* tickets.get(scope, ticket.id)
      assert.strictEqual(Object.keys(read.ticket.customFields ?? {}).length, 30)
      assert.strictEqual(read.ticket.version, 31)
      const seqs = (yield* eventsAbout(ticket.id)).map(({ seq }) => seq)
      assert.deepStrictEqual(
        seqs,
        Array.from({ length: 31 }, (_, n) => n + 1)
      )
    })
  )

  it.effect("hides a deleted ticket until it is restored, with one event for each", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const tickets = yield* Tickets
      const ticket = yield* openedIn(scope)
      yield* tickets.delete(scope, byKey, ticket.id)
      yield* tickets.delete(scope, byKey, ticket.id)
      assert.strictEqual((yield* Effect.flip(tickets.get(scope, ticket.id)))._tag, "NotFound")
      assert.isDefined((yield* tickets.get(scope, ticket.id, { deleted: true })).ticket.deletedAt)
      assert.lengthOf((yield* tickets.list(scope, newest)).items, 0)
      assert.lengthOf((yield* tickets.list(scope, { ...newest, deleted: "only" })).items, 1)
      yield* tickets.restore(scope, byKey, ticket.id)
      yield* tickets.restore(scope, byKey, ticket.id)
      assert.lengthOf((yield* tickets.list(scope, newest)).items, 1)
      assert.deepStrictEqual(
        (yield* eventsAbout(ticket.id)).map(({ type }) => type),
        ["ticket.created", "ticket.deleted", "ticket.restored"]
      )
    })
  )

  it.effect("cannot distinguish tickets of another account or brand from unknown ones", () =>
    Effect.gen(function* () {
      const mine = yield* freshBrand
      const theirs = yield* freshBrand
      const sibling = yield* seedBrand(mine.tenant, "Beta")
      const tickets = yield* Tickets
      const ticket = yield* openedIn(theirs)
      const ours = yield* openedIn(sibling)
      for (const id of [ticket.id, ours.id, idOf("ticket", crypto.randomUUID())]) {
        assert.deepStrictEqual((yield* Effect.flip(tickets.get(mine, id)))._tag, "NotFound")
        assert.deepStrictEqual((yield* Effect.flip(tickets.update(mine, byKey, id, { title: "x" })))._tag, "NotFound")
        assert.deepStrictEqual((yield* Effect.flip(tickets.delete(mine, byKey, id)))._tag, "NotFound")
      }
      assert.strictEqual((yield* tickets.get(theirs, ticket.id)).ticket.version, 1)
      const foreign = { tenant: mine.tenant, brandId: theirs.brandId }
      assert.strictEqual((yield* Effect.flip(tickets.create(foreign, byKey, invoice)))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(tickets.list(foreign, newest)))._tag, "NotFound")
    })
  )
})
