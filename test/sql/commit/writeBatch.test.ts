import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../../src/domain/Ids.ts"
import type { BrandScope } from "../../../src/domain/Principal.ts"
import { Handoff, type LeasedDelivery } from "../../../src/events/Handoff.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlTicketStore from "../../../src/sql/tickets/SqlTicketStore.ts"
import { Comments } from "../../../src/tickets/Comments.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import { byKey, seedBrand } from "../../support/seedTenant.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import { testVault } from "../../support/testVault.ts"
import { fresh, freshBrand, openedIn } from "../../support/ticketService.ts"

const node = 7

/** A dispatcher that records what it is told. */
class Dispatcher extends Context.Service<
  Dispatcher,
  {
    readonly ready: Set<string>
    readonly accepted: Array<LeasedDelivery>
    readonly woken: Array<string>
    /** The failure of the next announcement. */
    mistake: Error | undefined
  }
>()("trunkline/test/Dispatcher") {}

const handoff = Layer.effect(
  Handoff,
  Effect.map(Dispatcher, (dispatcher) =>
    Handoff.of({
      node,
      ready: () => [...dispatcher.ready].map((webhookId) => ({ webhookId, version: 1 })),
      accept: (deliveries) => void dispatcher.accepted.push(...deliveries),
      wake: (webhookIds) => {
        dispatcher.woken.push(...webhookIds)
        if (dispatcher.mistake !== undefined) throw dispatcher.mistake
      }
    })
  )
)

const live = Layer.mergeAll(Tickets.layer, Comments.layer).pipe(
  Layer.provideMerge(SqlTicketStore.layer),
  Layer.provide([handoff, testVault]),
  Layer.provideMerge(
    Layer.mergeAll(
      TestDatabase.layer,
      IdGenerator.layer,
      Layer.sync(Dispatcher, () => ({
        ready: new Set<string>(),
        accepted: [],
        woken: [],
        mistake: undefined
      }))
    )
  )
)

interface HookOptions {
  readonly types?: ReadonlyArray<string>
  readonly internal?: boolean
  readonly ordering?: "ticket" | "none"
  readonly status?: "enabled" | "paused" | "disabled"
  readonly gate?: string
  readonly version?: number
  /** Whether this node's actor would send at once. */
  readonly ready?: boolean
}

/** A webhook of the brand; returns its UUID. */
const hook = Effect.fnUntraced(function* (scope: BrandScope, options: HookOptions = {}) {
  const { system: sql } = yield* Database
  const id = uuidOf((yield* IdGenerator).next("webhook"))
  const types = [...(options.types ?? ["ticket.created", "ticket.updated", "comment.created"])]
  yield* sql`insert into webhooks (id, tenant_id, brand_id, url, events, event_types, include_internal, ordering, status, gate_until, version)
    values (${id}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, 'https://a.example', '{}', ${types}, ${options.internal ?? false},
      ${options.ordering ?? "ticket"}, ${options.status ?? "enabled"}, now() + ${options.gate ?? null}::text::interval,
      ${options.version ?? 1})`
  if (options.ready === true) (yield* Dispatcher).ready.add(id)
  return id
}, Effect.orDie)

/** The deliveries of a webhook in feed order. */
const deliveriesTo = Effect.fnUntraced(function* (webhookId: string) {
  const { system: sql } = yield* Database
  return yield* sql<{
    id: string
    type: string
    payload: string
    chain_id: string
    seq: number
    hold: boolean
    attempts: number
    lease_owner: number | null
    lease: number | null
    hours: number
    tenant_id: string
  }>`select d.id, e.type, e.payload, d.chain_id, d.seq, d.hold, d.attempts, d.lease_owner, d.tenant_id,
      extract(epoch from d.lease_until - d.created_at)::int as lease, (extract(epoch from d.expires_at - d.created_at) / 3600)::int as hours
    from deliveries d join events e on e.id = d.event_id where d.webhook_id = ${webhookId} order by e.id`
}, Effect.orDie)

const typesTo = (webhookId: string) => Effect.map(deliveriesTo(webhookId), (rows) => rows.map(({ type }) => type))
const leasesOf = (webhookId: string) =>
  Effect.map(deliveriesTo(webhookId), (rows) => rows.map(({ type, lease_owner }) => [type, lease_owner]))

const settleAll = (webhookId: string) =>
  Effect.flatMap(Database, ({ system }) => Effect.orDie(system`delete from deliveries where webhook_id = ${webhookId}`))

const reply = { body: "Which company is it?", visibility: "public", authorType: "AGENT", source: "api" } as const

layer(live, { excludeTestServices: true })("deliveries", (it) => {
  it.effect("are created for the types that a webhook wants, of its own brand, unless it is disabled", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const sibling = yield* seedBrand(scope.tenant, "Beta")
      const stranger = yield* freshBrand
      const all = yield* hook(scope)
      const some = yield* hook(scope, { types: ["ticket.updated", "=ticket.updated"] })
      const paused = yield* hook(scope, { status: "paused", ready: true })
      const none = [
        yield* hook(scope, { status: "disabled" }),
        yield* hook(scope, { types: [] }),
        yield* hook(sibling),
        yield* hook(stranger)
      ]
      const ticket = yield* openedIn(scope)
      const tickets = yield* Tickets
      yield* tickets.update(scope, byKey, ticket.id, { status: "resolved" })
      assert.deepStrictEqual(yield* typesTo(all), ["ticket.created", "ticket.updated"])
      assert.deepStrictEqual(yield* typesTo(some), ["ticket.updated"])
      assert.deepStrictEqual(yield* leasesOf(paused), [
        ["ticket.created", null],
        ["ticket.updated", null]
      ])
      for (const id of none) assert.deepStrictEqual(yield* typesTo(id), [])
    })
  )

  it.effect("contain internal notes and their files only for webhooks that asked for them", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const types = ["comment.created", "=comment.created", "attachment.created"]
      const [outside, inside] = [yield* hook(scope, { types }), yield* hook(scope, { types, internal: true })]
      const ticket = yield* openedIn(scope)
      const { system: sql } = yield* Database
      const file = crypto.randomUUID()
      yield* sql`insert into attachments (id, tenant_id, brand_id, owner, filename, content_type, size, status)
        values (${file}, ${scope.tenant.id}, ${uuidOf(scope.brandId)}, ${byKey.actor.id}, 'a.txt', 'text/plain', 1, 'UPLOADED')`
      const comments = yield* Comments
      const attachmentIds = [idOf("attachment", file)]
      yield* comments.add(scope, byKey, ticket.id, { ...reply, visibility: "internal", attachmentIds })
      yield* comments.add(scope, byKey, ticket.id, reply)
      assert.deepStrictEqual(yield* typesTo(outside), ["comment.created"])
      assert.deepStrictEqual(yield* typesTo(inside), ["comment.created", "attachment.created", "comment.created"])
    })
  )

  it.effect("contain comments on spam only for webhooks that named the event", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const meant = yield* hook(scope, { types: ["ticket.created", "comment.created"] })
      const named = yield* hook(scope, { types: ["ticket.created", "comment.created", "=comment.created"] })
      const other = yield* hook(scope, { types: ["ticket.created", "=ticket.created", "comment.created"] })
      const ticket = yield* openedIn(scope, { isSpam: true })
      yield* (yield* Comments).add(scope, byKey, ticket.id, { ...reply, authorType: "CUSTOMER" })
      assert.deepStrictEqual(yield* typesTo(meant), ["ticket.created"])
      assert.deepStrictEqual(yield* typesTo(named), ["ticket.created", "comment.created"])
      assert.deepStrictEqual(yield* typesTo(other), ["ticket.created"])
    })
  )

  it.effect("wait in the order of their ticket if the webhook wants order, and only there", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const types = ["customer.created", "ticket.created"]
      const [ordered, loose] = [yield* hook(scope, { types }), yield* hook(scope, { types, ordering: "none" })]
      const ticket = yield* openedIn(scope)
      const [customer, created] = yield* deliveriesTo(ordered)
      assert.deepStrictEqual([customer?.chain_id, customer?.seq, customer?.hold], [uuidOf(ticket.customerId), 0, false])
      assert.deepStrictEqual([created?.chain_id, created?.seq, created?.hold], [uuidOf(ticket.id), 1, true])
      assert.deepStrictEqual([created?.attempts, created?.hours, created?.tenant_id], [0, 80, scope.tenant.id])
      assert.deepStrictEqual(
        (yield* deliveriesTo(loose)).map(({ hold }) => hold),
        [false, false]
      )
    })
  )

  it.effect("are leased to the node that would send them at once, and passed to it as stored", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const dispatcher = yield* Dispatcher
      const types = ["ticket.created"]
      const ready = yield* hook(scope, { types, ready: true })
      const passed = yield* hook(scope, { types, ready: true, gate: "-1 second" })
      const gated = yield* hook(scope, { types, ready: true, gate: "1 hour" })
      const busy = yield* hook(scope, { types })
      // It has a new URL or secret, which this node does not know yet.
      const changed = yield* hook(scope, { types, ready: true, version: 2 })
      const ticket = yield* openedIn(scope)
      for (const id of [ready, passed]) {
        const [delivery] = yield* deliveriesTo(id)
        assert.deepStrictEqual([delivery?.lease_owner, delivery?.lease, delivery?.attempts], [node, 45, 1])
        const accepted = dispatcher.accepted.filter(({ webhookId }) => webhookId === id)
        assert.deepStrictEqual(
          accepted.map(({ deliveryId, tenantId, chainId, type, payload }) => [
            deliveryId,
            tenantId,
            chainId,
            type,
            payload
          ]),
          [[delivery?.id, scope.tenant.id, uuidOf(ticket.id), "ticket.created", delivery?.payload]]
        )
        assert.notInclude(dispatcher.woken, id)
      }
      for (const id of [gated, busy, changed]) {
        const [delivery] = yield* deliveriesTo(id)
        assert.deepStrictEqual([delivery?.lease_owner, delivery?.lease, delivery?.attempts], [null, null, 0])
        assert.include(dispatcher.woken, id)
        assert.isFalse(dispatcher.accepted.some(({ webhookId }) => webhookId === id))
      }
    })
  )

  it.effect("are not leased while an earlier event of their ticket is pending, even one of the same command", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [tickets, comments] = [yield* Tickets, yield* Comments]
      const ordered = yield* hook(scope, { ready: true })
      const loose = yield* hook(scope, { ready: true, ordering: "none" })
      const updates = yield* hook(scope, { ready: true, types: ["ticket.updated"] })
      const ticket = yield* openedIn(scope)
      yield* tickets.update(scope, byKey, ticket.id, { title: "Changed" })
      assert.deepStrictEqual(yield* leasesOf(ordered), [
        ["ticket.created", node],
        ["ticket.updated", null]
      ])
      assert.deepStrictEqual(yield* leasesOf(loose), [
        ["ticket.created", node],
        ["ticket.updated", node]
      ])
      for (const id of [ordered, loose, updates]) yield* settleAll(id)
      yield* comments.add(scope, byKey, ticket.id, { ...reply, setStatus: "pending" })
      assert.deepStrictEqual(yield* leasesOf(ordered), [
        ["comment.created", node],
        ["ticket.updated", null]
      ])
      assert.deepStrictEqual(yield* leasesOf(loose), [
        ["comment.created", node],
        ["ticket.updated", node]
      ])
      assert.deepStrictEqual(yield* leasesOf(updates), [["ticket.updated", node]])
      const other = yield* openedIn(scope)
      assert.deepStrictEqual((yield* leasesOf(ordered)).at(-1), ["ticket.created", node])
      assert.notStrictEqual(other.id, ticket.id)
    })
  )

  it.effect("of commands that share a transaction are in order too", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* openedIn(scope)
      const ordered = yield* hook(scope, { ready: true })
      const tickets = yield* Tickets
      yield* Effect.forEach(["a", "b", "c"], (title) => tickets.update(scope, byKey, ticket.id, { title }), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        (yield* deliveriesTo(ordered)).map(({ seq, lease_owner }) => [seq, lease_owner]),
        [
          [2, node],
          [3, null],
          [4, null]
        ]
      )
    })
  )
})

layer(live, { excludeTestServices: true })("an announcement", (it) => {
  it.effect("is made once for a transaction with events, and never for one without", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const webhook = yield* hook(scope)
      const dispatcher = yield* Dispatcher
      const tickets = yield* Tickets
      const told = () => dispatcher.woken.filter((id) => id === webhook).length
      const ticket = yield* openedIn(scope)
      assert.strictEqual(told(), 1)
      yield* tickets.update(scope, byKey, ticket.id, { title: ticket.title })
      yield* Effect.flip(tickets.update(scope, byKey, ticket.id, { status: "nonesuch" }))
      assert.strictEqual(told(), 1)
      yield* Effect.forEach([1, 2, 3], () => openedIn(scope), { concurrency: "unbounded" })
      assert.strictEqual(told(), 2)
    })
  )

  it.effect("that fails neither undoes nor repeats what is committed, and the next command continues", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      yield* hook(scope)
      const dispatcher = yield* Dispatcher
      const { system: sql } = yield* Database
      dispatcher.mistake = new Error("a mistake of the dispatcher")
      const opened = yield* Effect.forEach([1, 2, 3], () => openedIn(scope), { concurrency: "unbounded" })
      dispatcher.mistake = undefined
      assert.deepStrictEqual(
        opened.map(({ number }) => number),
        [1001, 1002, 1003]
      )
      assert.strictEqual((yield* openedIn(scope)).number, 1004)
      const [row] = yield* sql<{
        n: number
      }>`select count(*) as n from tickets where brand_id = ${uuidOf(scope.brandId)}`
      assert.strictEqual(row?.n, 4)
    })
  )
})

layer(live, { excludeTestServices: true })("what a command stores", (it) => {
  it.effect("is in one transaction: ticket, number, customer, tags, files, watchers, events, audit and receipt", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const { system: sql } = yield* Database
      const tickets = yield* Tickets
      const watcher = { memberId: "custom_tom@acme.example", memberEmail: "tom@acme.example", memberName: "Tom" }
      const { ticket } = yield* fresh(
        tickets.create(
          scope,
          byKey,
          {
            title: "Invoice",
            customer: { email: "ines@north.example" },
            tags: { names: ["billing"], ids: [] },
            watchers: [watcher],
            source: "api"
          },
          {
            key: new Uint8Array(32).fill(1),
            fingerprint: new Uint8Array(32).fill(2),
            answer: () => ({ status: 201, headers: {}, body: "{}" })
          }
        )
      )
      const writers = yield* sql<{ name: string; transaction: string }>`
        select 'ticket' as name, xmin::text as transaction from tickets where id = ${uuidOf(ticket.id)}
        union all select 'brand', xmin::text from brands where id = ${uuidOf(scope.brandId)}
        union all select 'customer', xmin::text from customers where id = ${uuidOf(ticket.customerId)}
        union all select 'tag', xmin::text from tags where brand_id = ${uuidOf(scope.brandId)}
        union all select 'link', xmin::text from ticket_tags where ticket_id = ${uuidOf(ticket.id)}
        union all select 'watcher', xmin::text from watchers where ticket_id = ${uuidOf(ticket.id)}
        union all select 'event', xmin::text from events where tenant_id = ${scope.tenant.id}
        union all select 'audit', xmin::text from audit_log where tenant_id = ${scope.tenant.id}
        union all select 'receipt', xmin::text from receipts where tenant_id = ${scope.tenant.id}`
      assert.deepStrictEqual(
        writers.map(({ name }) => name),
        ["ticket", "brand", "customer", "tag", "link", "watcher", "event", "event", "audit", "audit", "receipt"]
      )
      assert.strictEqual(new Set(writers.map(({ transaction }) => transaction)).size, 1)
      const [audit] = yield* sql<{
        event: string
        performed_by: unknown
        source: string
        request_id: string
      }>`select event, performed_by, source, request_id from audit_log where ticket_id = ${uuidOf(ticket.id)}`
      assert.deepStrictEqual(audit, {
        event: "ticket.created",
        performed_by: { type: "api", id: byKey.actor.id, name: "billing sync" },
        source: "api",
        request_id: byKey.id
      })
    })
  )
})
