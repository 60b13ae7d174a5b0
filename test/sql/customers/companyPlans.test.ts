import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CompanyQuery } from "../../../src/domain/CompanyQuery.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { listStatement, positionOf, type ShownCompanyRow } from "../../../src/sql/customers/companyList.ts"
import { Database } from "../../../src/sql/Database.ts"
import { companyIn, recordServices } from "../../support/recordServices.ts"
import { seedBrand } from "../../support/seedTenant.ts"
import { freshBrand } from "../../support/ticketService.ts"

/** The parts of a PostgreSQL plan node that these tests use. */
interface PlanNode {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: ReadonlyArray<PlanNode>
}

const below = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(below)]

/** 10,000 companies, a third of them with customers, beside those of another brand of the tenant. */
const seeded = Effect.gen(function* () {
  const { system: sql } = yield* Database
  const scope = yield* freshBrand
  for (const one of [scope, yield* seedBrand(scope.tenant, "Beta")]) {
    const { id } = yield* companyIn(one, { name: "First" })
    yield* sql`insert into companies (id, tenant_id, brand_id, name)
      select new_uuid_v7(), tenant_id, brand_id, 'Company ' || (n * 7919) % 10000 from companies, generate_series(1, 10000) n
      where id = ${uuidOf(id)}`
    yield* sql`insert into customers (id, tenant_id, brand_id, email, company_id)
      select new_uuid_v7(), c.tenant_id, c.brand_id, n || '@' || c.id || '.example', c.id
      from (select *, row_number() over (order by id) as place from companies where brand_id = ${uuidOf(one.brandId)}) c
      join generate_series(1, 3) n on c.place % 3 = 0`
  }
  yield* sql`vacuum analyze companies, customers`
  return scope
})

/** Executes a list as requests do; returns its rows, its plan, and the number of database pages it read. */
const explained = Effect.fnUntraced(function* (scope: BrandScope, query: CompanyQuery) {
  const { reads } = yield* Database
  const { sql, parameters } = listStatement(scope, query)
  const literals = parameters.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(", ")
  return yield* Effect.gen(function* () {
    const connection = yield* reads.reserve
    const run = <Row>(statement: string) =>
      Effect.map(connection.execute(statement, [], undefined), (rows) => rows as ReadonlyArray<Row>)
    const name = `page_${crypto.randomUUID().replaceAll("-", "")}`
    yield* run(`prepare ${name} as ${sql}`)
    const rows = yield* run<ShownCompanyRow>(`execute ${name}(${literals})`)
    const [explanation] = yield* run<{ "QUERY PLAN": ReadonlyArray<{ Plan: PlanNode }> }>(
      `explain (analyze, buffers, format json) execute ${name}(${literals})`
    )
    const plan = explanation?.["QUERY PLAN"][0]?.Plan
    assert(plan !== undefined)
    return { rows, nodes: below(plan), buffers: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] }
  }).pipe(Effect.scoped)
})

layer(recordServices, { excludeTestServices: true })("under row-level security, among 20,000 companies", (it) => {
  it.effect("the list walks an index in either order, and a deep page costs as much as the first", () =>
    Effect.gen(function* () {
      const scope = yield* seeded
      for (const [sort, index] of [
        ["createdAt", "companies_recent"],
        ["name", "companies_name"]
      ] as const)
        for (const order of ["asc", "desc"] as const) {
          const query: CompanyQuery = { sort, order, limit: 25 }
          const first = yield* explained(scope, query)
          assert.lengthOf(first.rows, 26)
          const indexes = first.nodes.flatMap((node) => node["Index Name"] ?? [])
          assert.includeMembers(indexes, [index, "customers_company"], `${sort} ${order}`)
          const page = first.nodes.find((node) => node["Node Type"] === "Limit")
          assert(page !== undefined)
          assert.isFalse(
            below(page).some((node) => node["Node Type"].includes("Sort")),
            `${sort} ${order}: sorts before the limit`
          )
          const [last] = (yield* explained(scope, { ...query, limit: 9_000 })).rows.slice(-1)
          assert(last !== undefined)
          const deep = yield* explained(scope, { ...query, after: positionOf(last) })
          assert.lengthOf(deep.rows, 26)
          assert.isAtMost(deep.buffers, first.buffers * 1.2 + 50, `${sort} ${order}`)
        }
    })
  )
})
