import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Layer, Scope } from "effect"
import type { CustomConnection } from "../../../src/domain/ChannelConnection.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlChannelInbox from "../../../src/sql/intake/SqlChannelInbox.ts"
import { ChannelInbox, type InboxResult, type LeasedEntry } from "../../../src/tickets/intake/ChannelInbox.ts"
import { channelInboxWorker, type InboxFailure } from "../../../src/tickets/intake/channelInboxWorker.ts"
import { InboundLog } from "../../../src/tickets/intake/InboundLog.ts"
import { heldFor } from "../../../src/tickets/whileHeld.ts"
import { connectionIn, conversationIn, deliveryGround } from "../../support/deliveryGround.ts"
import { freshBrand } from "../../support/ticketService.ts"
import { answeredLate, until, untilCount } from "../../support/until.ts"

const ground = SqlChannelInbox.layer.pipe(Layer.provideMerge(deliveryGround))

const put = Effect.fnUntraced(function* (channel: CustomConnection, key: string, lane = "a", keepsKey = false) {
  const inbox = yield* ChannelInbox
  const dedupeKey = `test:${channel.id}:${key}`
  return yield* inbox.put({ connectionId: channel.id, dedupeKey, keepsKey, kind: "event", lane, payload: { key } })
})
const keyOf = ({ payload }: LeasedEntry) => String(payload["key"])

/** A worker of its own, as another process has one. Returns what ends it, as an orderly stop does. */
const startWorker = Effect.fnUntraced(function* (
  handle: (entry: LeasedEntry) => Effect.Effect<InboxResult | undefined, InboxFailure>,
  held?: typeof heldFor
) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  yield* Layer.buildWithScope(Layer.fresh(channelInboxWorker("custom", handle, held)), scope)
  return Scope.close(scope, Exit.void)
})

/** Makes everything that waits due, as if its time had come or its leaseholder had been killed. */
const becomeDue = (channel: CustomConnection) =>
  Effect.gen(function* () {
    const { system } = yield* Database
    yield* system`UPDATE channel_inbox SET due_at = now() - interval '1 second' WHERE connection_id = ${uuidOf(channel.id)} AND done_at IS NULL`
    yield* system`SELECT pg_notify('trunkline_inbox', '')`
  }).pipe(Effect.orDie)

layer(ground, { excludeTestServices: true })("A channel's inbox", (it) => {
  it.effect("processes the entries of one lane in order, and those of others in parallel, each once", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      for (const n of [1, 2, 3, 4])
        for (const lane of ["a", "b", "c"]) assert.strictEqual(yield* put(channel, `${lane}${n}`, lane), "new")
      assert.strictEqual(yield* put(channel, "a1"), "known")
      const [order, busy] = [[] as string[], new Set<string>()]
      const handle = (entry: LeasedEntry) =>
        Effect.gen(function* () {
          assert.isFalse(busy.has(entry.lane))
          busy.add(entry.lane)
          yield* Effect.sleep("10 millis")
          busy.delete(entry.lane)
          order.push(keyOf(entry))
          return undefined
        })
      yield* startWorker(handle)
      yield* startWorker(handle)
      yield* untilCount(order, 12)
      for (const lane of ["a", "b", "c"])
        assert.deepStrictEqual(
          order.filter((key) => key.startsWith(lane)),
          [1, 2, 3, 4].map((n) => `${lane}${n}`)
        )
      // What was processed is remembered for days.
      assert.strictEqual(yield* put(channel, "a1"), "known")
    }).pipe(Effect.scoped)
  )

  it.effect("retries a failed entry, gives up on it after eight attempts, and lets its lane continue", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      yield* put(channel, "poison")
      yield* put(channel, "after")
      const tried: Array<string> = []
      let isPoisonous = true
      const ticketId = yield* conversationIn(scope, channel, "t1")
      yield* startWorker((entry) => {
        tried.push(keyOf(entry))
        return keyOf(entry) === "poison" && isPoisonous
          ? Effect.fail<InboxFailure>({ reason: "It cannot be read" })
          : Effect.succeed({ outcome: "comment_added" as const, ticketId })
      })
      yield* becomeDue(channel).pipe(Effect.delay("20 millis"), Effect.repeat({ until: () => tried.includes("after") }))
      assert.deepStrictEqual(tried, [...Array.from({ length: 8 }, () => "poison"), "after"])

      const log = yield* InboundLog
      const failed = Effect.map(log.list(scope, { statuses: ["failed"], limit: 10 }), ({ items }) => items)
      const [entry] = yield* until(failed, (items) => items.length === 1)
      if (entry === undefined) return assert.fail("nothing failed")
      assert.deepInclude(entry, { channel: "custom", status: "failed", error: "It cannot be read", attempts: 8 })

      // When processed again it has the same result, under the same id.
      const inbox = yield* ChannelInbox
      const foreign = yield* inbox.replay(yield* freshBrand, entry.id)
      assert.strictEqual(foreign._tag, "None")
      isPoisonous = false
      assert.strictEqual((yield* inbox.replay(scope, entry.id))._tag, "Some")
      const found = yield* until(
        log.find(scope, entry.id),
        (one) => one._tag === "Some" && one.value.status === "processed"
      )
      assert.deepInclude(found._tag === "Some" ? found.value : {}, { outcome: "comment_added", ticketId })
      assert.strictEqual((yield* inbox.replay(scope, entry.id))._tag, "None")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "retries what waits for someone to fix the remote side until they have, and gives up on it after five days",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const channel = yield* connectionIn(scope)
        yield* put(channel, "waits")
        yield* put(channel, "after")
        const tried: Array<string> = []
        let isMended = false
        yield* startWorker((entry) => {
          tried.push(keyOf(entry))
          return isMended
            ? Effect.undefined
            : Effect.fail<InboxFailure>({ reason: "The key is refused", isWaiting: true })
        })
        const again = becomeDue(channel).pipe(Effect.delay("20 millis"))
        yield* Effect.repeat(again, { until: () => tried.length >= 20 })
        assert.notInclude(tried, "after")
        isMended = true
        yield* Effect.repeat(again, { until: () => tried.includes("after") })
        const { system } = yield* Database
        isMended = false
        yield* put(channel, "old")
        yield* system`UPDATE channel_inbox SET received_at = now() - interval '6 days', attempts = 7
        WHERE connection_id = ${uuidOf(channel.id)} AND payload->>'key' = 'old'`
        yield* becomeDue(channel)
        const failed = Effect.map(
          (yield* InboundLog).list(scope, { statuses: ["failed"], limit: 10 }),
          ({ items }) => items
        )
        const [given] = yield* until(
          Effect.tap(failed, () => becomeDue(channel)),
          (items) => items.length === 1
        )
        assert.strictEqual(given?.error, "The key is refused")
      }).pipe(Effect.scoped)
  )

  it.effect("gives up at once if no attempt would help, and retries after a defect", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      yield* put(channel, "hopeless", "a")
      yield* put(channel, "dies once", "b")
      const tried: Array<string> = []
      yield* startWorker((entry) => {
        tried.push(keyOf(entry))
        if (keyOf(entry) === "hopeless") return Effect.fail<InboxFailure>({ reason: "No such thing", permanent: true })
        return entry.attempts === 1 ? Effect.die(new Error("once")) : Effect.succeed(undefined)
      })
      yield* until(
        Effect.sync(() => tried.length),
        (count) => count >= 2
      )
      yield* becomeDue(channel).pipe(
        Effect.delay("20 millis"),
        Effect.repeat({ until: () => tried.filter((key) => key === "dies once").length === 2 })
      )
      assert.strictEqual(tried.filter((key) => key === "hopeless").length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("leaves its entry to another process when it is killed, and returns it when it is stopped", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      yield* put(channel, "one")
      const inbox = yield* ChannelInbox
      const { system } = yield* Database
      const leased = yield* inbox.lease("custom", 8, Duration.seconds(30), [])
      assert.include(leased.map(keyOf), "one")
      const handled: Array<LeasedEntry> = []
      const stop = yield* startWorker((entry) =>
        entry.connectionId === channel.id && handled.push(entry) > 0 && keyOf(entry) === "two"
          ? Effect.never
          : Effect.succeed(undefined)
      )
      yield* becomeDue(channel)
      yield* untilCount(handled, 1)
      assert.deepInclude(handled[0], { attempts: 2 })
      yield* put(channel, "two")
      yield* untilCount(handled, 2)
      yield* stop
      const [row] = yield* system`SELECT attempts, done_at, due_at <= now() AS due FROM channel_inbox
        WHERE connection_id = ${uuidOf(channel.id)} AND done_at IS NULL`
      assert.deepStrictEqual(row, { attempts: 1, done_at: null, due: true })
    }).pipe(Effect.scoped)
  )

  it.effect("holds the entry that it is processing as long as that takes, and stores the result", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      yield* put(channel, "long")
      const handled = yield* Deferred.make<void>()
      const fail = Effect.fail<InboxFailure>({ reason: "Nobody answers", isWaiting: true })
      yield* startWorker(() => Effect.andThen(Deferred.await(handled), fail), {
        ...heldFor,
        renewEvery: Duration.millis(5)
      })
      const { system } = yield* Database
      const row = Effect.map(
        system<{ seconds: number; error: string | null; tried: boolean }>`
          SELECT extract(epoch FROM due_at - received_at)::float8 AS seconds, error, due_at > now() AS tried FROM channel_inbox
          WHERE connection_id = ${uuidOf(channel.id)}`,
        ([row]) => row ?? assert.fail("it is gone")
      )
      const { seconds } = yield* until(row, ({ tried }) => tried)
      yield* until(row, (now) => now.seconds > seconds)
      yield* Deferred.succeed(handled, undefined)
      const postponed = yield* until(row, ({ error }) => error !== null)
      assert.isAbove(postponed.seconds, 200)
      yield* Effect.sleep("50 millis")
      assert.deepStrictEqual(yield* row, postponed)
    }).pipe(Effect.scoped)
  )

  it.effect("processes nothing twice at once, even if it could not renew its lease in time", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      yield* put(channel, "long")
      const handled = yield* Deferred.make<void>()
      const begun: Array<string> = []
      yield* startWorker((entry) => {
        begun.push(keyOf(entry))
        return keyOf(entry) === "long" ? Effect.as(Deferred.await(handled), undefined) : Effect.undefined
      })
      yield* untilCount(begun, 1)
      yield* becomeDue(channel)
      yield* put(channel, "other", "b")
      yield* until(
        Effect.sync(() => begun),
        (keys) => keys.includes("other")
      )
      yield* put(channel, "after")
      yield* Deferred.succeed(handled, undefined)
      yield* until(
        Effect.sync(() => begun),
        (keys) => keys.includes("after")
      )
      assert.deepStrictEqual(begun, ["long", "other", "after"])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves an entry to whoever has leased it since: stops processing, and stores nothing", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      yield* put(channel, "long")
      const [begun, left] = [yield* Deferred.make<LeasedEntry>(), yield* Deferred.make<void>()]
      yield* startWorker(
        (entry) =>
          Deferred.succeed(begun, entry).pipe(
            Effect.andThen(Effect.never),
            Effect.onInterrupt(() => Deferred.succeed(left, undefined))
          ),
        { ...heldFor, renewEvery: Duration.millis(5) }
      )
      const entry = yield* Deferred.await(begun)
      const { system } = yield* Database
      const inbox = yield* ChannelInbox
      const ofChannel = system`connection_id = ${uuidOf(channel.id)}`
      yield* system`UPDATE channel_inbox SET attempts = attempts + 1, due_at = now() + interval '1 hour' WHERE ${ofChannel}`
      yield* Deferred.await(left)
      assert.isFalse(yield* inbox.renew(entry, Duration.seconds(1)))
      yield* inbox.giveBack(entry)
      yield* inbox.postpone(entry, Duration.seconds(1), "Late")
      yield* inbox.failed(entry, { error: "Late" })
      yield* inbox.done(entry)
      const rows =
        yield* system`SELECT attempts, error, done_at, failed_at, due_at > now() + interval '50 minutes' AS held
        FROM channel_inbox WHERE ${ofChannel}`
      assert.deepStrictEqual(rows, [{ attempts: 2, error: null, done_at: null, failed_at: null, held: true }])
    }).pipe(Effect.scoped)
  )

  it.effect("processes what it leases while it is stopped: no one else could before the lease ends", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      yield* put(channel, "hello")
      const inbox = yield* ChannelInbox
      const leased = yield* Deferred.make<void>()
      const handled: Array<string> = []
      const stop = yield* startWorker((entry) => Effect.sync(() => void handled.push(keyOf(entry)))).pipe(
        Effect.provideService(ChannelInbox, {
          ...inbox,
          lease: (...asked) => Effect.tap(inbox.lease(...asked), (found) => answeredLate(leased, found))
        })
      )
      yield* Deferred.await(leased)
      yield* stop
      assert.include(handled, "hello")
    }).pipe(Effect.scoped)
  )

  it.effect("forgets the contents of an entry once it is processed, and keeps them if it failed", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      for (const key of ["good", "bad"]) yield* put(channel, key, key)
      yield* startWorker((entry) =>
        keyOf(entry) === "bad" ? Effect.fail({ reason: "Not that", permanent: true }) : Effect.succeed(undefined)
      )
      const { system } = yield* Database
      const rows = system<{ key: string; payload: object; over: boolean }>`
        SELECT dedupe_key AS key, payload, done_at IS NOT NULL OR failed_at IS NOT NULL AS over FROM channel_inbox
        WHERE connection_id = ${uuidOf(channel.id)} ORDER BY id`
      const [good, bad] = yield* until(rows, (all) => all.every(({ over }) => over))
      assert.deepStrictEqual([good?.payload, bad?.payload], [{}, { key: "bad" }])
    }).pipe(Effect.scoped)
  )

  it.effect("forgets what was processed long ago, except for keys that are kept forever", () =>
    Effect.gen(function* () {
      const channel = yield* connectionIn(yield* freshBrand)
      yield* put(channel, "event")
      yield* put(channel, "text", "b", true)
      const { system } = yield* Database
      yield* system`UPDATE channel_inbox SET done_at = now() - interval '9 days' WHERE connection_id = ${uuidOf(channel.id)}`
      const inbox = yield* ChannelInbox
      yield* inbox.purge(Duration.days(8))
      assert.strictEqual(yield* put(channel, "event"), "new")
      assert.strictEqual(yield* put(channel, "text", "b", true), "known")
      const [kept] =
        yield* system`SELECT payload FROM channel_inbox WHERE keeps_key AND connection_id = ${uuidOf(channel.id)}`
      assert.deepStrictEqual(kept, { payload: {} })
    })
  )
})
