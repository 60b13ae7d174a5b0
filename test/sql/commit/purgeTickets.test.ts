import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { Database } from "../../../src/sql/Database.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { byKey } from "../../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand, openedIn, ticketService } from "../../support/ticketService.ts"

const words = "The invoice of Ines Roth names the wrong company"

/** A ticket with a comment, a note, a file and a received message, all of which contain the words. */
const furnished = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  const ids = yield* IdGenerator
  const ticket = yield* openedIn(scope, {
    title: words,
    body: words,
    customFields: { words },
    metadata: { words },
    tags: { names: [words.slice(0, 40)], ids: [] }
  })
  const comments = yield* Comments
  for (const visibility of ["public", "internal"] as const)
    yield* fresh(
      comments.add(
        scope,
        { ...byKey, actor: { type: "customer", id: "cus_1", name: `"${words}\\`, channel: "portal" } },
        ticket.id,
        {
          body: words,
          visibility,
          authorType: "AGENT",
          authorName: words,
          source: "api"
        }
      )
    )
  const [tenant, brand, id] = [scope.tenant.id, uuidOf(scope.brandId), uuidOf(ticket.id)]
  yield* system`insert into attachments (id, tenant_id, brand_id, ticket_id, filename, content_type, size, status, blob_key)
    values (${uuidOf(ids.next("attachment"))}, ${tenant}, ${brand}, ${id}, ${words}, 'text/plain', 1, 'UPLOADED', ${`file of ${ticket.id}`})`
  yield* system`insert into inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients, subject, status, outcome, ticket_id, size, blob_key, envelope, received_at)
    values (${uuidOf(ids.next("inbound"))}, ${tenant}, ${brand}, 'email', ${ticket.id}, ${Buffer.from(ticket.id)}, 'ines@north.example', ${[words]}, ${words}, 'processed', 'ticket_created', ${id}, 1,
      ${`mail of ${ticket.id}`}, ${JSON.stringify({ words })}::jsonb, now())`
  yield* system`insert into outgoing_mail (id, tenant_id, brand_id, ticket_id, kind, message_id, recipient, subject, text, sealed, expires_at)
    values (${crypto.randomUUID()}, ${tenant}, ${brand}, ${id}, 'reply', ${`out of ${ticket.id}`}, 'ines@north.example', ${words}, ${words}, false, now())`
  return ticket
}, Effect.orDie)

/** Everything of a tenant, as text: every row of every table with a tenant. */
const everything = Effect.fnUntraced(function* (scope: BrandScope) {
  const { system } = yield* Database
  const tables = yield* system<{ name: string }>`select table_name as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema = current_schema()
      and table_name not in (select inhrelid::regclass::text from pg_inherits)`
  const rows = yield* Effect.forEach(
    tables,
    ({ name }) =>
      system<{ row: string }>`select t::text as row from ${system(name)} t where tenant_id = ${scope.tenant.id}`
  )
  return rows.flat().map(({ row }) => row)
}, Effect.orDie)

const purge = (scope: BrandScope, ticket: Ticket) =>
  Tickets.use((tickets) => fresh(tickets.purge(scope, byKey, ticket.id)))

layer(ticketService, { excludeTestServices: true })("a purge", (it) => {
  it.effect("leaves nothing of what people wrote, anywhere", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* furnished(scope)
      const { system } = yield* Database
      assert.isAbove((yield* everything(scope)).filter((row) => row.includes("wrong company")).length, 5)
      yield* purge(scope, ticket)
      // A tag belongs to the brand.
      yield* Effect.orDie(system`delete from tags where tenant_id = ${scope.tenant.id}`)
      const left = (yield* everything(scope)).filter((row) => row.includes("wrong company"))
      assert.deepStrictEqual(left, [])
    })
  )

  it.effect("schedules the bytes of its files and mail for removal", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* furnished(scope)
      yield* purge(scope, ticket)
      const { system } = yield* Database
      const removals = yield* Effect.orDie(
        system<{ key: string }>`select key from blob_removals where tenant_id = ${scope.tenant.id} order by key`
      )
      assert.deepStrictEqual(
        removals.map(({ key }) => key),
        [`file of ${ticket.id}`, `mail of ${ticket.id}`]
      )
    })
  )

  it.effect("leaves only ids in earlier events, and publishes its own without what people wrote", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* furnished(scope)
      const told = yield* eventsAbout(ticket.id)
      yield* purge(scope, ticket)
      const events = yield* eventsAbout(ticket.id)
      assert.deepStrictEqual(
        events.map(({ seq, type }) => [type, seq]),
        [...told.map(({ seq, type }) => [type, seq]), ["ticket.deleted", told.length + 1]]
      )
      const earlier = events.slice(0, -1)
      for (const [index, { data, payload, type }] of earlier.entries()) {
        assert.strictEqual(data["purged"], true)
        const before = JSON.parse(told[index]?.payload ?? "")
        const after = JSON.parse(payload)
        assert.deepStrictEqual(Object.keys(after), Object.keys(before))
        assert.deepStrictEqual(
          { ...after, actor: { ...after.actor, name: before.actor.name } },
          { ...before, data: after.data }
        )
        assert.isNull(after.actor.name)
        // Purged payloads end this way, and are not purged again.
        assert.isTrue(payload.endsWith('"purged":true}}'), payload)
        // Subscribers get aliases in place of the name, whose form is unchanged.
        assert.include(payload, `"event":"${type}","type":"${type}"`)
        if (type === "comment.created")
          assert.deepStrictEqual(data, {
            ticketId: ticket.id,
            customerId: ticket.customerId,
            comment: { id: before.data.comment.id },
            purged: true
          })
      }
      assert.deepStrictEqual(earlier[0]?.data, {
        id: ticket.id,
        brandId: ticket.brandId,
        customerId: ticket.customerId,
        purged: true
      })
      const { data } = events.at(-1) ?? assert.fail("no event")
      assert.deepInclude(data, {
        id: ticket.id,
        ticketNumber: ticket.number,
        status: "open",
        permanent: true,
        purged: true
      })
      assert.deepInclude(data, { title: "", body: null, customerEmail: null, customerName: null, tags: [] })
    })
  )

  it.effect("from the trash is not published a second time", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* openedIn(scope)
      const tickets = yield* Tickets
      yield* tickets.delete(scope, byKey, ticket.id)
      yield* purge(scope, ticket)
      assert.deepStrictEqual(
        (yield* eventsAbout(ticket.id)).map(({ type }) => type),
        ["ticket.created", "ticket.deleted"]
      )
    })
  )

  it.effect("leaves no ticket to read, change, restore or purge again", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* openedIn(scope)
      const tickets = yield* Tickets
      const answered = yield* purge(scope, ticket)
      assert.isDefined(answered.ticket.deletedAt)
      for (const attempt of [
        tickets.get(scope, ticket.id, { deleted: true }),
        tickets.update(scope, byKey, ticket.id, { title: "late" }),
        tickets.restore(scope, byKey, ticket.id),
        tickets.purge(scope, byKey, ticket.id)
      ])
        assert.strictEqual((yield* Effect.flip<unknown, { readonly _tag: string }, never>(attempt))._tag, "NotFound")
    })
  )

  it.effect("takes effect for other commands in the same commit, too", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* openedIn(scope)
      const tickets = yield* Tickets
      const [, , late] = yield* Effect.all(
        [
          tickets.update(scope, byKey, ticket.id, { title: "changed" }),
          tickets.purge(scope, byKey, ticket.id),
          Effect.flip(tickets.update(scope, byKey, ticket.id, { title: "late" }))
        ],
        { concurrency: "unbounded" }
      )
      assert.strictEqual(late._tag, "NotFound")
      const { system } = yield* Database
      assert.lengthOf(yield* Effect.orDie(system`select 1 from tickets where id = ${uuidOf(ticket.id)}`), 0)
    })
  )

  it.effect("removes nothing of other tickets", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [gone, stays] = [yield* furnished(scope), yield* furnished(scope)]
      const told = yield* eventsAbout(stays.id)
      yield* purge(scope, gone)
      assert.deepStrictEqual(yield* eventsAbout(stays.id), told)
      assert.lengthOf(yield* Comments.use((comments) => comments.list(scope, stays.id, {})), 2)
    })
  )
})
