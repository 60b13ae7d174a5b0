import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CustomerQuery } from "../../../src/domain/CustomerQuery.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { type ListedCustomerRow, listStatement, searchStatement } from "../../../src/sql/customers/customerList.ts"
import { Database } from "../../../src/sql/Database.ts"
import { companyIn, recordServices } from "../../support/recordServices.ts"
import { freshBrand } from "../../support/ticketService.ts"

/** A brand with this many customers, all of `common.example`; three of the oldest are called Rarebird, two by their company. */
const seeded = Effect.fnUntraced(function* (customers: number) {
  const { system: sql } = yield* Database
  const scope = yield* freshBrand
  const { id } = yield* companyIn(scope, { name: "Kestrel & Sons" })
  yield* sql`insert into customers (id, tenant_id, brand_id, email, name, phone, company_id)
    select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || left(md5(brand_id::text), 12))::uuid, tenant_id, brand_id, 'c' || n || '@common.example',
      case when n in (2, 3, 5) then 'Mr Rarebird ' || n else 'Customer ' || n end,
      case when n = 7 then '+15550107777' end, case when n in (11, 13) then id end
    from companies, generate_series(1, ${customers}::int) n where id = ${uuidOf(id)} order by n`
  return scope
})

const pages = Effect.fnUntraced(function* (statement: { sql: string; parameters: ReadonlyArray<unknown> }) {
  const { reads } = yield* Database
  const literals = statement.parameters.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(", ")
  return yield* Effect.gen(function* () {
    const connection = yield* reads.reserve
    const run = <Row>(text: string) =>
      Effect.map(connection.execute(text, [], undefined), (rows) => rows as ReadonlyArray<Row>)
    const name = `page_${crypto.randomUUID().replaceAll("-", "")}`
    yield* run(`prepare ${name} as ${statement.sql}`)
    const rows = yield* run<ListedCustomerRow>(`execute ${name}(${literals})`)
    const [explanation] = yield* run<{
      "QUERY PLAN": ReadonlyArray<{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }>
    }>(`explain (analyze, buffers, format json) execute ${name}(${literals})`)
    const plan = explanation?.["QUERY PLAN"][0]?.Plan
    assert(plan !== undefined)
    return { names: rows.map(({ name }) => name), buffers: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] }
  }).pipe(Effect.scoped)
})

const listed = (scope: BrandScope, search: string, more: Partial<CustomerQuery> = {}) =>
  pages(listStatement(scope, { sort: "createdAt", order: "desc", limit: 25, search, ...more }))
const best = (scope: BrandScope, text: string) => pages(searchStatement(scope, text, 20))

layer(recordServices, { excludeTestServices: true })("Customers who contain a text", (it) => {
  it.effect("are found at the cost of an index, among any number, whether rare or common", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const [small, large] = [yield* seeded(3_000), yield* seeded(30_000)]
      yield* sql`vacuum analyze customers, companies`
      const rare = ["Mr Rarebird 5", "Mr Rarebird 3", "Mr Rarebird 2"]
      for (const [text, names] of [
        ["rAREBird", rare],
        ["5550107", ["Customer 7"]],
        ["kestrel", ["Customer 13", "Customer 11"]],
        ["bird 3", ["Mr Rarebird 3"]],
        ["nobody has this", []]
      ] as const) {
        const [few, many] = [yield* listed(small, text), yield* listed(large, text)]
        assert.deepStrictEqual(few.names, [...names], text)
        assert.deepStrictEqual(many.names, [...names], text)
        assert.isAtMost(many.buffers, few.buffers * 1.2 + 50, text)
        const [fewBest, manyBest] = [yield* best(small, text), yield* best(large, text)]
        assert.sameMembers([...manyBest.names], [...names], text)
        assert.isAtMost(manyBest.buffers, fewBest.buffers * 1.2 + 50, text)
      }
      assert.deepStrictEqual((yield* listed(large, "rarebird", { order: "asc", limit: 2 })).names, rare.toReversed())
      assert.deepStrictEqual(
        (yield* listed(large, "rarebird", { sort: "name", order: "asc" })).names,
        rare.toReversed()
      )

      const [few, many] = [yield* listed(small, "common.example"), yield* listed(large, "common.example")]
      assert.lengthOf(many.names, 26)
      assert.isAtMost(many.buffers, few.buffers * 1.2 + 50, "a common text")
      const [fewBest, manyBest] = [yield* best(small, "customer"), yield* best(large, "customer")]
      assert.lengthOf(manyBest.names, 20)
      assert.isAtMost(manyBest.buffers, fewBest.buffers * 1.2 + 50, "the best of a common text")
    })
  )
})
