import { assert, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Database } from "../../../src/sql/Database.ts"
import { load, migrate } from "../../../src/sql/Migrations.ts"
import * as SqlTallyUpkeep from "../../../src/sql/tickets/SqlTallyUpkeep.ts"
import { Categories } from "../../../src/tickets/settings/Categories.ts"
import { Statuses } from "../../../src/tickets/settings/Statuses.ts"
import { TallyUpkeep } from "../../../src/tickets/TallyUpkeep.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { brandLists, categoryIn, copied, statusIn } from "../../support/brandLists.ts"
import { byKey, seedBrand } from "../../support/seedTenant.ts"
import { seedMember } from "../../support/signInServices.ts"
import { emptyDatabase } from "../../support/TestDatabase.ts"
import { fresh, freshBrand, openedIn } from "../../support/ticketService.ts"

/** The counts shown for a brand's tickets, which must equal those of a query: `status`, `category` and the others by name. */
const counted = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  const categories = yield* Categories
  const byCategory = yield* categories.stats(scope)
  const [{ name: _, prefix: __, brandId: ___, ...whole } = assert.fail("no brand")] = yield* (yield* Tickets).counts({
    tenant: scope.tenant,
    brands: new Set([scope.brandId])
  })
  const statuses = yield* (yield* Statuses).stats(scope)
  const shown = {
    ...whole,
    status: named(statuses.map(({ status, ticketCount }) => [status.key, ticketCount])),
    category: named((yield* categories.list(scope)).map(({ id, name }) => [name, byCategory.get(id) ?? 0]))
  }

  const listed = "deleted_at is null and merged_into_id is null and not is_spam"
  const count = (condition: string) => `(count(*) filter (where ${condition}))::int`
  const [found = assert.fail()] = yield* system.unsafe<Omit<typeof shown, "status" | "category">>(
    `select ${["open", "pending", "resolved", "closed"].map((c) => `${count(`${listed} and status_category = '${c}'`)} as ${c}`)},
      ${count(`${listed} and status_category in ('open', 'pending') and assignee_id is null`)} as unassigned,
      ${count("is_spam and deleted_at is null and merged_into_id is null")} as spam
    from tickets where brand_id = $1`,
    [uuidOf(scope.brandId)]
  )
  const by = (column: "status" | "category_id", name: string) =>
    Effect.map(
      system.unsafe<{ name: string; tickets: number }>(
        `select ${name} as name, count(*)::int as tickets from tickets where brand_id = $1 and ${listed} and ${column} is not null
          group by ${column}, ${name}`,
        [uuidOf(scope.brandId)]
      ),
      (rows) => named(rows.map(({ name, tickets }) => [name, tickets]))
    )
  assert.deepStrictEqual(shown, {
    ...found,
    status: yield* by("status", "status"),
    category: yield* by("category_id", "(select g.name from categories g where g.id = category_id)")
  })
  return shown
})

/** Counts by name, without those of zero. */
const named = (counts: ReadonlyArray<readonly [string, number]>) =>
  Object.fromEntries(counts.filter(([, count]) => count !== 0))

const upkeep = TallyUpkeep.use(({ addUp }) => addUp)

layer(Layer.provideMerge(SqlTallyUpkeep.layer, brandLists), { excludeTestServices: true })(
  "The counts of tickets",
  (it) => {
    it.effect("are right after any change of a ticket, before and after summing up", () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const tickets = yield* Tickets
        const statuses = yield* Statuses
        const scope = yield* freshBrand
        const max = yield* seedMember(scope.tenant.accountId, `max-${scope.brandId}@team.example`)
        const billing = yield* categoryIn(scope, "Billing")
        const waiting = yield* statusIn(scope, { name: "Waiting", category: "pending" })
        const nothing = {
          open: 0,
          pending: 0,
          resolved: 0,
          closed: 0,
          unassigned: 0,
          spam: 0,
          status: {},
          category: {}
        }
        assert.deepStrictEqual(yield* counted(scope), nothing)

        const one = yield* openedIn(scope, { categoryId: billing.id })
        const two = yield* openedIn(scope, { assigneeId: max })
        const three = yield* openedIn(scope, { isSpam: true })
        const open = { ...nothing, open: 2, unassigned: 1, spam: 1, status: { open: 2 }, category: { Billing: 1 } }
        assert.deepStrictEqual(yield* counted(scope), open)
        yield* upkeep
        assert.deepStrictEqual(yield* counted(scope), open)

        for (const change of [
          { title: "Nothing that counts" },
          { assigneeId: max },
          { status: waiting.key },
          { categoryId: null, status: "resolved" },
          { status: "open", assigneeId: null, categoryId: billing.id }
        ]) {
          yield* fresh(tickets.update(scope, byKey, one.id, change))
          yield* counted(scope)
        }
        yield* upkeep
        assert.deepStrictEqual(yield* counted(scope), open)

        yield* fresh(tickets.markSpam(scope, byKey, three.id, { isSpam: false, blockSender: false }))
        yield* fresh(tickets.markSpam(scope, byKey, one.id, { isSpam: true, blockSender: false }))
        yield* counted(scope)
        yield* fresh(tickets.delete(scope, byKey, one.id))
        assert.deepStrictEqual(yield* counted(scope), { ...nothing, open: 2, unassigned: 1, status: { open: 2 } })
        yield* fresh(tickets.restore(scope, byKey, one.id))
        yield* fresh(tickets.merge(scope, byKey, two.id, [three.id]))
        yield* counted(scope)
        yield* system`DELETE FROM members WHERE id = ${uuidOf(max)}`
        assert.strictEqual(yield* tickets.unassignMember(scope.tenant.accountId, max), 1)
        assert.deepStrictEqual(yield* counted(scope), {
          ...nothing,
          open: 1,
          unassigned: 1,
          spam: 1,
          status: { open: 1 }
        })

        yield* fresh(tickets.update(scope, byKey, two.id, { status: waiting.key, categoryId: billing.id }))
        assert.include(yield* counted(scope), { pending: 1, unassigned: 1 })
        yield* fresh(statuses.update(scope, byKey, waiting.id, { category: "resolved" }))
        assert.include(yield* counted(scope), { pending: 0, resolved: 1, unassigned: 0 })
        yield* fresh((yield* Categories).delete(scope, byKey, billing.id))
        yield* counted(scope)

        for (const { id } of [one, two, three]) yield* fresh(tickets.purge(scope, byKey, id))
        assert.deepStrictEqual(yield* counted(scope), nothing)
        yield* upkeep
        assert.deepStrictEqual(yield* counted(scope), nothing)
        const left = yield* system`select from tallies where tenant_id = ${scope.tenant.id}`
        assert.lengthOf(left, 0, "nothing is kept of what is gone")
      })
    )

    it.effect("are right after statements about many tickets, and are removed with their brand", () =>
      Effect.gen(function* () {
        const { system } = yield* Database
        const scope = yield* freshBrand
        const kept = yield* seedBrand(scope.tenant, "Kept")
        yield* openedIn(kept)
        const billing = yield* categoryIn(scope, "Billing")
        yield* copied((yield* openedIn(scope, { categoryId: billing.id })).id, 99)
        assert.include(yield* counted(scope), { open: 100, unassigned: 100 })
        const brand = uuidOf(scope.brandId)
        yield* system`update tickets set is_spam = true where brand_id = ${brand} and number % 2 = 0`
        yield* system`update tickets set deleted_at = now() where brand_id = ${brand} and number % 3 = 0`
        yield* counted(scope)
        yield* upkeep
        yield* system`delete from tickets where brand_id = ${brand} and number % 5 = 0`
        yield* counted(scope)
        yield* system`delete from brands where id = ${brand}`
        yield* upkeep
        const left = yield* system`select name, amount from tallies where tenant_id = ${scope.tenant.id}`
        assert.deepStrictEqual(left, [{ name: "unassigned", amount: 1 }])
        assert.include(yield* counted(kept), { open: 1 })
      })
    )

    it.effect("include what was opened before they were requested, while others request them all the time", () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const ask = (yield* Tickets).counts({ tenant: scope.tenant, brands: "all" })
        const others = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 8 }, () => Effect.forever(ask)),
            { concurrency: "unbounded" }
          )
        )
        for (let opened = 1; opened <= 50; opened++) {
          yield* openedIn(scope)
          assert.deepInclude((yield* ask)[0], { open: opened })
        }
        yield* Fiber.interrupt(others)
      })
    )

    it.effect("are right when summed up while many write", () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const tickets = yield* Tickets
        const seen = openedIn(scope).pipe(
          Effect.flatMap(({ id }) => fresh(tickets.update(scope, byKey, id, { status: "pending" })))
        )
        yield* Effect.all(
          Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? Effect.asVoid(upkeep) : Effect.asVoid(seen))),
          { concurrency: "unbounded" }
        )
        assert.include(yield* counted(scope), { open: 0, pending: 30, unassigned: 30 })
        yield* upkeep
        assert.include(yield* counted(scope), { open: 0, pending: 30, unassigned: 30 })
      })
    )
  }
)

it.live("Existing tickets are counted, as well as changes until they are", () =>
  Effect.gen(function* () {
    const { sql, url } = yield* emptyDatabase
    const migrations = yield* load()
    const upTo = (id: number) => migrate(url, migrations.slice(0, id))
    yield* upTo(43)
    yield* sql`set trunkline.system = 'on'`
    const [{ tenant } = assert.fail()] = yield* sql<{ tenant: string }>`
      with account as (insert into accounts (id, name) values (new_uuid_v7(), 'Acme') returning id)
      insert into tenants (id, account_id, mode) select new_uuid_v7(), id, 'live' from account returning id as tenant`
    yield* sql`insert into brands (id, tenant_id, name, slug, ticket_prefix) values (new_uuid_v7(), ${tenant}, 'Acme', 'acme', 'AC')`
    yield* sql`insert into statuses (id, tenant_id, brand_id, key, category, name, customer_name, color, is_system, is_default, sort_order)
      select new_uuid_v7(), tenant_id, id, 'open', 'open', 'Open', 'Open', '#112233', true, true, 1 from brands`
    yield* sql`insert into customers (id, tenant_id, brand_id, email) select new_uuid_v7(), tenant_id, id, 'ines@north.example' from brands`
    const open = (first: number, last: number) => sql`
      insert into tickets (id, tenant_id, brand_id, number, customer_id, customer_email, title, status_id, status, status_category,
          priority, source, origin, created_at, updated_at)
        select new_uuid_v7(), c.tenant_id, c.brand_id, n, c.id, c.email, 'Invoice', s.id, 'open', 'open', 2, 'API', 'human', now(), now()
        from customers c, statuses s, generate_series(${first}::int, ${last}::int) n`
    yield* open(1, 3)
    yield* upTo(44)
    yield* open(4, 5)
    yield* sql`update tickets set is_spam = true where number = 1`
    yield* sql`delete from tickets where number = 2`
    yield* upTo(45)
    yield* open(6, 6)
    const stats = yield* sql`select open::int, unassigned::int, spam::int from ticket_stats(${tenant}, null)`
    assert.deepStrictEqual(stats, [{ open: 4, unassigned: 4, spam: 1 }])
  })
)
