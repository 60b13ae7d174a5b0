import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { type Id, type TicketId, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { TicketQuery } from "../../../src/domain/TicketQuery.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { seedBrand } from "../../support/seedTenant.ts"
import { freshBrand, newest, openedIn, ticketService } from "../../support/ticketService.ts"

const found = Effect.fnUntraced(function* (scope: BrandScope, search: string, more: Partial<TicketQuery> = {}) {
  const tickets = yield* Tickets
  const page = yield* tickets.list(scope, { ...newest, limit: 100, ...more, search })
  return page.items.map(({ ticket }) => ticket.id)
})

layer(ticketService, { excludeTestServices: true })("a search", (it) => {
  it.effect("finds tickets by words of title, body, customer's name and address, all of which must occur", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const invoice = yield* openedIn(scope)
      const other = yield* openedIn(scope, {
        title: "Parcel lost",
        body: undefined,
        customer: { email: "kim.lee+shop@south-west.example" }
      })
      assert.deepStrictEqual(yield* found(scope, "invoice"), [invoice.id])
      assert.deepStrictEqual(yield* found(scope, "address"), [invoice.id])
      assert.deepStrictEqual(yield* found(scope, "ROTH wrong"), [invoice.id])
      assert.deepStrictEqual(yield* found(scope, "ines@north.example"), [invoice.id])
      assert.deepStrictEqual(yield* found(scope, "kim.lee+shop@south-west.example"), [other.id])
      assert.deepStrictEqual(yield* found(scope, "shop"), [other.id])
      assert.deepStrictEqual(yield* found(scope, "example"), [other.id, invoice.id])
      assert.deepStrictEqual(yield* found(scope, "invoice parcel"), [])
    })
  )

  it.effect("matches a word by prefix, not by its middle or end", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { id } = yield* openedIn(scope)
      for (const text of ["i", "inv", "Invoi", "comp add", "north.ex"])
        assert.deepStrictEqual(yield* found(scope, text), [id], text)
      for (const text of ["voice", "nvoice", "invoices", "orth"])
        assert.deepStrictEqual(yield* found(scope, text), [], text)
    })
  )

  it.effect("finds a ticket by number and public id, in the brands that may be seen", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const sibling = yield* seedBrand(scope.tenant, "Beta")
      const { id } = yield* openedIn(scope)
      const beta = yield* openedIn(sibling)
      for (const text of ["ACME-1001", "acme-1001", " ACME-1001 ", "1001"])
        assert.deepStrictEqual(yield* found(scope, text), [id], text)
      assert.deepStrictEqual(yield* found(scope, "BETA-1001"), [])
      assert.deepStrictEqual(yield* found(scope, "ACME-1002"), [])
      const tickets = yield* Tickets
      const across = yield* tickets.listAcross(
        { tenant: scope.tenant, brands: "all" },
        { ...newest, search: "BETA-1001" }
      )
      assert.deepStrictEqual(
        across.items.map(({ ticket }) => ticket.id),
        [beta.id]
      )
      assert.deepStrictEqual(yield* found(yield* freshBrand, "1001"), [])
    })
  )

  it.effect("finds words of any script, ignoring case, and within markup", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const texts: ReadonlyArray<readonly [title: string, ...searches: ReadonlyArray<string>]> = [
        ["Großer ÄRGER mit Öl", "ärger", "ÖL", "großer", "Är"],
        ["İstanbul siparişi", "İstanbul", "siparişi"],
        ["注文 東京 配送", "東京", "注文"],
        ["Заказ № 77", "заказ", "77"],
        ["naïve café", "naïve", "CAFÉ"],
        ["hello🙂world ❤️ again", "hello", "world", "❤️ again"],
        ["He said: “Invoice”… late—again, «quoted» ¿qué?", "invoice", "late", "again", "quoted", "qué"],
        ["注文、東京。「配送」", "注文", "東京", "配送"],
        ["½ m² №5 £7 20€", "m²", "5", "7", "20"],
        ["Mail of <max@west.example> came back", "max@west.example", "west", "came"],
        ["<b>urgent</b> &amp; late", "urgent", "late"],
        ["a&b;c=d", "a", "b", "c", "d"],
        ["order#4711/17-a", "4711", "17", "order"],
        ["C++ 3.14 v2.0.1", "3.14", "v2.0.1", "14"],
        ["don't panic", "don't", "panic"]
      ]
      for (const [title, ...searches] of texts) {
        const { id } = yield* openedIn(scope, { title, body: undefined, customer: { email: "x@y.zz" } })
        for (const search of searches) assert.include(yield* found(scope, search), id, `${search} in ${title}`)
      }
    })
  )

  it.effect("for hostile text finds nothing, and never fails", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      yield* openedIn(scope)
      const hostile = [
        "'",
        "''",
        '"',
        ":*",
        "!invoice:*'",
        "!",
        "&",
        "|",
        "(",
        "invoice & | !",
        "<->",
        "%",
        "_",
        "\\",
        "\\'",
        "'; drop table tickets --",
        "🙂",
        "\u0000",
        "\ud800",
        "…",
        "x".repeat(10_240),
        "x ".repeat(5_120),
        "'".repeat(10_240),
        "🙂".repeat(5_000),
        "invoice 🙂 xyzzy"
      ]
      for (const text of hostile) {
        const words = text.match(/[a-z]+/g) ?? []
        const expected = words.length > 0 && words.every((word) => word === "invoice") ? 1 : 0
        assert.lengthOf(yield* found(scope, text), expected, text.slice(0, 40))
      }
      for (const text of fc.sample(fc.string({ unit: "binary", maxLength: 40 }), { numRuns: 200, seed: 7 }))
        yield* found(scope, text)
    })
  )

  it.effect("is narrowed by the other filters, and shows what they show", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [open, spam] = [yield* openedIn(scope), yield* openedIn(scope, { isSpam: true })]
      assert.deepStrictEqual(yield* found(scope, "invoice"), [open.id])
      assert.deepStrictEqual(yield* found(scope, "invoice", { spam: "include" }), [spam.id, open.id])
      assert.deepStrictEqual(yield* found(scope, "invoice", { statuses: ["closed"] }), [])
      assert.deepStrictEqual(yield* found(scope, "1002", { spam: "only" }), [spam.id])
    })
  )

  it.effect("for words so common that their tickets are not enumerated finds the same", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system: sql } = yield* Database
      const named = yield* openedIn(scope, { title: "Nothing in common", body: undefined })
      // More than a search enumerates, with a rare word in every hundredth.
      yield* sql`insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, title, status_id, status, status_category, priority, source, origin, created_at, updated_at)
        select new_uuid_v7(), t.tenant_id, t.brand_id, 2000 + n, t.customer_id, t.customer_email, 'acme 1001 parcel' || case when n % 100 = 0 then ' rare' else '' end,
          t.status_id, t.status, t.status_category, n % 5, t.source, t.origin, t.created_at, t.updated_at
        from tickets t, generate_series(1, 6000) n where t.id = ${uuidOf(named.id)}`
      const order = { sort: "ticketNumber", order: "asc" } as const
      const numbers = Effect.fnUntraced(function* (search: string, more: Partial<TicketQuery> = {}) {
        const tickets = yield* Tickets
        const numbers: Array<number> = []
        for (let after: TicketQuery["after"]; ; ) {
          const page = yield* tickets.list(scope, { ...newest, ...order, limit: 2_000, ...more, search, after })
          numbers.push(...page.items.map(({ ticket }) => ticket.number))
          if (page.next === undefined) return numbers
          after = page.next
        }
      })
      const all = Array.from({ length: 6000 }, (_, n) => 2001 + n)
      const rare = all.filter((number) => number % 100 === 0)
      assert.deepStrictEqual(yield* numbers("parcel"), all)
      assert.deepStrictEqual(yield* numbers("parcel rare"), rare)
      assert.deepStrictEqual(
        yield* numbers("parc", { priorities: ["low"] }),
        all.filter((number) => number % 5 === 0)
      )
      assert.deepStrictEqual(yield* numbers("ACME-1001"), [named.number, ...all])
      assert.deepStrictEqual(yield* found(yield* seedBrand(scope.tenant, "Beta"), "parcel"), [])
      assert.deepStrictEqual(yield* found(yield* freshBrand, "parcel"), [])
    })
  )
})

layer(ticketService, { excludeTestServices: true })("a walk through the pages", (it) => {
  for (const query of [
    { sort: "createdAt", order: "desc" },
    { sort: "createdAt", order: "asc" },
    { sort: "priority", order: "desc" },
    { sort: "title", order: "asc" },
    { sort: "dueAt", order: "desc" }
  ] as const) {
    it.effect(`by ${query.sort}, ${query.order}, visits every ticket once while others are opened and deleted`, () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const { system: sql } = yield* Database
        const tickets = yield* Tickets
        const opened = (n: number) => openedIn(scope, { title: `${n % 3}`, priority: n % 2 === 0 ? "high" : "low" })
        const there = yield* Effect.forEach(
          Array.from({ length: 24 }, (_, n) => n),
          opened
        )
        const doomed = new Set<TicketId>()
        const seen: Array<TicketId> = []
        for (let after: TicketQuery["after"]; ; ) {
          const page = yield* tickets.list(scope, { ...newest, ...query, limit: 5, after })
          seen.push(...page.items.map(({ ticket }) => ticket.id))
          if (page.next === undefined) break
          after = page.next
          yield* opened(seen.length)
          yield* opened(seen.length + 1)
          // The ticket at which the next page starts may disappear in between.
          const last = seen.at(-1)
          if (last !== undefined && doomed.size < 2) {
            doomed.add(last)
            yield* sql`update tickets set deleted_at = now() where id = ${uuidOf(last)}`
          }
        }
        assert.strictEqual(new Set(seen).size, seen.length)
        for (const { id } of there) assert.include(seen, id)
      })
    )
  }
})

layer(ticketService, { excludeTestServices: true })("what is shown of many tickets", (it) => {
  it.effect("is all of them, however many are cached and in whatever order they are requested", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system: sql } = yield* Database
      const { id } = yield* openedIn(scope)
      // More than are cached.
      yield* sql`insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, title, status_id, status, status_category, priority, source, origin, created_at, updated_at)
        select new_uuid_v7(), t.tenant_id, t.brand_id, 2000 + n, t.customer_id, t.customer_email, t.title,
          t.status_id, t.status, t.status_category, t.priority, t.source, t.origin, t.created_at, t.updated_at
        from tickets t, generate_series(1, 5000) n where t.id = ${uuidOf(id)}`
      const tickets = yield* Tickets
      for (const order of ["asc", "desc", "asc"] as const) {
        const numbers: Array<number> = []
        for (let after: TicketQuery["after"]; ; ) {
          const page = yield* tickets.list(scope, { ...newest, sort: "ticketNumber", order, limit: 700, after })
          numbers.push(...page.items.map(({ ticket }) => ticket.number))
          if (page.next === undefined) break
          after = page.next
        }
        const all = [1001, ...Array.from({ length: 5000 }, (_, n) => 2001 + n)]
        assert.deepStrictEqual(numbers, order === "asc" ? all : all.toReversed())
      }
    })
  )
})

layer(ticketService, { excludeTestServices: true })("what is shown beside a ticket", (it) => {
  it.effect("is its current state, however often it was shown before", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system: sql } = yield* Database
      const tickets = yield* Tickets
      const [category, company] = [crypto.randomUUID(), crypto.randomUUID()]
      yield* sql`insert into categories (id, tenant_id, brand_id, name, sort_order) values (${category}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'Bills', 0)`
      yield* sql`insert into companies (id, tenant_id, brand_id, name, domain) values (${company}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'North', 'north.example')`
      const ticket = yield* openedIn(scope, { tags: { names: ["old", "new"], ids: [] } })
      const id = uuidOf(ticket.id)
      yield* sql`update tickets set category_id = ${category}, version = version + 1 where id = ${id}`
      const shown = Effect.gen(function* () {
        const [listed] = (yield* tickets.listAcross({ tenant: scope.tenant, brands: "all" }, newest)).items
        const single = yield* tickets.get(scope, ticket.id)
        assert.deepStrictEqual(
          [listed?.ticket, listed?.customer, listed?.category],
          [single.ticket, single.customer, single.category]
        )
        return {
          brand: listed?.brand?.name,
          customer: single.customer?.name,
          company: single.company?.name,
          category: single.category?.name,
          status: single.statusRef?.name,
          tags: single.ticket.tags.map(({ name }) => name).join(" ")
        }
      })
      const first = {
        brand: "Acme",
        customer: "Ines Roth",
        company: "North",
        category: "Bills",
        status: "Open",
        tags: "new old"
      }
      assert.deepStrictEqual(yield* shown, first)
      const [older, newer] = ticket.tags.map(({ id }: { id: Id }) => uuidOf(id)).toSorted()
      const changes: ReadonlyArray<
        readonly [statement: string, parameter: string, shown: Partial<Record<keyof typeof first, string | undefined>>]
      > = [
        ["update brands set name = 'Acme Inc' where id = $1", uuidOf(scope.brandId), { brand: "Acme Inc" }],
        ["update customers set name = 'Ines Berg' where id = $1", uuidOf(ticket.customerId), { customer: "Ines Berg" }],
        ["update companies set name = 'North AG' where id = $1", company, { company: "North AG" }],
        ["update categories set name = 'Invoices' where id = $1", category, { category: "Invoices" }],
        [
          "update statuses set name = 'Todo' where key = 'open' and brand_id = $1",
          uuidOf(scope.brandId),
          { status: "Todo" }
        ],
        ["update tags set name = 'newest' where name = 'new' and id = $1", newer ?? "", { tags: "newest old" }],
        ["delete from tags where id = $1", older ?? "", { tags: "newest" }],
        ["delete from categories where id = $1", category, { category: undefined }],
        [
          "update customers set deleted_at = now() where id = $1",
          uuidOf(ticket.customerId),
          { customer: undefined, company: undefined }
        ],
        [
          "update customers set deleted_at = null where id = $1",
          uuidOf(ticket.customerId),
          { customer: "Ines Berg", company: "North AG" }
        ],
        ["delete from companies where id = $1", company, { company: undefined }]
      ]
      let expected: Partial<Record<keyof typeof first, string | undefined>> = first
      for (const [statement, parameter, difference] of changes) {
        yield* sql.unsafe(statement, [parameter])
        expected = { ...expected, ...difference }
        assert.deepStrictEqual(yield* shown, expected, statement)
      }
      yield* sql`update brands set deleted_at = now() where id = ${uuidOf(scope.brandId)}`
      assert.strictEqual((yield* Effect.flip(tickets.get(scope, ticket.id)))._tag, "NotFound")
    })
  )
})
