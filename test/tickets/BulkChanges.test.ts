import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Schedule } from "effect"
import { EncryptionKey } from "../../src/accounts/EncryptionKey.ts"
import { Vault } from "../../src/accounts/Vault.ts"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import { type TicketId, uuidOf } from "../../src/domain/Ids.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import type { ReceiptRequest } from "../../src/events/Receipt.ts"
import { Database } from "../../src/sql/Database.ts"
import * as SqlReceipts from "../../src/sql/events/SqlReceipts.ts"
import { BulkChanges, type BulkResult } from "../../src/tickets/BulkChanges.ts"
import type { BulkAction } from "../../src/tickets/bulkAction.ts"
import { TicketStore } from "../../src/tickets/TicketStore.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import { byKey } from "../support/seedTenant.ts"
import { eventsAbout, fresh, freshBrand, openedIn, ticketService } from "../support/ticketService.ts"

const bulkService = BulkChanges.layer.pipe(
  Layer.provideMerge(SqlReceipts.layer),
  Layer.provide(Vault.layer),
  Layer.provide(Layer.succeed(EncryptionKey, Redacted.make([new Uint8Array(32).fill(7)]))),
  Layer.provideMerge(ticketService)
)

const receipt = (name: string, content = "same"): ReceiptRequest<ReadonlyArray<BulkResult>> => ({
  key: new Uint8Array(32).fill(name.charCodeAt(0)),
  fingerprint: new TextEncoder().encode(content),
  answer: (results) => ({ status: 200, headers: {}, body: JSON.stringify(results.map(({ ticketId }) => ticketId)) })
})

const change = Effect.fnUntraced(function* (
  scope: BrandScope,
  action: BulkAction,
  ids: ReadonlyArray<TicketId>,
  request?: ReceiptRequest<ReadonlyArray<BulkResult>>
) {
  const bulk = yield* BulkChanges
  return yield* bulk.change(scope, byKey, action, ids, request)
})

/** The outcome for each ticket: undefined, or the name of the error. */
const outcomes = (scope: BrandScope, action: BulkAction, ids: ReadonlyArray<TicketId>) =>
  Effect.map(fresh(change(scope, action, ids)), (results) => results.map(({ refusal }) => refusal?._tag ?? "done"))

const opened = (scope: BrandScope, count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => n),
    (n) => Effect.map(openedIn(scope, { title: `${n}` }), ({ id }) => id),
    { concurrency: "unbounded" }
  )

const read = (scope: BrandScope, id: TicketId) =>
  Tickets.use((tickets) => Effect.map(tickets.get(scope, id, { deleted: true }), ({ ticket }) => ticket))

/** The same service in a process that dies once `count` transactions are committed. */
const dyingAfter = (count: number) =>
  Layer.fresh(BulkChanges.layer).pipe(
    Layer.provide(
      Layer.effect(
        TicketStore,
        Effect.map(TicketStore, (store) => {
          let left = count
          return TicketStore.of({
            ...store,
            execute: (command) =>
              Effect.suspend(() => (left-- > 0 ? store.execute(command) : Effect.die(new Error("killed"))))
          })
        })
      )
    )
  )

layer(bulkService, { excludeTestServices: true })("a bulk change", (it) => {
  it.effect("applies each action to each ticket, with events for each", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const [id = assert.fail("no ticket")] = yield* opened(scope, 1)
      const steps: ReadonlyArray<readonly [BulkAction, ReadonlyArray<string>]> = [
        [{ action: "setTags", tags: { names: ["a", "b"], ids: [] } }, ["ticket.updated"]],
        [{ action: "addTags", tags: { names: ["B", "c"], ids: [] } }, ["ticket.updated"]],
        [{ action: "removeTags", tags: { names: ["A", "unknown"], ids: [] } }, ["ticket.updated"]],
        [{ action: "setPriority", priority: "urgent" }, ["ticket.updated"]],
        [{ action: "setPriority", priority: "urgent" }, []],
        [{ action: "assign", assigneeId: null }, []],
        [{ action: "setCategory", categoryId: null }, []],
        [{ action: "setStatus", status: "pending" }, ["ticket.updated"]],
        [{ action: "resolve" }, ["ticket.updated", "ticket.resolved"]],
        [{ action: "resolve" }, []],
        [{ action: "close", closeReason: "no_response" }, ["ticket.updated", "ticket.closed"]],
        [{ action: "close", closeReason: "other" }, ["ticket.updated"]],
        [{ action: "setStatus", status: "open" }, ["ticket.updated", "ticket.reopened"]],
        [{ action: "spam" }, ["ticket.updated", "ticket.spam_marked"]],
        [{ action: "notSpam" }, ["ticket.updated", "ticket.spam_unmarked"]],
        [{ action: "delete" }, ["ticket.deleted"]],
        [{ action: "restore" }, ["ticket.restored"]]
      ]
      let told = 1
      for (const [action, types] of steps) {
        assert.deepStrictEqual(yield* outcomes(scope, action, [id]), ["done"], action.action)
        const events = yield* eventsAbout(id)
        assert.deepStrictEqual(
          events.slice(told).map(({ type }) => type),
          types,
          action.action
        )
        told = events.length
      }
      const ticket = yield* read(scope, id)
      assert.deepStrictEqual(
        ticket.tags.map(({ name }) => name),
        ["b", "c"]
      )
      assert.deepInclude(ticket, { priority: "urgent", status: "open", isSpam: false, reopenCount: 1 })
    })
  )

  it.effect("reports the outcome for each ticket in the given order, and no failure affects the others", () =>
    Effect.gen(function* () {
      const [scope, other] = [yield* freshBrand, yield* freshBrand]
      const ids = yield* IdGenerator
      const tickets = yield* Tickets
      const [a, merged, trashed, b] = yield* opened(scope, 4)
      const [foreign] = yield* opened(other, 1)
      if (a === undefined || b === undefined || merged === undefined || trashed === undefined || foreign === undefined)
        return assert.fail("no tickets")
      yield* tickets.merge(scope, byKey, a, [merged])
      yield* tickets.delete(scope, byKey, trashed)
      assert.deepStrictEqual(
        yield* outcomes(scope, { action: "setPriority", priority: "low" }, [
          b,
          merged,
          foreign,
          trashed,
          ids.next("ticket"),
          a
        ]),
        ["done", "TicketMerged", "NotFound", "NotFound", "NotFound", "done"]
      )
      assert.strictEqual((yield* read(other, foreign)).priority, "normal")
    })
  )

  it.effect("refuses what no ticket could undergo before it does anything", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ids = yield* IdGenerator
      const [id = assert.fail("no ticket")] = yield* opened(scope, 1)
      for (const [action, field] of [
        [{ action: "assign", assigneeId: ids.next("member") }, "assigneeId"],
        [{ action: "setCategory", categoryId: ids.next("category") }, "categoryId"],
        [{ action: "addTags", tags: { names: [], ids: [ids.next("tag")] } }, "tags"],
        [{ action: "removeTags", tags: { names: [], ids: [ids.next("tag")] } }, "tags"],
        [{ action: "setStatus", status: "nonesuch" }, "status"]
      ] as const) {
        const refused = yield* Effect.flip(change(scope, action, [id], receipt("r", action.action)))
        assert.strictEqual(refused._tag === "InvalidInput" ? refused.errors[0].field : refused._tag, field)
      }
      assert.strictEqual((yield* read(scope, id)).version, 1)
      const gone = { ...scope, brandId: ids.next("brand") }
      assert.strictEqual((yield* Effect.flip(change(gone, { action: "resolve" }, [id])))._tag, "NotFound")
    })
  )

  it.effect("creates a tag once, however many tickets get it", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ids = yield* opened(scope, 150)
      const results = yield* outcomes(scope, { action: "addTags", tags: { names: ["Parcel"], ids: [] } }, ids)
      assert.deepStrictEqual(new Set(results), new Set(["done"]))
      const { system } = yield* Database
      const tags = yield* Effect.orDie(system`select 1 from tags where brand_id = ${uuidOf(scope.brandId)}`)
      assert.lengthOf(tags, 1)
    })
  )

  it.effect("of 1,000 tickets shares its commits", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ids = yield* opened(scope, 1_000)
      const { system } = yield* Database
      const results = yield* outcomes(scope, { action: "close" }, ids)
      assert.strictEqual(results.filter((result) => result === "done").length, 1_000)
      const [commits] = yield* Effect.orDie(
        system<{ n: number }>`select count(distinct place)::int as n from events
          where brand_id = ${uuidOf(scope.brandId)} and type = 'ticket.closed'`
      )
      assert.isAtMost(commits?.n ?? 1_000, 100)
      const feed = yield* Effect.orDie(
        system<{ chain: string }>`select chain_id as chain from events
          where brand_id = ${uuidOf(scope.brandId)} and type = 'ticket.closed' order by transaction_id, place, id`
      )
      assert.deepStrictEqual(
        feed.map(({ chain }) => chain),
        ids.map(uuidOf)
      )
    })
  )

  it.effect("when repeated gets its first response and does nothing", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ids = yield* opened(scope, 3)
      const action: BulkAction = { action: "setPriority", priority: "high" }
      const first = yield* fresh(change(scope, action, ids, receipt("a")))
      yield* outcomes(scope, { action: "setPriority", priority: "low" }, ids)
      const again = yield* change(scope, action, ids, receipt("a"))
      assert.deepStrictEqual(again, { replayed: true, answer: receipt("a").answer(first) })
      for (const id of ids) assert.strictEqual((yield* read(scope, id)).priority, "low")
      assert.strictEqual(
        (yield* Effect.flip(change(scope, action, ids, receipt("a", "other"))))._tag,
        "IdempotencyKeyReused"
      )
    })
  )

  it.effect("fifty times at once has one effect and fifty equal responses", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ids = yield* opened(scope, 20)
      const action: BulkAction = { action: "addTags", tags: { names: ["once"], ids: [] } }
      // A busy machine may be too slow for all of them at once: then it asks for some of them again.
      const asked = change(scope, action, ids, receipt("f")).pipe(
        Effect.retry({ while: ({ _tag }) => _tag === "DatabaseUnavailable", schedule: Schedule.spaced("100 millis") })
      )
      const all = yield* Effect.forEach(Array.from({ length: 50 }), () => asked, { concurrency: "unbounded" })
      const answers = all.map((once) => (once.replayed ? once.answer : receipt("f").answer(once.value)))
      assert.lengthOf([...new Set(answers.map(({ body }) => body))], 1)
      assert.lengthOf(
        all.filter(({ replayed }) => !replayed),
        1
      )
      for (const id of ids) {
        assert.strictEqual((yield* read(scope, id)).version, 2)
        assert.lengthOf(yield* eventsAbout(id), 2)
      }
    })
  )

  for (const committed of [1, 2, 40, 101]) {
    it.effect(
      `repeated after the process died with ${committed} transactions completes the rest, and nothing twice`,
      () =>
        Effect.gen(function* () {
          const scope = yield* freshBrand
          const ids = yield* opened(scope, 100)
          // Repetition would be visible: each round of it is a change.
          const action: BulkAction = { action: "addTags", tags: { names: ["done"], ids: [] } }
          const died = yield* Effect.exit(
            change(scope, action, ids, receipt("k")).pipe(Effect.provide(dyingAfter(committed)))
          )
          assert.isTrue(Exit.isFailure(died) || committed === 101)
          // Someone removes the tags again before the call is repeated.
          yield* outcomes(scope, { action: "setTags", tags: { names: [], ids: [] } }, ids)
          const before = yield* Effect.forEach(ids, (id) => read(scope, id))

          const other = yield* Effect.flip(change(scope, { action: "resolve" }, ids, receipt("k", "other")))
          assert.strictEqual(other._tag, "IdempotencyKeyReused")
          yield* change(scope, action, ids, receipt("k"))

          const after = yield* Effect.forEach(ids, (id) => read(scope, id))
          const done = committed - 1
          assert.deepStrictEqual(
            after.map(({ tags, version }, n) => [tags.length, version - (before[n]?.version ?? 0)]),
            ids.map((_, n) => (n < done ? [0, 0] : [1, 1]))
          )
          assert.isTrue((yield* change(scope, action, ids, receipt("k"))).replayed)
        })
    )
  }
})
