import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import { SqlError } from "effect/sql"
import { uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { Database } from "../../src/sql/Database.ts"
import { sqlState } from "../../src/sql/StatementFailed.ts"
import * as SqlTrash from "../../src/sql/tickets/SqlTrash.ts"
import { Comments } from "../../src/tickets/Comments.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { Trash } from "../../src/tickets/Trash.ts"
import { byKey } from "../support/seedTenant.ts"
import { freshBrand, openedIn, ticketService } from "../support/ticketService.ts"

const services = SqlTrash.layer.pipe(Layer.provideMerge(ticketService))

/** Rows with dangling references, by table. */
const orphans = Effect.flatMap(
  Database,
  ({ system }) => system<{ name: string }>`
    select 'ticket of no brand' as name from tickets t where not exists (select from brands b where b.tenant_id = t.tenant_id and b.id = t.brand_id)
    union all select 'ticket of no customer' from tickets t
      where not exists (select from customers c where c.tenant_id = t.tenant_id and c.id = t.customer_id and c.brand_id = t.brand_id)
    union all select 'customer of no brand' from customers c
      where not exists (select from brands b where b.tenant_id = c.tenant_id and b.id = c.brand_id)
    union all select 'comment on no ticket' from comments c
      where not exists (select from tickets t where t.tenant_id = c.tenant_id and t.id = c.ticket_id)
    union all select 'message of no brand' from outgoing_mail m where m.brand_id is not null
      and not exists (select from brands b where b.tenant_id = m.tenant_id and b.id = m.brand_id)
    union all select 'words of no ticket' from ticket_texts x where not exists (select from tickets t where t.id = x.id)
    union all select 'words of no comment' from comment_texts x where not exists (select from comments c where c.id = x.id)
    union all select 'ticket without words' from tickets t where not exists (select from ticket_texts x where x.id = t.id)
    union all select 'comment without words' from comments c where not exists (select from comment_texts x where x.id = c.id)`
).pipe(Effect.orDie)

const commented = (scope: BrandScope, { id }: Ticket) =>
  Comments.use((comments) =>
    comments.add(scope, byKey, id, { body: "Of course.", visibility: "public", authorType: "AGENT", source: "api" })
  )

/** The error with which PostgreSQL refuses the statement. */
const refusal = (statement: string) =>
  Effect.flatMap(Database, ({ system }) =>
    system.unsafe(statement).pipe(
      Effect.as("done"),
      Effect.catchIf(SqlError.isSqlError, (error) => Effect.succeed(sqlState(error)))
    )
  )

const referenceRefused = "23503"
/** The columns of an existing ticket, with others in some places. */
const copyOf = (ticket: Ticket, table: string, other: Record<string, string>) =>
  `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${Object.entries({
    id: "gen_random_uuid()",
    ...other
  })
    .map(([column, value]) => `'${column}', ${value}`)
    .join(
      ", "
    )}))).* from ${table} t where t.${table === "comments" ? "ticket_id" : "id"} = '${uuidOf(table === "customers" ? ticket.customerId : ticket.id)}'`

/** Mail of a tenant or a brand. */
const mail = (tenant: string, brand: string) =>
  `insert into outgoing_mail (id, tenant_id, brand_id, kind, message_id, recipient, subject, text, sealed, expires_at)
    values (gen_random_uuid(), ${tenant}, ${brand}, 'reply', gen_random_uuid(), 'ada@north.example', 'Hello', 'Hello', false, now())`

/** Waits until a connection waits for a lock. */
const waits = Effect.gen(function* () {
  const { system } = yield* Database
  for (;;) {
    const waiting = yield* system`select pg_stat_clear_snapshot() from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    if (waiting.length > 0) return
    yield* system`select pg_stat_clear_snapshot()`
  }
}).pipe(Effect.orDie)

layer(services, { excludeTestServices: true })("what tickets, comments and customers refer to", (it) => {
  it.effect("is checked for rows that the writer did not write, and for those whose reference changes", () =>
    Effect.gen(function* () {
      const [scope, foreign] = [yield* freshBrand, yield* freshBrand]
      const [ticket, others] = [yield* openedIn(scope), yield* openedIn(foreign)]
      yield* commented(scope, ticket)
      const [id, stranger] = [uuidOf(ticket.id), `'${uuidOf(others.customerId)}'`]
      for (const statement of [
        copyOf(ticket, "tickets", { number: "7", customer_id: "gen_random_uuid()" }),
        copyOf(ticket, "tickets", { number: "7", customer_id: stranger }),
        copyOf(ticket, "tickets", { number: "7", brand_id: `'${uuidOf(foreign.brandId)}'` }),
        copyOf(ticket, "customers", { email: "'b@north.example'", brand_id: "gen_random_uuid()" }),
        copyOf(ticket, "comments", { ticket_id: `'${uuidOf(others.id)}'` }),
        mail(`'${scope.tenant.id}'`, "gen_random_uuid()"),
        mail(`'${scope.tenant.id}'`, `'${uuidOf(foreign.brandId)}'`),
        `update tickets set customer_id = ${stranger} where id = '${id}'`,
        `update comments set ticket_id = '${uuidOf(others.id)}' where ticket_id = '${id}'`,
        `delete from customers where id = '${uuidOf(ticket.customerId)}'`
      ])
        assert.strictEqual(yield* refusal(statement), referenceRefused, statement)
      for (const statement of [
        copyOf(ticket, "tickets", { number: "7" }),
        copyOf(ticket, "customers", { email: "'b@north.example'" }),
        copyOf(ticket, "comments", {}),
        mail("null", "null"),
        mail(`'${scope.tenant.id}'`, `'${uuidOf(scope.brandId)}'`)
      ])
        assert.strictEqual(yield* refusal(statement), "done", statement)
      assert.deepStrictEqual(yield* orphans, [])
    })
  )

  it.effect("cascades: a ticket to its comments, a brand to its tickets and customers, a tenant to its brands", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const left = (scope: BrandScope) =>
        Effect.map(
          system<{ n: number }>`select (select count(*) from tickets where tenant_id = ${scope.tenant.id})
            + (select count(*) from customers where tenant_id = ${scope.tenant.id})
            + (select count(*) from comments where tenant_id = ${scope.tenant.id})
            + (select count(*) from outgoing_mail where tenant_id = ${scope.tenant.id}) as n`,
          ([row]) => row?.n
        )
      for (const [statement, rest] of [
        ["delete from tickets where tenant_id = $1", 3],
        ["delete from brands where tenant_id = $1", 0],
        ["delete from tenants where id = $1", 0]
      ] as const) {
        const scope = yield* freshBrand
        yield* commented(scope, yield* openedIn(scope))
        yield* system.unsafe(mail(`'${scope.tenant.id}'`, `'${uuidOf(scope.brandId)}'`))
        assert.strictEqual(
          yield* left(scope),
          5,
          "a ticket, its customer, a comment, mail about it, and mail about none"
        )
        yield* system.unsafe(statement, [scope.tenant.id])
        assert.strictEqual(yield* left(scope), rest, statement)
      }
      assert.deepStrictEqual(yield* orphans, [])
    }).pipe(Effect.orDie)
  )

  it.effect("is not removed by a transaction that has not seen a ticket being opened", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const ticket = yield* openedIn(scope)
      const customer = uuidOf((yield* openedIn(scope, { customer: { email: "last@north.example" } })).customerId)
      yield* system`delete from tickets where customer_id = ${customer}`
      const removing = yield* system.withTransaction(
        Effect.gen(function* () {
          // As the writer does: it locks the brand, and its rows are not checked again.
          yield* system`select set_config('trunkline.writer', 'on', true) from brands where id = ${uuidOf(scope.brandId)} for no key update`
          yield* system.unsafe(copyOf(ticket, "tickets", { number: "7", customer_id: `'${customer}'` }))
          const removing = Effect.runFork(
            Effect.exit(
              Effect.provideService(
                refusal(`delete from customers where id = '${customer}'`),
                Database,
                yield* Database
              )
            )
          )
          yield* waits
          return removing
        })
      )
      const exit = yield* Fiber.join(removing)
      assert.deepStrictEqual(exit, Exit.succeed(referenceRefused))
      yield* system`delete from tickets where customer_id = ${customer}`
    }).pipe(Effect.orDie)
  )

  it.effect("exists after any concurrency of openings, comments, purges, and brands that are purged", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const tickets = yield* Tickets
      const { purgeBrands } = yield* Trash
      for (let round = 0; round < 4; round++) {
        const scope = yield* freshBrand
        const first = yield* openedIn(scope)
        const goes = Effect.gen(function* () {
          yield* system`update brands set deleted_at = now() - interval '31 days' where id = ${uuidOf(scope.brandId)}`
          // One that is locked waits for its next turn.
          while ((yield* system`select from brands where id = ${uuidOf(scope.brandId)}`).length > 0) yield* purgeBrands
        })
        const opened = Array.from({ length: 12 }, (_, n) =>
          Effect.ignore(openedIn(scope, { customer: { email: `${n}@north.example` } }))
        )
        const talk = Array.from({ length: 6 }, () => Effect.ignore(commented(scope, first)))
        yield* Effect.all([...opened, ...talk, Effect.ignore(tickets.purge(scope, byKey, first.id)), goes], {
          concurrency: "unbounded",
          discard: true
        })
        assert.deepStrictEqual(yield* orphans, [])
      }
    }).pipe(Effect.orDie)
  )
})
