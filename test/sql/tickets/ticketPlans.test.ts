import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { type CompanyId, idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope, BrandsScope } from "../../../src/domain/Principal.ts"
import type { TicketQuery } from "../../../src/domain/TicketQuery.ts"
import { Database } from "../../../src/sql/Database.ts"
import { fewTickets, mostNamed } from "../../../src/sql/tickets/fewTickets.ts"
import { takenSql } from "../../../src/sql/tickets/TicketCensus.ts"
import { type ListedRow, listStatement, positionOf } from "../../../src/sql/tickets/ticketList.ts"
import { mostTaken } from "../../../src/tickets/TicketStore.ts"
import { seedBrand } from "../../support/seedTenant.ts"
import { freshBrand, newest, openedIn, ticketService } from "../../support/ticketService.ts"

const limit = 25

/** The parts of a PostgreSQL plan node that these tests use. */
interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

const below = (node: PlanNode): ReadonlyArray<PlanNode> => [node, ...(node.Plans ?? []).flatMap(below)]

/** One ticket in fifty is open, waiting, of one customer, assignee or category; most of the others are closed. */
const seedTickets = Effect.fnUntraced(function* (scope: BrandScope, count: number) {
  const { system: sql } = yield* Database
  const { customerId, id } = yield* openedIn(scope)
  yield* sql`insert into customers (id, tenant_id, brand_id, email)
    select new_uuid_v7(), tenant_id, brand_id, n || email from customers, generate_series(1, 49) n where id = ${uuidOf(customerId)}`
  yield* sql`insert into statuses (id, tenant_id, brand_id, key, category, name, customer_name, color, sort_order)
    values (new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'waiting', 'pending', 'Waiting', 'Waiting', '#123456', 4)`
  // The only category shares its id with the customer, as does the assignee.
  yield* sql`insert into categories (id, tenant_id, brand_id, name, sort_order)
    values (${uuidOf(customerId)}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'Billing', 0)`
  yield* sql`insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, title, status_id, status, status_category, priority, assignee_id, category_id, source, origin, created_at, updated_at)
    select new_uuid_v7(), t.tenant_id, t.brand_id, 2000 + n, c.id, c.email, 'Ticket ' || n, s.id, s.key, s.category, (n * 7) % 5, c.id, case when n % 50 = 7 then ${uuidOf(customerId)}::uuid end, t.source, t.origin,
      now() - n * interval '1 minute', now() - ((n * 7919) % ${count}) * interval '1 minute'
    from tickets t, generate_series(1, ${count}::int) n
    join statuses s on s.brand_id = ${uuidOf(scope.brandId)}
      and s.key = case when n % 50 = 0 then 'open' when n % 50 = 11 then 'waiting' when n % 50 < 3 then 'pending' when n % 50 < 10 then 'resolved' else 'closed' end
    join (select id, email, row_number() over (order by id) as place from customers where brand_id = ${uuidOf(scope.brandId)}) c on c.place = n % 50 + 1
    where t.id = ${uuidOf(id)}`
  const same = uuidOf(customerId)
  return { ...scope, customerId, assigneeId: idOf("member", same), categoryId: idOf("category", same) }
}, Effect.orDie)

/** A tenant with 25,000 tickets in two brands, beside another tenant. */
const seeded = Effect.gen(function* () {
  const scope = yield* seedTickets(yield* freshBrand, 20_000)
  yield* seedTickets(yield* seedBrand(scope.tenant, "Beta"), 5_000)
  yield* seedTickets(yield* freshBrand, 5_000)
  const { system: sql } = yield* Database
  yield* sql`analyze`
  return scope
})

/** Executes a list as requests do; returns its rows and how PostgreSQL found the page's tickets. */
const explained = Effect.fnUntraced(function* (scope: BrandsScope, query: TicketQuery) {
  const { reads } = yield* Database
  const rows = (sql: string, parameters: ReadonlyArray<unknown>) =>
    Effect.orDie(reads.unsafe<{ readonly id: string }>(sql, parameters))
  const few = yield* fewTickets(rows, scope, query)
  const { sql, parameters } = listStatement(scope, query, undefined, few)
  return { few, ...(yield* carriedOut<ListedRow>(sql, parameters)) }
})

/** Executes a statement as requests do; returns its rows and how PostgreSQL found them. */
const carriedOut = Effect.fnUntraced(function* <Found>(sql: string, parameters: ReadonlyArray<unknown>) {
  const { reads } = yield* Database
  const literals = parameters.map((value) =>
    value === null
      ? "null"
      : Array.isArray(value)
        ? `'{${value.join(",")}}'`
        : `'${String(value).replaceAll("'", "''")}'`
  )
  return yield* Effect.gen(function* () {
    const connection = yield* reads.reserve
    const run = <Row>(statement: string) =>
      Effect.map(connection.execute(statement, [], undefined), (rows) => rows as ReadonlyArray<Row>)
    const [role] = yield* run<{ bypasses: boolean }>(
      "select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user"
    )
    assert.isFalse(role?.bypasses, "row-level security does not bind these statements")
    // A prepared statement with this name is unique in these tests, so its plan is the one that requests get.
    const name = `page_${crypto.randomUUID().replaceAll("-", "")}`
    yield* run(`prepare ${name} as ${sql}`)
    const rows = yield* run<Found>(`execute ${name}(${literals.join(", ")})`)
    const [explanation] = yield* run<{ "QUERY PLAN": ReadonlyArray<{ Plan: PlanNode }> }>(
      `explain (analyze, format json) execute ${name}(${literals.join(", ")})`
    )
    const plan = explanation?.["QUERY PLAN"][0]?.Plan
    assert(plan !== undefined)
    return { rows, plan }
  }).pipe(Effect.scoped)
})

/**
 * Asserts that a plan walks the index in order, and reads the tickets of the page, plus one where PostgreSQL 15 closes the
 * window in which it counts.
 */
const walks = (plan: PlanNode, indexes: ReadonlyArray<string>, label: string) => {
  const nodes = below(plan)
  assert.isFalse(
    nodes.some((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === "tickets"),
    `${label}: reads the whole table`
  )
  const page = nodes.find((node) => node["Node Type"] === "Limit")
  assert(page !== undefined, `${label}: no limit`)
  assert.isFalse(
    below(page).some((node) => node["Node Type"].includes("Sort")),
    `${label}: sorts before the limit`
  )
  const [scan, ...more] = below(page).filter((node) => node["Relation Name"] === "tickets")
  assert.lengthOf(more, 0, label)
  assert.include(indexes, scan?.["Index Name"], label)
  const read = ((scan?.["Actual Rows"] ?? 0) + (scan?.["Rows Removed by Filter"] ?? 0)) * (scan?.["Actual Loops"] ?? 1)
  assert.isAtMost(read, limit + 2, `${label}: reads tickets that it does not show`)
}

type Seeded = Effect.Success<typeof seeded>

/** Files a brand's tickets: under a tag that half of them have, under one that fifty have, and under two companies. */
const filed = Effect.fnUntraced(function* ({ brandId, customerId, tenant }: Seeded) {
  const { system: sql } = yield* Database
  const brand = uuidOf(brandId)
  const uuids = () => Array.from({ length: 4 }, () => crypto.randomUUID())
  const [half = "", fifty = "", large = "", small = ""] = uuids()
  yield* sql`insert into tags (id, tenant_id, brand_id, name, color) select id, ${tenant.id}, ${brand}, name, '#123456'
    from unnest(${[half, fifty]}::uuid[], '{half,fifty}'::text[]) g(id, name)`
  yield* sql`insert into ticket_tags (tenant_id, ticket_id, tag_id) select tenant_id, id, ${half}::uuid from tickets where brand_id = ${brand} and number % 2 = 0
    union all (select tenant_id, id, ${fifty}::uuid from tickets where brand_id = ${brand} and number between 2001 and 2050)`
  yield* sql`insert into companies (id, tenant_id, brand_id, name) select id, ${tenant.id}, ${brand}, name
    from unnest(${[large, small]}::uuid[], '{Large,Small}'::text[]) o(id, name)`
  yield* sql`update customers set company_id = case when id = ${uuidOf(customerId)} then ${small}::uuid else ${large}::uuid end where brand_id = ${brand}`
  yield* sql`update tickets set source_id = 'ours-7', created_by = 'user-7', due_at = now() where brand_id = ${brand} and number = 2007`
  yield* sql`update tickets set due_at = now() + interval '1 day', attachment_count = 1, source = 'slack', origin = 'chat'
    where brand_id = ${brand} and number between 2051 and 2100`
  yield* sql`analyze`
  return {
    tags: { half: idOf("tag", half), fifty: idOf("tag", fifty) },
    companies: { large: idOf("company", large), small: idOf("company", small) }
  }
}, Effect.orDie)

/** Each list, and the indexes in its order. */
const lists = ({
  assigneeId,
  categoryId,
  customerId
}: Seeded): ReadonlyArray<
  readonly [name: string, of: "brand" | "tenant", Partial<TicketQuery>, ...indexes: ReadonlyArray<string>]
> => [
  ["the newest of a brand", "brand", {}, "tickets_recent"],
  ["the oldest of a brand", "brand", { order: "asc" }, "tickets_recent"],
  ["the newest of all brands", "tenant", {}, "tickets_pkey"],
  ["the oldest of all brands", "tenant", { order: "asc" }, "tickets_pkey"],
  ["the newest of a category of status", "brand", { statusCategories: ["open"] }, "tickets_status"],
  ["the newest of a status that every brand has", "brand", { statuses: ["open"] }, "tickets_status"],
  ["the newest of a status of the brand's own", "brand", { statuses: ["waiting"] }, "tickets_custom_status"],
  ["the newest of a category", "brand", { categories: { ids: [categoryId], none: false } }, "tickets_category"],
  ["the newest of a customer", "brand", { customerIds: [customerId] }, "tickets_customer"],
  ["the newest of an assignee", "brand", { assignees: { ids: [assigneeId], none: false } }, "tickets_assignee"],
  ["the last changed", "brand", { sort: "updatedAt" }, "tickets_updated"],
  ["the first changed", "brand", { sort: "updatedAt", order: "asc" }, "tickets_updated"],
  ["the most urgent", "brand", { sort: "priority" }, "tickets_priority"],
  ["the least urgent", "brand", { sort: "priority", order: "asc" }, "tickets_priority"]
]

layer(ticketService, { excludeTestServices: true })("under row-level security, among 30,000 tickets", (it) => {
  it.effect("every list that people use walks its index, and a deep page costs as much as the first", () =>
    Effect.gen(function* () {
      const scope = yield* seeded
      for (const [name, of, more, ...indexes] of lists(scope)) {
        const within: BrandsScope = {
          tenant: scope.tenant,
          brands: of === "tenant" ? "all" : new Set([scope.brandId])
        }
        const query: TicketQuery = { ...newest, limit, ...more }
        const first = yield* explained(within, query)
        assert.lengthOf(first.rows, limit + 1, name)
        walks(first.plan, indexes, name)
        const depth = (yield* explained(within, { ...query, limit: 350 })).rows
        const last = depth.at(-2)
        assert(last !== undefined)
        const deep = yield* explained(within, { ...query, after: positionOf(last) })
        assert.lengthOf(deep.rows, limit + 1, name)
        walks(deep.plan, indexes, `${name}, a deep page`)
      }
    })
  )

  it.effect("what a member still has to do is counted in its own index, and only up to a hundred", () =>
    Effect.gen(function* () {
      const { system: sql } = yield* Database
      const { assigneeId, tenant } = yield* seeded
      yield* sql`update tickets set status_category = case when n % 10 = 0 then 'open' else 'closed' end
        from (select id, row_number() over () n from tickets where assignee_id = ${uuidOf(assigneeId)}) t where t.id = tickets.id`
      const counted = [
        ["is whole", 40],
        ["ends", 100]
      ] as const
      for (const [name, expected] of counted) {
        yield* sql`vacuum analyze tickets`
        const parameters = [tenant.id, uuidOf(assigneeId), null, mostTaken]
        const { plan, rows } = yield* carriedOut<{ readonly taken: number }>(takenSql, parameters)
        assert.deepStrictEqual(rows, [{ taken: expected }], name)
        const [scan] = below(plan).filter((node) => node["Relation Name"] === "tickets")
        assert.deepInclude(scan, {
          "Node Type": "Index Only Scan",
          "Index Name": "tickets_taken",
          "Actual Rows": expected
        })
        yield* sql`update tickets set status_category = 'pending' where assignee_id = ${uuidOf(assigneeId)}`
      }
    })
  )

  it.effect("lists filtered by another table read what they show, or what few have", () =>
    Effect.gen(function* () {
      const scope = yield* seeded
      const { companies, tags } = yield* filed(scope)
      const within: BrandsScope = { tenant: scope.tenant, brands: new Set([scope.brandId]) }
      const of = (company: CompanyId) => ({ companies: { ids: [company], none: false } })
      const [{ email } = assert.fail()] = yield* (yield* Database).system<{ email: string }>`
        select email from customers where id = ${uuidOf(scope.customerId)}`
      const lists: ReadonlyArray<
        readonly [name: string, Partial<TicketQuery>, shown: number, few?: number | undefined, looked?: number]
      > = [
        ["a tag that half have", { tagIds: [tags.half] }, limit + 1],
        ["a tag that half have, the last changed", { tagIds: [tags.half], sort: "updatedAt" }, limit + 1],
        ["a tag that fifty have", { tagIds: [tags.fifty] }, limit + 1, 50],
        ["either tag", { tagIds: [tags.half, tags.fifty], tagMode: "any" }, limit + 1],
        ["both tags", { tagIds: [tags.half, tags.fifty], tagMode: "all" }, 25, 25],
        ["a large company", of(companies.large), limit + 1],
        ["a small company", of(companies.small), limit + 1, 401],
        ["a small company's with a rare tag", { ...of(companies.small), tagIds: [tags.fifty] }, 1, 50],
        ["an address", { customerEmail: email }, limit + 1, undefined, 401],
        ["an address that nobody has", { customerEmail: "nobody@north.example" }, 0],
        ["an id elsewhere", { sourceId: "ours-7" }, 1],
        ["an id elsewhere that none has", { sourceId: "ours-8" }, 0],
        ["one who opened a ticket", { createdBy: "user-7" }, 1],
        ["one who opened none", { createdBy: "user-8" }, 0],
        ["what is due", { dueBefore: yield* DateTime.now }, 1],
        [
          "what is due first",
          { dueBefore: DateTime.add(yield* DateTime.now, { days: 2 }), sort: "dueAt", order: "asc" },
          limit + 1
        ],
        ["with files", { hasAttachments: true }, limit + 1],
        ["with files, the last changed", { hasAttachments: true, sort: "updatedAt" }, limit + 1],
        ["from a chat", { origins: ["chat"] }, limit + 1],
        ["from Slack", { sources: ["slack"] }, limit + 1],
        ["from where none came", { sources: ["sms", "whatsapp"] }, 0]
      ]
      for (const [name, more, shown, named, most = named ?? 4 * limit] of lists) {
        const { few, plan, rows } = yield* explained(within, { ...newest, limit, ...more })
        assert.lengthOf(rows, shown, name)
        assert.strictEqual(few?.length, named, name)
        const looked = below(plan)
          .filter((node) => node["Relation Name"] === "tickets")
          .map((node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"])
        assert.isAtMost(Math.max(...looked), most, name)
      }
      assert.isAbove(10_000, mostNamed, "half of the tickets are many")
    })
  )
})
