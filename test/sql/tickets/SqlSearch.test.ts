import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlSearch from "../../../src/sql/tickets/SqlSearch.ts"
import { mostSearched } from "../../../src/sql/tickets/searchStatement.ts"
import { foundTypes, Search, type SearchQuery } from "../../../src/tickets/Search.ts"
import { seedBrand } from "../../support/seedTenant.ts"
import { freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"

/** Copies a brand's only ticket, oldest first; `body` is an expression over the copy's number `n`. */
const seedTickets = Effect.fnUntraced(function* (scope: BrandScope, count: number, body: string) {
  const { system } = yield* Database
  const { id } = yield* openedIn(scope, { title: "Ticket", body: "" })
  yield* system.unsafe(
    `insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, title, body, status_id, status, status_category,
        priority, source, origin, created_at, updated_at)
      select uuid_at(now() - (${count} - n) * interval '1 second'), t.tenant_id, t.brand_id, 2000 + n, t.customer_id, t.customer_email,
        'Ticket ' || n, ${body}, t.status_id, t.status, t.status_category, t.priority, t.source, t.origin, now(), now()
      from tickets t, generate_series(1, ${count}) n where t.id = '${uuidOf(id)}'`
  )
  yield* system`analyze tickets`
}, Effect.orDie)

const search = Effect.fnUntraced(function* (scope: BrandScope, text: string, more: Partial<SearchQuery> = {}) {
  const { find } = yield* Search
  const query = { text, types: foundTypes, limit: 20, ...more }
  return (yield* find({ tenant: scope.tenant, brands: "all" }, query)).items
})

/** 8 kB buffers that PostgreSQL reads to find a brand's tickets with this word, once it has a plan. */
const buffers = Effect.fnUntraced(function* ({ brandId, tenant }: BrandScope, word: string) {
  const { reads } = yield* Database
  yield* Effect.flatMap(Database, ({ system }) => system`vacuum analyze ticket_texts`)
  const statement = `select * from search_tickets('${tenant.id}', '{${uuidOf(brandId)}}', '{${word}}', '{${word}}', null, null, null, null, 21)`
  const looked = Effect.gen(function* () {
    const [row] = yield* reads.unsafe<{ "QUERY PLAN": ReadonlyArray<{ Plan: Record<string, number> }> }>(
      `explain (analyze, buffers, format json) ${statement}`
    )
    const plan = row?.["QUERY PLAN"][0]?.Plan
    return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0)
  })
  // A new connection reads the catalogues too.
  return Math.min(...(yield* Effect.all([looked, looked, looked])))
}, Effect.orDie)

const titles = (found: ReadonlyArray<{ title: string }>) => found.map(({ title }) => title)

const service = SqlSearch.layer.pipe(Layer.provideMerge(ticketService))

layer(service, { excludeTestServices: true })("Among thousands of tickets a search", (it) => {
  it.effect("finds the only match, however old it is", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      yield* seedTickets(scope, 5_000, "case n when 3 then 'the axolotl' else 'something else' end")
      assert.deepStrictEqual(titles(yield* search(scope, "axolotl")), ["Ticket 3"])
      assert.deepStrictEqual(titles(yield* search(scope, "axo something")), [])
      assert.deepStrictEqual(titles(yield* search(scope, "an axolotl")), [])
      assert.deepStrictEqual(titles(yield* search(scope, "th axolotl")), ["Ticket 3"])
    })
  )

  it.effect("ranks the newest matches of a word that is everywhere", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      yield* seedTickets(scope, 5_000, "'delivery of ' || n")
      const found = yield* search(scope, "delivery", { types: ["ticket"], limit: 3 })
      assert.deepStrictEqual(titles(found), ["Ticket 5000", "Ticket 4999", "Ticket 4998"])
      assert.deepStrictEqual(titles(yield* search(scope, "de", { types: ["ticket"], limit: 1 })), ["Ticket 5000"])
    })
  )

  it.effect("ranks the newest matches, and some of the others, of a word that occurs too often", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      // Often, but not among the newest two thousand.
      yield* seedTickets(scope, 14_000, "case when n <= 11000 and n % 5 = 0 then 'harbour' else 'else' end")
      const found = yield* search(scope, "harbour", { types: ["ticket"], limit: 50 })
      assert.lengthOf(found, 50)
      assert.strictEqual(found[0]?.title, "Ticket 11000")
    })
  )

  it.effect("finds texts that are crafted to be slow to rank, and ranks as many as time allows", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      // 66 pairs of words in each of them, and 255 positions of each word.
      const words = Array.from("abcdefghijkl", (letter) => letter.repeat(3))
      yield* seedTickets(scope, 500, `repeat('${words.join(" ")} ', 255)`)
      assert.lengthOf(yield* search(scope, words.join(" "), { limit: 50 }), 50)
      const { reads } = yield* Database
      const ranks = yield* reads<{ close: boolean }>`select rank > 100 as close
        from tenant_scope(${scope.tenant.id}) s, lateral ticket_hits(s.tenant_id, ${uuidOf(scope.brandId)}, ${words}, ${words}, 1)`
      assert.isAbove(ranks.filter(({ close }) => close).length, 0)
      assert.isAbove(ranks.filter(({ close }) => !close).length, 0)
    })
  )

  it.effect("finds nothing if common words never occur together", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      yield* seedTickets(scope, 5_000, "case n % 2 when 0 then 'left' else 'right' end")
      assert.deepStrictEqual(yield* search(scope, "left right"), [])
    })
  )

  it.effect("reads no more beside another brand that uses the word everywhere", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [other, chatty] = [yield* seedBrand(scope.tenant, "Beta"), yield* seedBrand(scope.tenant, "Gamma")]
      yield* seedTickets(scope, 1_000, "case n when 3 then 'the walrus' else 'something else' end")
      // The trees that lead to the only match are then as high as they are beside the other brand.
      yield* seedTickets(other, 20_000, "'something else'")
      const alone = yield* buffers(scope, "walrus")
      yield* seedTickets(chatty, 20_000, "'walrus'")
      // The other brand's matches are on hundreds of pages.
      assert.isBelow(yield* buffers(scope, "walrus"), 2 * alone)
    })
  )

  it.effect(
    "for words in too many records of a very large brand looks among the newest, or else for the rare words",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const { system } = yield* Database
        yield* seedTickets(
          scope,
          11_000,
          "case when n = 3 then 'left right okapi' when n % 2 = 0 then 'left' else 'right' end"
        )
        assert.deepStrictEqual(titles(yield* search(scope, "left right")), ["Ticket 3"])
        yield* system`alter table ticket_texts set (autovacuum_enabled = off)`
        // As if there were a hundred million: the catalogue holds their number, and the brand's numbers hold the owners.
        yield* system`update pg_class set reltuples = 1e8 where oid = 'ticket_texts'::regclass`
        yield* system`update brands set next_ticket_number = 100000000 where id = ${uuidOf(scope.brandId)}`
        assert.deepStrictEqual(titles(yield* search(scope, "left right")), [])
        assert.deepStrictEqual(titles(yield* search(scope, "right okapi left")), ["Ticket 3"])
        yield* system`alter table ticket_texts reset (autovacuum_enabled)`
        yield* system`analyze ticket_texts`
      })
  )

  it.effect("sees no other tenant's records, although its functions run as the owner of the tables", () =>
    Effect.gen(function* () {
      const [own, foreign] = [yield* freshBrand, yield* freshBrand]
      yield* seedTickets(foreign, 3_000, "'a quokka'")
      yield* openedIn(own, { title: "A quokka too" })
      assert.deepStrictEqual(titles(yield* search(own, "quokka")), ["A quokka too"])
      const { reads } = yield* Database
      const [direct] = yield* reads<{ ids: ReadonlyArray<string> }>`
        select array(select id from ticket_hits(${own.tenant.id}, ${uuidOf(foreign.brandId)}, '{quokka}', '{quokka}', 1)) as ids`
      assert.deepStrictEqual(direct?.ids, [])
    })
  )

  it.effect("finds customers by any part of their address, and without trigrams the newest ones", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const other = yield* seedBrand(scope.tenant, "Beta")
      const { system } = yield* Database
      yield* system`insert into customers (id, tenant_id, brand_id, email)
        values (uuid_at('2020-01-01'), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'relic@words.example')`
      yield* system`insert into customers (id, tenant_id, brand_id, email)
        select new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'someone' || n || '@words.example' from generate_series(1, 12000) n`
      yield* system`analyze customers`
      const types = ["customer"] as const
      const within = { types, brandIds: [scope.brandId] }
      assert.deepStrictEqual(titles(yield* search(scope, "one1234@", within)).slice(0, 1), [
        "someone1234@words.example"
      ])
      assert.deepStrictEqual(titles(yield* search(scope, "ONE11999", within)), ["someone11999@words.example"])
      assert.deepStrictEqual(yield* search(scope, "someone1", { types, brandIds: [other.brandId] }), [])
      assert.deepStrictEqual(titles(yield* search(scope, "elic", within)), ["relic@words.example"])
      yield* system`drop extension pg_trgm cascade`
      assert.deepStrictEqual(titles(yield* search(scope, "ONE11999", within)), ["someone11999@words.example"])
      assert.deepStrictEqual(titles(yield* search(scope, "elic", within)), [])
    })
  )

  it.effect("searches the brands with the newest tickets if there are very many, and those that are named", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const other = yield* seedBrand(scope.tenant, "Beta")
      const { system } = yield* Database
      yield* seedTickets(scope, 1, "'quagga'")
      yield* openedIn(other, { title: "Quagga here", body: "" })
      const addBrands = (count: number) => system`insert into brands (id, tenant_id, name, slug, ticket_prefix)
        select new_uuid_v7(), ${scope.tenant.id}, 'Many', 'many-' || gen_random_uuid(), 'MANY' from generate_series(1, ${count})`
      yield* addBrands(mostSearched)
      assert.sameMembers(titles(yield* search(scope, "quagga")), ["Quagga here", "Ticket 1"])
      yield* system`insert into ticket_texts (tenant_id, brand_id, id, shown, words)
        select tenant_id, id, new_uuid_v7(), true, '' from brands where tenant_id = ${scope.tenant.id} and name = 'Many' limit ${mostSearched - 1}`
      yield* openedIn(other, { title: "Newer", body: "" })
      assert.deepStrictEqual(titles(yield* search(scope, "quagga")), ["Quagga here"])
      assert.deepStrictEqual(titles(yield* search(scope, "quagga", { brandIds: [scope.brandId] })), ["Ticket 1"])
      assert.deepStrictEqual(titles(yield* search(scope, "ACME-2001")), ["Ticket 1"])
    })
  )
})
