import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Comment } from "../../../src/domain/Comment.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import { Database } from "../../../src/sql/Database.ts"
import type { CommentCreate } from "../../../src/tickets/addComment.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import type { TicketChange } from "../../../src/tickets/changeTicket.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { countedTicketService, statementsOf } from "../../support/countedStatements.ts"
import { byKey, seedBrand, seedTenant } from "../../support/seedTenant.ts"
import { asJson, eventsAbout, fresh, freshBrand, openedIn } from "../../support/ticketService.ts"
import { onNode, TwoNodes } from "../../support/twoNodes.ts"

const note: CommentCreate = { body: "Called them.", visibility: "internal", authorType: "AGENT", source: "api" }
const reply: CommentCreate = { ...note, body: "It is on its way.", visibility: "public" }

const change = (scope: BrandScope, { id }: Pick<Ticket, "id">, to: TicketChange) =>
  fresh(Tickets.use((tickets) => tickets.update(scope, byKey, id, to)))
const comment = (scope: BrandScope, { id }: Pick<Ticket, "id">, input: CommentCreate) =>
  fresh(Comments.use((comments) => comments.add(scope, byKey, id, input)))
const read = (scope: BrandScope, { id }: Pick<Ticket, "id">) => Tickets.use((tickets) => tickets.get(scope, id))

/** A ticket that the store knows because it has changed it. */
const knownTicket = Effect.fnUntraced(function* (scope: BrandScope) {
  const ticket = yield* openedIn(scope, { tags: { names: ["a", "b"], ids: [] } })
  yield* change(scope, ticket, { priority: "high" })
  return ticket
})

/** Runs a command while something differs from what the store expects; returns the result. */
const whereOtherwise = <A, E, R>(
  scope: BrandScope,
  behind: (ticket: Ticket) => Effect.Effect<unknown, unknown, Database>,
  command: (ticket: Ticket) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const ticket = yield* knownTicket(scope)
    yield* Effect.orDie(behind(ticket))
    const [value, statements] = yield* statementsOf(command(ticket))
    assert.isAbove(statements, 1)
    return { ticket, value }
  })

layer(countedTicketService, { excludeTestServices: true })("Writes to known tickets", (it) => {
  it.effect("take one statement, and store what they return", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const ticket = yield* knownTicket(scope)
      const writes: ReadonlyArray<Effect.Effect<TicketDetail | Comment, unknown, Tickets | Comments>> = [
        change(scope, ticket, { title: "Another title", customFields: { order: 7, late: null }, dueAt: null }),
        change(scope, ticket, { status: "resolved" }),
        change(scope, ticket, { status: "open", links: [{ url: "https://shop.example/orders/7", title: "Order 7" }] }),
        change(scope, ticket, { title: "Another title" }),
        comment(scope, ticket, note),
        comment(scope, ticket, { ...note, authorType: "CUSTOMER", visibility: "public" }),
        comment(scope, ticket, { ...reply, setStatus: "pending" })
      ]
      for (const write of writes) {
        const [answer, statements] = yield* statementsOf(write)
        assert.strictEqual(statements, 1)
        if (!("ticket" in answer)) continue
        const shown = yield* read(scope, ticket)
        // The numbers of its events are assigned when it is stored.
        assert.deepStrictEqual(asJson({ ...shown.ticket, eventSeq: 0 }), asJson({ ...answer.ticket, eventSeq: 0 }))
        assert.deepStrictEqual(asJson(shown.customer), asJson(answer.customer))
      }
      const { ticket: left } = yield* read(scope, ticket)
      assert.deepInclude(left, { title: "Another title", status: "pending", priority: "high", commentCount: 3 })
      assert.deepStrictEqual(left.customFields, { order: 7, late: null })
      assert.deepStrictEqual(
        left.tags.map(({ name }) => name),
        ["a", "b"]
      )
      const seqs = (yield* eventsAbout(ticket.id)).map(({ seq }) => seq)
      assert.deepStrictEqual(
        seqs,
        seqs.map((_, at) => at + 1)
      )
      assert.strictEqual(left.eventSeq, seqs.length)
      const [rows] = yield* system`select
        (select count(*)::int from comments where ticket_id = ${uuidOf(ticket.id)}) as comments,
        (select count(*)::int from comment_texts where ticket_id = ${uuidOf(ticket.id)}) as texts,
        (select count(*)::int from outgoing_mail where ticket_id = ${uuidOf(ticket.id)} and kind = 'reply') as replies`
      assert.deepStrictEqual(rows, { comments: 3, texts: 3, replies: 1 })
    })
  )

  it.effect("take one statement also if the ticket was only read, and one more after a change of its brand", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      yield* knownTicket(scope)
      const ticket = yield* openedIn(scope)
      yield* read(scope, ticket)
      const [, first] = yield* statementsOf(comment(scope, ticket, note))
      assert.strictEqual(first, 1)
      yield* system`update brands set name = 'Other', version = version + 1 where id = ${uuidOf(scope.brandId)}`
      const [, second] = yield* statementsOf(comment(scope, ticket, note))
      assert.isAbove(second, 1)
      const [, third] = yield* statementsOf(comment(scope, ticket, note))
      assert.strictEqual(third, 1)
    })
  )

  it.effect("are decided on the actual state, if another node has changed it", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const brand = uuidOf(scope.brandId)

      const retitled = yield* whereOtherwise(
        scope,
        ({ id }) => system`update tickets set title = 'Theirs', version = version + 1 where id = ${uuidOf(id)}`,
        (ticket) => change(scope, ticket, { priority: "low" })
      )
      assert.deepInclude(retitled.value.ticket, { title: "Theirs", priority: "low", version: 4 })

      const told = yield* whereOtherwise(
        scope,
        ({ id }) => system`update tickets set event_seq = event_seq + 5 where id = ${uuidOf(id)}`,
        (ticket) => comment(scope, ticket, note)
      )
      assert.strictEqual((yield* read(scope, told.ticket)).ticket.eventSeq, 8)

      const renamed = yield* whereOtherwise(
        scope,
        ({ customerId }) => system`update customers set name = 'Ines Rot' where id = ${uuidOf(customerId)}`,
        (ticket) => change(scope, ticket, { priority: "low" })
      )
      assert.strictEqual(renamed.value.customer?.name, "Ines Rot")

      const retagged = yield* whereOtherwise(
        scope,
        () => system`update tags set name = 'c' where brand_id = ${brand} and name = 'b'`,
        (ticket) => change(scope, ticket, { priority: "low" })
      )
      assert.deepStrictEqual(
        retagged.value.ticket.tags.map(({ name }) => name),
        ["a", "c"]
      )

      const hooked = yield* whereOtherwise(
        scope,
        () => system`insert into webhooks (id, tenant_id, brand_id, url, events, event_types)
          values (new_uuid_v7(), ${scope.tenant.id}, ${brand}, 'https://hooks.example', '{}', '{ticket.updated}')`,
        (ticket) => change(scope, ticket, { priority: "low" })
      )
      assert.lengthOf(yield* system`select from deliveries where chain_id = ${uuidOf(hooked.ticket.id)}`, 1)

      const unwanted = yield* whereOtherwise(
        scope,
        () => system`update statuses set is_active = false where brand_id = ${brand} and key = 'pending'`,
        (ticket) => Effect.flip(change(scope, ticket, { status: "pending" }))
      )
      assert.strictEqual(unwanted.value._tag, "InvalidInput")

      const trashed = yield* whereOtherwise(
        scope,
        ({ id }) => system`update tickets set deleted_at = now(), version = version + 1 where id = ${uuidOf(id)}`,
        (ticket) => Effect.flip(comment(scope, ticket, note))
      )
      assert.strictEqual(trashed.value._tag, "NotFound")
      assert.lengthOf(yield* system`select from comments where ticket_id = ${uuidOf(trashed.ticket.id)}`, 0)

      const closed = yield* whereOtherwise(
        scope,
        () => system`update brands set deleted_at = now(), version = version + 1 where id = ${brand}`,
        (ticket) => Effect.flip(change(scope, ticket, { priority: "low" }))
      )
      assert.strictEqual(closed.value._tag, "NotFound")
    })
  )

  it.effect("notify new watchers, and take into account where the customer was answered since", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const { ticket } = yield* whereOtherwise(
        scope,
        ({ id }) => system`insert into watchers (tenant_id, ticket_id, member_id, id, member_email)
          values (${scope.tenant.id}, ${uuidOf(id)}, 'mem_grace', new_uuid_v7(), 'grace@acme.example')`,
        (ticket) => comment(scope, ticket, note)
      )
      assert.deepStrictEqual(
        yield* system`select recipient from outgoing_mail where ticket_id = ${uuidOf(ticket.id)} and kind = 'notice'`,
        [{ recipient: "grace@acme.example" }]
      )

      const connection = crypto.randomUUID()
      const talked = yield* whereOtherwise(
        scope,
        ({ id }) =>
          Effect.gen(function* () {
            yield* system`insert into channel_connections (id, tenant_id, brand_id, kind, provider, external_id, name, secrets)
              values (${connection}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'sms', 'twilio', '+15550001', 'Texts', ''::bytea)`
            yield* system`insert into channel_conversations (tenant_id, brand_id, connection_id, key, ticket_id, mode, person)
              values (${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${connection}, '+15550002', ${uuidOf(id)}, 'customer', '+15550002')`
            yield* system`insert into conversation_tickets (tenant_id, connection_id, key, ticket_id)
              values (${scope.tenant.id}, ${connection}, '+15550002', ${uuidOf(id)})`
            yield* system`insert into inbound_messages (id, tenant_id, brand_id, channel, external_id, dedupe_key, sender, recipients, status, outcome, ticket_id, size, received_at)
              values (new_uuid_v7(), ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'sms', 'SM1', 'SM1'::bytea, '+15550002', '{}', 'processed', 'comment_added', ${uuidOf(id)}, 1, now())`
          }),
        (ticket) => comment(scope, ticket, reply)
      )
      assert.deepStrictEqual(
        yield* system`select channel from outgoing_mail where ticket_id = ${uuidOf(talked.ticket.id)} and kind = 'reply'`,
        [{ channel: "sms" }]
      )

      // Neither is looked up in vain again, and the other tickets of the brand still are.
      const ordinary = yield* knownTicket(scope)
      for (const each of [ticket, talked.ticket]) {
        yield* read(scope, each)
        const [, statements] = yield* statementsOf(comment(scope, each, reply))
        const [, again] = yield* statementsOf(comment(scope, each, reply))
        assert.isAbove(statements, 1)
        assert.strictEqual(again, statements)
      }
      const [, statements] = yield* statementsOf(comment(scope, ordinary, reply))
      assert.strictEqual(statements, 1)
    })
  )

  it.effect("put chat threads behind once, whether or not everything was as expected", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const tenant = yield* seedTenant()
      const scope = yield* seedBrand(tenant)
      const settings = JSON.stringify({ channels: [{ channelId: "C1", brandId: scope.brandId, mirror: "replies" }] })
      yield* system`insert into channel_connections (id, tenant_id, brand_id, kind, provider, external_id, name, secrets, settings)
        values (new_uuid_v7(), ${tenant.id}, ${uuidOf(scope.brandId)}, 'chat', 'slack', 'T1', 'Acme', ''::bytea, ${settings}::text::jsonb)`
      const ticket = yield* knownTicket(scope)
      const behind = Effect.map(
        system`select from chat_updates where ticket_id = ${uuidOf(ticket.id)}`,
        ({ length }) => length
      )
      const before = yield* behind
      const [, statements] = yield* statementsOf(comment(scope, ticket, note))
      assert.deepStrictEqual([statements, yield* behind], [1, before + 1])
      yield* system`update tickets set version = version + 1 where id = ${uuidOf(ticket.id)}`
      yield* comment(scope, ticket, note)
      assert.strictEqual(yield* behind, before + 2)
    })
  )

  it.effect("take effect once per idempotency key, and are refused for a stale version", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* knownTicket(scope)
      const tickets = yield* Tickets
      const receipt = {
        key: new Uint8Array(32).fill(7),
        fingerprint: new Uint8Array(32),
        answer: () => ({ status: 200, headers: {}, body: "{}" })
      }
      const update = (ifMatch?: number) =>
        tickets.update(scope, byKey, ticket.id, { priority: "urgent" }, ifMatch, receipt)
      const [first, statements] = yield* statementsOf(update(2))
      assert.deepStrictEqual([first.replayed, statements], [false, 1])
      assert.isTrue((yield* update(2)).replayed)
      const refused = yield* Effect.flip(tickets.update(scope, byKey, ticket.id, { priority: "low" }, 2))
      assert.strictEqual(refused._tag, "VersionConflict")
      assert.deepInclude((yield* read(scope, ticket)).ticket, { priority: "urgent", version: 3 })
    })
  )

  it.effect("lose nothing when concurrent, and are forgotten if their outcome is unknown", () =>
    Effect.gen(function* () {
      const { system } = yield* Database
      const scope = yield* freshBrand
      const [ticket, other] = [yield* knownTicket(scope), yield* knownTicket(scope)]
      const count = 40
      yield* Effect.forEach(
        Array.from({ length: count }, (_, n) => n),
        (n) => change(scope, n % 2 === 0 ? ticket : other, { customFieldsPatch: { [`k${n}`]: n } }),
        { concurrency: "unbounded" }
      )
      for (const { id } of [ticket, other]) {
        const left = (yield* read(scope, { id })).ticket
        assert.lengthOf(Object.keys(left.customFields ?? {}), count / 2)
        assert.strictEqual(left.version, 2 + count / 2)
      }
      const failed = yield* system.withTransaction(
        Effect.andThen(
          system`select from tickets where id = ${uuidOf(ticket.id)} for update`,
          Effect.flip(change(scope, ticket, { title: "Never" }))
        )
      )
      assert.strictEqual(failed._tag, "DatabaseUnavailable")
      const changed = yield* change(scope, ticket, { priority: "low" })
      assert.deepInclude(changed.ticket, { title: ticket.title, version: 3 + count / 2 })
      const [, statements] = yield* statementsOf(change(scope, ticket, { priority: "urgent" }))
      assert.strictEqual(statements, 1)
    })
  )
})

layer(TwoNodes.layer, { excludeTestServices: true })("Two nodes that write to one ticket", (it) => {
  it.effect("lose nothing, in turns and after each other's reads", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* onNode(0, openedIn(scope, { customFields: {} }))
      const turns = [0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1]
      for (const [at, node] of turns.entries()) {
        if (at % 3 === 0) yield* onNode(node + 1, read(scope, ticket))
        yield* onNode(node, change(scope, ticket, { customFieldsPatch: { [`k${at}`]: at } }))
        yield* onNode(node, comment(scope, ticket, note))
      }
      const { ticket: left } = yield* onNode(0, read(scope, ticket))
      assert.lengthOf(Object.keys(left.customFields ?? {}), turns.length)
      assert.deepInclude(left, { commentCount: turns.length, version: 1 + 2 * turns.length })
      const seqs = (yield* eventsAbout(ticket.id)).map(({ seq }) => seq)
      assert.deepStrictEqual(
        seqs,
        seqs.map((_, at) => at + 1)
      )
    })
  )
})
