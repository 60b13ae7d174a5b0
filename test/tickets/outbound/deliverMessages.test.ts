import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Deferred, Duration, Effect, Layer, Result } from "effect"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Handoff } from "../../../src/events/Handoff.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlChannelOutbox from "../../../src/sql/outbound/SqlChannelOutbox.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { toldOfChannel } from "../../../src/tickets/connections/changeCustomChannel.ts"
import { circuitThreshold, type Delivered } from "../../../src/tickets/outbound/attemptMessage.ts"
import { type ChannelMessage, ChannelOutbox } from "../../../src/tickets/outbound/ChannelOutbox.ts"
import { Outbound } from "../../../src/tickets/outbound/Outbound.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import {
  answered,
  circuitMayTry,
  connectionIn,
  conversationIn,
  deliveryGround,
  leasesEnd,
  startSender,
  statusesOf
} from "../../support/deliveryGround.ts"
import { byKey, seedBrand, seedTenant } from "../../support/seedTenant.ts"
import { silentHandoff } from "../../support/silentHandoff.ts"
import { eventsAbout, fresh, freshBrand } from "../../support/ticketService.ts"
import { answeredLate, until, untilCount } from "../../support/until.ts"

const sent: Delivered = { outcome: "sent" }
const down: Delivered = { outcome: "unavailable", reason: "The channel is down" }

/** The deliveries so far, and a deliverer that records them. */
const recorder = (answer: (message: ChannelMessage, index: number) => Delivered = () => sent) => {
  const seen: Array<ChannelMessage> = []
  let underWay = 0
  const most = { value: 0 }
  const deliver = (message: ChannelMessage) =>
    Effect.gen(function* () {
      underWay++
      most.value = Math.max(most.value, underWay)
      yield* Effect.sleep("5 millis")
      underWay--
      seen.push(message)
      return answer(message, seen.length - 1)
    })
  return { seen, most, deliver, texts: () => seen.map(({ text }) => text) }
}

/** An outbox that signals when it has been polled after `since`. */
const sayingLook = (
  outbox: ChannelOutbox["Service"],
  since: Deferred.Deferred<void>,
  looked: Deferred.Deferred<void>
): ChannelOutbox["Service"] => ({
  ...outbox,
  lease: (...asked) =>
    Effect.flatMap(Deferred.isDone(since), (isLater) =>
      Effect.tap(outbox.lease(...asked), () => (isLater ? Deferred.succeed(looked, undefined) : Effect.void))
    )
})

/** The outbox of another process. */
const outboxOf = (node: number) =>
  Effect.map(
    Layer.build(
      Layer.fresh(SqlChannelOutbox.layer).pipe(
        Layer.provide(
          Layer.effect(
            Handoff,
            Effect.map(Handoff, (handoff) => ({ ...handoff, node }))
          )
        ),
        Layer.provide(silentHandoff)
      )
    ),
    (services) => Context.get(services, ChannelOutbox)
  )

const all = (status: string) => (statuses: ReadonlyArray<string>) => statuses.every((one) => one === status)

layer(deliveryGround, { excludeTestServices: true })("A channel's sender", (it) => {
  it.effect("sends the replies of one conversation in order, and those of others in parallel", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const tickets = yield* Effect.forEach(["a", "b", "c"], (key) => conversationIn(scope, channel, key))
      for (const n of [1, 2, 3, 4]) for (const ticket of tickets) yield* answered(scope, ticket, `${n}`)
      const lanes = new Map<string, number>()
      let atOnce = 0
      const order: Array<string> = []
      yield* startSender(({ conversation: { key }, text }) =>
        Effect.gen(function* () {
          lanes.set(key, (lanes.get(key) ?? 0) + 1)
          assert.strictEqual(lanes.get(key), 1, "two of one conversation at once")
          atOnce = Math.max(
            atOnce,
            [...lanes.values()].reduce((sum, one) => sum + one, 0)
          )
          // However slowly they are fetched, one starts while another is in progress.
          yield* Effect.repeat(Effect.sleep("30 millis"), { until: () => atOnce > 1 })
          lanes.set(key, 0)
          order.push(`${key}${text}`)
          return sent
        })
      )
      yield* untilCount(order, 12)
      for (const key of ["a", "b", "c"])
        assert.deepStrictEqual(
          order.filter((one) => one.startsWith(key)),
          [1, 2, 3, 4].map((n) => `${key}${n}`)
        )
    }).pipe(Effect.scoped)
  )

  it.effect("reports the outcome of each, once, as events of its ticket", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "good")
      yield* answered(scope, ticket, "bad")
      yield* answered(scope, ticket, "good again")
      const { deliver, texts } = recorder(({ text }) =>
        text === "bad"
          ? { outcome: "refused", permanent: true, reason: "Not that" }
          : { outcome: "sent", externalId: `x-${text}` }
      )
      yield* startSender(deliver)
      yield* until(
        statusesOf(scope, ticket),
        ([one, two, three]) => one === "sent" && two === "failed" && three === "sent"
      )
      assert.deepStrictEqual(texts(), ["good", "bad", "good again"])
      const told = (yield* eventsAbout(ticket)).filter(({ type }) => type.startsWith("message."))
      assert.deepStrictEqual(
        told.map(({ data, type }) => [
          type,
          data["permanent"],
          (data["message"] as { readonly channel: string }).channel
        ]),
        [
          ["message.sent", undefined, "custom"],
          ["message.failed", true, "custom"],
          ["message.sent", undefined, "custom"]
        ]
      )
      // A failed message can be sent again, as the same message.
      const outbound = yield* Outbound
      const [, failed] = yield* outbound.list(scope, ticket)
      if (failed === undefined) return assert.fail("no message")
      yield* fresh(outbound.retry(scope, byKey, ticket, failed.id))
      yield* until(Effect.sync(texts), (sent) => sent.length === 4)
      assert.strictEqual(texts()[3], "bad")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "retries a failed message, keeps the rest of its conversation behind it, and gives up after enough attempts",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const channel = yield* connectionIn(scope)
        const [ticket, other] = [yield* conversationIn(scope, channel, "a"), yield* conversationIn(scope, channel, "b")]
        for (const text of ["poison", "after"]) yield* answered(scope, ticket, text)
        yield* answered(scope, other, "elsewhere")
        const { deliver, seen } = recorder(({ text }) =>
          text === "poison" ? { outcome: "refused", permanent: false, reason: "Not now" } : sent
        )
        yield* startSender(deliver, (attempts) => (attempts < 4 ? Duration.millis(10) : undefined))
        yield* until(statusesOf(scope, ticket), ([first, second]) => first === "failed" && second === "sent")
        const attempts = seen
          .filter(({ conversation }) => conversation.key === "a")
          .map(({ attempts, text }) => `${text} ${attempts}`)
        assert.deepStrictEqual(attempts, ["poison 1", "poison 2", "poison 3", "poison 4", "after 1"])
        yield* until(statusesOf(scope, other), all("sent"))
      }).pipe(Effect.scoped)
  )

  it.effect("lets messages beyond a limit wait as long as necessary, which is neither an attempt nor a failure", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const waiting = (concerns: "message" | "connection"): Delivered => ({
        outcome: "waiting",
        reason: `No room for a ${concerns}`,
        wait: Duration.millis(10),
        concerns
      })
      const { deliver, seen } = recorder((_, index) =>
        index < 3 ? waiting("message") : index === 3 ? waiting("connection") : sent
      )
      const { system } = yield* Database
      const connection = Effect.map(
        system<{ last_error: string | null; failures: number }>`SELECT last_error, failures FROM channel_connections
          WHERE external_id = ${channel.id}`,
        ([row]) => row
      )
      yield* system`UPDATE channel_connections SET failures = 2 WHERE external_id = ${channel.id}`
      const noted: Array<string | null | undefined> = []
      yield* startSender(
        (message) =>
          Effect.tap(deliver(message), () =>
            Effect.map(Effect.orDie(connection), (row) => void noted.push(row?.last_error, `${row?.failures}`))
          ),
        () => Duration.days(1)
      )
      yield* until(statusesOf(scope, ticket), all("sent"))
      assert.deepStrictEqual(
        seen.map(({ attempts }) => attempts),
        [1, 1, 1, 1, 1]
      )
      // A provider that was not called has neither failed nor answered.
      assert.deepStrictEqual(noted.slice(0, 8), [null, "2", null, "2", null, "2", null, "2"])
      assert.deepStrictEqual(noted.slice(8), ["No room for a connection", "2"])
    }).pipe(Effect.scoped)
  )

  it.effect("tries a circuit with the next message at once if the first one did not use the connection", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const [first, second] = [yield* conversationIn(scope, channel, "a"), yield* conversationIn(scope, channel, "b")]
      yield* answered(scope, first, "waits")
      const { system } = yield* Database
      const circuit = system<{ failures: number; may_try: boolean }>`SELECT failures, retry_at <= now() AS may_try
        FROM channel_connections WHERE external_id = ${channel.id}`
      yield* system`UPDATE channel_connections SET failures = ${circuitThreshold}, retry_at = now()
        WHERE external_id = ${channel.id}`
      const { deliver } = recorder(({ text }) =>
        text === "tries"
          ? sent
          : { outcome: "waiting", reason: "No room", wait: Duration.hours(1), concerns: "message" }
      )
      yield* startSender(deliver)
      const waiting = system`SELECT FROM outgoing_mail
        WHERE tenant_id = ${scope.tenant.id} AND state = 'queued' AND last_error = 'No room'`
      yield* until(waiting, (rows) => rows.length === 1)
      assert.deepStrictEqual(yield* circuit, [{ failures: circuitThreshold, may_try: true }])
      yield* answered(scope, second, "tries")
      yield* until(statusesOf(scope, second), all("sent"))
      assert.deepStrictEqual(yield* statusesOf(scope, first), ["queued"])
    }).pipe(Effect.scoped)
  )

  it.effect("retries a due message before all of its result is stored", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* conversationIn(scope, yield* connectionIn(scope), "a")
      yield* answered(scope, ticket, "hello")
      const { deliver, seen } = recorder((_, index) =>
        index === 0 ? { outcome: "refused", permanent: false, reason: "Not now" } : sent
      )
      const [outbox, connections] = [yield* ChannelOutbox, yield* ConnectionStore]
      const { system } = yield* Database
      const [due, looked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* startSender(deliver, () => Duration.millis(10)).pipe(
        Effect.provideService(ChannelOutbox, sayingLook(outbox, due, looked)),
        Effect.provideService(ConnectionStore, {
          ...connections,
          note: (...noted) =>
            Effect.sleep("50 millis").pipe(
              Effect.andThen(Deferred.succeed(due, undefined)),
              Effect.andThen(Effect.orDie(system`SELECT pg_notify('trunkline_mail', '')`)),
              Effect.andThen(Deferred.await(looked)),
              Effect.andThen(connections.note(...noted))
            )
        })
      )
      yield* until(statusesOf(scope, ticket), all("sent"))
      assert.deepStrictEqual(
        seen.map(({ attempts }) => attempts),
        [1, 2]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("does not retry a message with a defect forever, and continues", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      for (const text of ["poison", "after"]) yield* answered(scope, ticket, text)
      yield* startSender(
        ({ text }) => (text === "poison" ? Effect.die(new Error("poison")) : Effect.succeed(sent)),
        (attempts) => (attempts < 3 ? Duration.millis(10) : undefined)
      )
      yield* until(statusesOf(scope, ticket), ([first, second]) => first === "failed" && second === "sent")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "stops using a connection that does not respond, tries it with one message, and sends all when that succeeds",
    () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const [channel, healthy] = [yield* connectionIn(scope), yield* connectionIn(scope)]
        const tickets = yield* Effect.forEach(
          Array.from({ length: 12 }, (_, n) => `${n}`),
          (key) => conversationIn(scope, channel, key)
        )
        const well = yield* conversationIn(scope, healthy, "well")
        for (const ticket of tickets) yield* answered(scope, ticket, "hello")
        let isDown = true
        const { deliver, seen } = recorder(({ connectionId }) => (connectionId === channel.id && isDown ? down : sent))
        yield* startSender(deliver)
        const { system } = yield* Database
        const circuit = Effect.map(
          system<{ failures: number; open: boolean }>`SELECT failures, retry_at > now() AS open FROM channel_connections
          WHERE external_id = ${channel.id}`,
          ([row]) => row
        )
        yield* until(circuit, (row) => row?.open === true)
        // Messages in flight when it opened are returned, or their lease ends, and count as no further failure.
        yield* until(
          system<{ count: number }>`SELECT count(*)::int AS count FROM outgoing_mail
            WHERE tenant_id = ${scope.tenant.id} AND state = 'sending' AND due_at > now()`,
          ([row]) => row?.count === 0
        )
        const tried = seen.length
        assert.isAtLeast(tried, circuitThreshold)
        yield* answered(scope, well, "meanwhile")
        yield* until(statusesOf(scope, well), all("sent"))
        assert.strictEqual(seen.filter(({ connectionId }) => connectionId === channel.id).length, tried)

        const before = (yield* circuit)?.failures ?? 0
        yield* circuitMayTry(channel)
        yield* until(circuit, (row) => row?.open === true && row.failures > before)
        assert.strictEqual(seen.filter(({ connectionId }) => connectionId === channel.id).length, tried + 1)

        isDown = false
        yield* circuitMayTry(channel)
        yield* Effect.forEach(tickets, (ticket) => until(statusesOf(scope, ticket), all("sent")))
        assert.deepInclude(yield* circuit, { failures: 0 })
        const records = yield* (yield* ConnectionStore).records("custom")
        assert.deepStrictEqual(
          [channel, healthy].map(({ id }) => records.get(id)?.restarts),
          [1, 0]
        )
      }).pipe(Effect.scoped)
  )

  it.effect("shows the operator when messages last arrived and left through each connection", () =>
    Effect.gen(function* () {
      const [channel, silent] = [yield* connectionIn(yield* freshBrand), yield* connectionIn(yield* freshBrand)]
      const connections = yield* ConnectionStore
      yield* connections.note(channel.id, { kind: "inbound" })
      const { deliver } = recorder()
      yield* startSender(deliver)
      const registry = yield* ActorRegistry
      const lineOf = (one: typeof channel) =>
        Effect.map(registry.list, (lines) => lines.find(({ brandId }) => brandId === one.brandId))
      yield* until(lineOf(channel), (line) => line?.lastInboundAt !== undefined)
      assert.isUndefined((yield* lineOf(channel))?.lastOutboundAt)
      assert.isUndefined((yield* lineOf(silent))?.lastInboundAt)
    }).pipe(Effect.scoped)
  )

  it.effect("waits if the provider refuses us, until someone has fixed that", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const [ticket, later] = [yield* conversationIn(scope, channel, "a"), yield* conversationIn(scope, channel, "b")]
      yield* answered(scope, ticket, "hello")
      let isRefused = true
      const { deliver, seen } = recorder(() =>
        isRefused ? { outcome: "unavailable", reason: "Token revoked", status: "needs_reauth" } : sent
      )
      yield* startSender(deliver)
      const store = yield* ConnectionStore
      const status = Effect.map(store.placed(channel.id), (found) =>
        found._tag === "Some" ? found.value.connection.status : undefined
      )
      yield* until(status, (now) => now === "needs_reauth")
      yield* answered(scope, later, "waits")
      assert.lengthOf(seen, 1)
      const lines = Effect.flatMap(ActorRegistry, ({ list }) => list)
      yield* until(lines, (all) =>
        all.some(({ brandId, state }) => brandId === scope.brandId && state === "backing_off")
      )

      isRefused = false
      yield* store.change(scope, byKey, "custom", channel.id, (connection) =>
        Result.succeed({
          connection: { ...connection, status: "active" as const },
          audit: { event: "channel.updated", entityType: "channel" as const, entityId: channel.id }
        })
      )
      yield* until(statusesOf(scope, ticket), all("sent"))
      yield* until(statusesOf(scope, later), all("sent"))
      assert.strictEqual((yield* store.records("custom")).get(channel.id)?.restarts, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("leaves its message to another process when it is killed, which sends it as the same message", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      // A process that leased it, and was killed before it knew whether it was sent.
      const outbox = yield* ChannelOutbox
      const [killed] = yield* outbox.lease("custom", { all: 8, each: 8, busy: [], underWay: [] }, Duration.seconds(30))
      assert.isDefined(killed)
      const { deliver, seen } = recorder()
      yield* startSender(deliver)
      yield* answered(scope, ticket, "next")
      assert.lengthOf(seen, 0)
      yield* leasesEnd
      yield* until(statusesOf(scope, ticket), all("sent"))
      assert.deepStrictEqual(
        seen.map(({ attempts, id, text }) => [id === killed?.id, text, attempts]),
        [
          [true, "hello", 2],
          [false, "next", 1]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("takes no further step with what another process has since taken over, and reports nothing about it", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      const steps: Array<string> = []
      const { system } = yield* Database
      // As if this process had been stopped for longer than its lease, and another had started with the message.
      const takenOver = system`UPDATE outgoing_mail SET attempts = attempts + 1, due_at = now() + interval '1 hour'
        WHERE connection_id = ${uuidOf(channel.id)} AND state = 'sending'`
      const [begun, ended] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const stop = yield* startSender((_message, _connection, remember) =>
        Effect.gen(function* () {
          yield* remember({ step: 1 })
          steps.push("first")
          yield* Effect.orDie(takenOver)
          yield* Deferred.succeed(begun, undefined)
          yield* remember({ step: 2 })
          steps.push("second")
          return down
        }).pipe(Effect.onInterrupt(() => Deferred.succeed(ended, undefined)))
      )
      yield* answered(scope, ticket, "hello")
      yield* Deferred.await(begun)
      yield* Deferred.await(ended)
      yield* stop
      assert.deepStrictEqual(steps, ["first"])
      const rows = yield* system`SELECT state, attempts, last_error, context -> 'progress' AS progress,
          due_at > now() + interval '50 minutes' AS held FROM outgoing_mail WHERE connection_id = ${uuidOf(channel.id)}`
      assert.deepStrictEqual(rows, [
        { state: "sending", attempts: 2, last_error: null, progress: { step: 1 }, held: true }
      ])
      // The next test would take over what is left.
      yield* system`UPDATE outgoing_mail SET state = 'sent' WHERE connection_id = ${uuidOf(channel.id)}`
    }).pipe(Effect.scoped)
  )

  const lastTry = () => undefined
  for (const [answer, retryDelay, when] of [
    [{ outcome: "refused", permanent: true, reason: "Gone" }, undefined, "when its channel refuses it for good"],
    [down, lastTry, "after its last attempt"],
    [{ outcome: "refused", permanent: true, reason: "Gone" }, undefined, "while the database is away"]
  ] as const)
    it.effect(`reports no failure of what another process has since taken over, ${when}`, () =>
      Effect.gen(function* () {
        const scope = yield* freshBrand
        const channel = yield* connectionIn(scope)
        const ticket = yield* conversationIn(scope, channel, "a")
        const { system } = yield* Database
        const outbound = yield* Outbound
        const takenOver = Effect.orDie(system`UPDATE outgoing_mail
          SET attempts = attempts + 1, state = 'sending', due_at = now() + interval '1 hour' WHERE connection_id = ${uuidOf(channel.id)}`)
        const isAway = when === "while the database is away"
        let asked = 0
        const begun = yield* Deferred.make<void>()
        const stop = yield* startSender(
          () => Effect.as(Effect.andThen(isAway ? Effect.void : takenOver, Deferred.succeed(begun, undefined)), answer),
          retryDelay
        ).pipe(
          Effect.provideService(Outbound, {
            ...outbound,
            report: (...told) =>
              Effect.suspend(() =>
                isAway && asked++ === 0
                  ? Effect.andThen(takenOver, Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })))
                  : outbound.report(...told)
              )
          })
        )
        yield* answered(scope, ticket, "hello")
        yield* Deferred.await(begun)
        yield* stop
        const rows = yield* system`SELECT state, attempts, last_error, due_at > now() + interval '50 minutes' AS held
          FROM outgoing_mail WHERE connection_id = ${uuidOf(channel.id)}`
        assert.deepStrictEqual(rows, [{ state: "sending", attempts: 2, last_error: null, held: true }])
        assert.notInclude(
          (yield* eventsAbout(ticket)).map(({ type }) => type),
          "message.failed"
        )
        // The next test would take over what is left.
        yield* system`UPDATE outgoing_mail SET state = 'sent' WHERE connection_id = ${uuidOf(channel.id)}`
      }).pipe(Effect.scoped)
    )

  it.effect("leaves a message to the process that sends it again by hand, though its attempts count anew", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const [outbox, outbound] = [yield* ChannelOutbox, yield* Outbound]
      const { system } = yield* Database
      const asked = { all: 8, each: 8, busy: [], underWay: [] }
      const leaseBy = (from: ChannelOutbox["Service"]) =>
        Effect.andThen(
          system`UPDATE outgoing_mail SET due_at = now() - interval '1 second' WHERE connection_id = ${uuidOf(channel.id)}`,
          Effect.map(
            from.lease("custom", asked, Duration.hours(1)),
            ([leased]) => leased ?? assert.fail("nothing is due")
          )
        )
      const other = yield* outboxOf(1)
      yield* leaseBy(outbox)
      const lost = yield* leaseBy(other)
      yield* leaseBy(outbox)
      yield* outbound.report(lost.id, { status: "failed", permanent: true, error: "Gone" })
      yield* outbound.retry(scope, byKey, ticket, lost.id)
      const held = yield* leaseBy(outbox)
      assert.strictEqual(held.attempts, lost.attempts)
      assert.isFalse(yield* other.renew(lost, Duration.days(1)))
      assert.isFalse(yield* other.remember(lost, { step: 1 }))
      yield* other.postpone(lost, Duration.days(1), "It was lost")
      yield* other.giveBack(lost)
      assert.isTrue(yield* other.putAside(lost))
      assert.isTrue(yield* outbox.renew(held, Duration.hours(1)))
      assert.isTrue(yield* outbox.remember(held, { step: 2 }))
      yield* system`UPDATE outgoing_mail SET state = 'sent' WHERE connection_id = ${uuidOf(channel.id)}`
    }).pipe(Effect.scoped)
  )

  it.effect("lets no one who has lost a message return it, postpone it, set it aside, or renew it", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      yield* answered(scope, yield* conversationIn(scope, channel, "a"), "hello")
      const outbox = yield* ChannelOutbox
      const { system } = yield* Database
      const asked = { all: 8, each: 8, busy: [], underWay: [] }
      const lease = Effect.map(
        outbox.lease("custom", asked, Duration.hours(1)),
        ([leased]) => leased ?? assert.fail("nothing is due")
      )
      const lost = yield* lease
      assert.isTrue(yield* outbox.renew(lost, Duration.zero))
      const held = yield* lease
      yield* outbox.giveBack(lost)
      yield* outbox.postpone(lost, Duration.days(1), "It was lost")
      assert.isTrue(yield* outbox.putAside(lost))
      assert.isFalse(yield* outbox.remember(lost, { step: 1 }))
      assert.isFalse(yield* outbox.renew(lost, Duration.days(1)))
      const row = Effect.map(
        system`SELECT state, attempts, last_error, due_at < now() + interval '1 hour' AS on_time FROM outgoing_mail
          WHERE connection_id = ${uuidOf(channel.id)}`,
        ([row]) => row
      )
      assert.deepStrictEqual(yield* row, { state: "sending", attempts: 2, last_error: null, on_time: true })
      // What is settled meanwhile, as by a receipt, still belongs to that attempt.
      yield* system`UPDATE outgoing_mail SET state = 'sent' WHERE connection_id = ${uuidOf(channel.id)}`
      assert.isTrue(yield* outbox.renew(held, Duration.days(1)))
      assert.isTrue(yield* outbox.remember(held, { step: 1 }))
      assert.deepInclude(yield* row, { state: "sent", on_time: true })
    }).pipe(Effect.scoped)
  )

  it.effect("leaves a message alone while its sender is still storing the result, however late", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const [outbox, outbound] = [yield* ChannelOutbox, yield* Outbound]
      // The write path was away for longer than the lease, and due messages are found sooner than the write is retried.
      const [taken, looked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const ended = yield* Deferred.make<void>()
      const { system } = yield* Database
      const { deliver, seen } = recorder()
      yield* startSender(deliver).pipe(
        Effect.provideService(ChannelOutbox, sayingLook(outbox, ended, looked)),
        Effect.provideService(Outbound, {
          ...outbound,
          report: (...asked) =>
            Deferred.succeed(taken, undefined).pipe(
              Effect.andThen(Deferred.await(looked)),
              Effect.andThen(outbound.report(...asked))
            )
        })
      )
      yield* Deferred.await(taken)
      yield* leasesEnd
      yield* Deferred.succeed(ended, undefined)
      yield* system`SELECT pg_notify('trunkline_mail', '')`
      yield* until(statusesOf(scope, ticket), all("sent"))
      yield* answered(scope, ticket, "next")
      yield* until(statusesOf(scope, ticket), all("sent"))
      assert.deepStrictEqual(
        seen.map(({ text }) => text),
        ["hello", "next"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("returns messages in flight when it is stopped", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const begun = yield* Deferred.make<void>()
      const stop = yield* startSender(() => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      yield* Deferred.await(begun)
      yield* stop
      const { system } = yield* Database
      const [row] = yield* system`SELECT state, attempts FROM outgoing_mail WHERE tenant_id = ${scope.tenant.id}`
      // The result is not known: whoever takes it over checks first.
      assert.deepStrictEqual(row, { state: "queued", attempts: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect("sends what it leases while it is stopped: no one else could before the lease ends", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const ticket = yield* conversationIn(scope, yield* connectionIn(scope), "a")
      yield* answered(scope, ticket, "hello")
      const outbox = yield* ChannelOutbox
      const leased = yield* Deferred.make<void>()
      const stop = yield* startSender(recorder().deliver).pipe(
        Effect.provideService(ChannelOutbox, {
          ...outbox,
          lease: (...asked) => Effect.tap(outbox.lease(...asked), (found) => answeredLate(leased, found))
        })
      )
      yield* Deferred.await(leased)
      yield* stop
      assert.deepStrictEqual(yield* statusesOf(scope, ticket), ["sent"])
    }).pipe(Effect.scoped)
  )

  it.effect("sends a message once if the database goes away as the channel accepts it, and comes back much later", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const [outbox, outbound] = [yield* ChannelOutbox, yield* Outbound]
      let isAway = false
      const unlessAway = <A>(effect: Effect.Effect<A, DatabaseUnavailable>) =>
        Effect.suspend(() => (isAway ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })) : effect))
      const { deliver, seen } = recorder(({ connectionId }) => {
        if (connectionId === channel.id) isAway = true
        return sent
      })
      yield* startSender(deliver).pipe(
        Effect.provideService(ChannelOutbox, {
          ...outbox,
          lease: (...asked) => unlessAway(outbox.lease(...asked)),
          settled: (leased) => unlessAway(outbox.settled(leased)),
          postpone: (...asked) => unlessAway(outbox.postpone(...asked))
        }),
        Effect.provideService(Outbound, { ...outbound, report: (...asked) => unlessAway(outbound.report(...asked)) })
      )
      yield* until(
        Effect.sync(() => isAway),
        (away) => away
      )
      // Longer than messages in flight may take when the server stops.
      yield* Effect.sleep("12 seconds")
      isAway = false
      yield* until(statusesOf(scope, ticket), all("sent"))
      yield* Effect.sleep("1 second")
      assert.lengthOf(
        seen.filter(({ connectionId }) => connectionId === channel.id),
        1
      )
    }).pipe(Effect.scoped)
  )

  it.effect("shares its work with other processes: nothing is sent twice, and each conversation keeps its order", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const keys = Array.from({ length: 6 }, (_, n) => `lane${n}`)
      const tickets = yield* Effect.forEach(keys, (key) => conversationIn(scope, channel, key))
      for (const n of [1, 2, 3, 4, 5]) for (const ticket of tickets) yield* answered(scope, ticket, `${n}`)
      const nodes = [recorder(), recorder()]
      const order: Array<string> = []
      for (const node of nodes)
        yield* startSender((message) =>
          Effect.andThen(
            Effect.sync(() => {
              if (message.connectionId === channel.id) order.push(`${message.conversation.key}:${message.text}`)
            }),
            node.deliver(message)
          )
        )
      yield* Effect.forEach(tickets, (ticket) => until(statusesOf(scope, ticket), all("sent")))
      assert.lengthOf(order, 30)
      for (const key of keys)
        assert.deepStrictEqual(
          order.filter((one) => one.startsWith(`${key}:`)),
          [1, 2, 3, 4, 5].map((n) => `${key}:${n}`)
        )
    }).pipe(Effect.scoped)
  )

  it.effect("sends nothing that was deleted or withdrawn meanwhile, or that is too old", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const [gone, old] = [yield* conversationIn(scope, channel, "a"), yield* conversationIn(scope, channel, "b")]
      const comment = yield* answered(scope, gone, "unsaid")
      yield* answered(scope, old, "too late")
      const { system } = yield* Database
      yield* system`UPDATE comments SET deleted_at = now() WHERE body = 'unsaid'`
      yield* system`UPDATE outgoing_mail SET expires_at = now() - interval '1 second' WHERE connection_id IS NOT NULL AND state = 'queued'
        AND comment_id IN (SELECT id FROM comments WHERE body = 'too late')`
      assert.isDefined(comment.deliveries)
      const { deliver, seen } = recorder()
      yield* startSender(deliver)
      yield* until(statusesOf(scope, gone), all("failed"))
      yield* until(statusesOf(scope, old), all("failed"))
      assert.lengthOf(seen, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("lets messages of a deleted brand wait in the trash, and records what was in flight", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const [waiting, late, under] = [
        yield* conversationIn(scope, channel, "a"),
        yield* conversationIn(scope, channel, "b"),
        yield* conversationIn(scope, channel, "c")
      ]
      const { system } = yield* Database
      const due = (change: string) =>
        system.unsafe(`UPDATE outgoing_mail SET ${change} WHERE tenant_id = $1 AND state = 'queued'`, [scope.tenant.id])
      yield* answered(scope, late, "too late")
      yield* answered(scope, waiting, "waits")
      yield* due("due_at = now() + interval '1 hour'")
      yield* answered(scope, under, "on its way")
      const [begun, handed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const seen: Array<string> = []
      yield* startSender(({ text }) =>
        Effect.gen(function* () {
          seen.push(text)
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(handed)
          return { outcome: "sent", externalId: `x-${text}` } satisfies Delivered
        })
      )
      yield* Deferred.await(begun)
      yield* system`UPDATE brands SET deleted_at = now() WHERE id = ${uuidOf(scope.brandId)}`
      yield* Deferred.succeed(handed, undefined)
      yield* due("due_at = now()")
      yield* system`UPDATE outgoing_mail SET expires_at = now() WHERE ticket_id = ${uuidOf(late)}`
      yield* system`SELECT pg_notify('trunkline_mail', '')`
      const rows = system<{ state: string; attempts: number; external_id: string | null }>`
        SELECT state, attempts, external_id FROM outgoing_mail WHERE tenant_id = ${scope.tenant.id} ORDER BY id`
      const there = [
        { state: "queued", attempts: 0, external_id: null },
        { state: "queued", attempts: 0, external_id: null },
        { state: "sent", attempts: 1, external_id: "x-on its way" }
      ]
      assert.deepStrictEqual(yield* until(rows, (all) => all.at(-1)?.state === "sent"), there)
      // Polling never returns any of it.
      const outbox = yield* ChannelOutbox
      const limits = { all: 64, each: 64, busy: [], underWay: [] }
      const found = [
        ...(yield* outbox.lease("custom", limits, Duration.seconds(30))),
        ...(yield* outbox.leaseExpired("custom", limits, Duration.seconds(30)))
      ]
      assert.isEmpty(found.filter(({ connectionId }) => connectionId === channel.id))
      assert.isUndefined((yield* outbox.backlog("custom")).get(channel.id))
      assert.deepStrictEqual(yield* rows, there)

      yield* system`UPDATE brands SET deleted_at = NULL WHERE id = ${uuidOf(scope.brandId)}`
      yield* system`SELECT pg_notify('trunkline_mail', '')`
      yield* until(statusesOf(scope, waiting), all("sent"))
      yield* until(statusesOf(scope, late), all("failed"))
      assert.deepStrictEqual(seen, ["on its way", "waits"])
      const told = (yield* eventsAbout(late)).filter(({ type }) => type === "message.failed")
      assert.lengthOf(told, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("lets messages of a ticket in the trash wait, and blocks nothing else in its conversation", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const [ticket, other] = [yield* conversationIn(scope, channel, "a"), yield* conversationIn(scope, channel, "b")]
      yield* answered(scope, ticket, "waits")
      yield* answered(scope, other, "goes")
      const { system } = yield* Database
      // As if someone were written to about another ticket of theirs.
      yield* system`UPDATE outgoing_mail SET lane = 'a' WHERE tenant_id = ${scope.tenant.id}`
      const tickets = yield* Tickets
      yield* fresh(tickets.delete(scope, byKey, ticket))
      const { deliver, texts } = recorder()
      yield* startSender(deliver)
      yield* until(statusesOf(scope, other), all("sent"))
      assert.deepStrictEqual(texts(), ["goes"])
      yield* fresh(tickets.restore(scope, byKey, ticket))
      yield* system`SELECT pg_notify('trunkline_mail', '')`
      yield* until(statusesOf(scope, ticket), all("sent"))
      assert.deepStrictEqual(texts(), ["goes", "waits"])
    }).pipe(Effect.scoped)
  )

  it.effect("returns what goes into the trash while it is being examined", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const outbox = yield* ChannelOutbox
      const leased = (yield* outbox.lease(
        "custom",
        { all: 64, each: 64, busy: [], underWay: [] },
        Duration.seconds(30)
      )).find(({ connectionId }) => connectionId === channel.id)
      if (leased === undefined) return assert.fail("nothing is due")
      const tickets = yield* Tickets
      yield* fresh(tickets.delete(scope, byKey, ticket))
      assert.isTrue(yield* outbox.putAside(leased))
      const { system } = yield* Database
      const [row] = yield* system`SELECT state, attempts FROM outgoing_mail WHERE tenant_id = ${scope.tenant.id}`
      assert.deepStrictEqual(row, { state: "queued", attempts: 0 })
    })
  )

  it.effect("sends what was in the trash only while it was examined", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const [outbox, tickets] = [yield* ChannelOutbox, yield* Tickets]
      const { deliver, seen } = recorder()
      const texts = () => seen.filter(({ connectionId }) => connectionId === channel.id).map(({ text }) => text)
      let looks = 0
      yield* startSender(deliver).pipe(
        Effect.provideService(ChannelOutbox, {
          ...outbox,
          content: (leased) =>
            leased.connectionId !== channel.id || looks++ > 0
              ? outbox.content(leased)
              : Effect.orDie(fresh(tickets.delete(scope, byKey, ticket))).pipe(
                  Effect.andThen(outbox.content(leased)),
                  Effect.tap(Effect.orDie(fresh(tickets.restore(scope, byKey, ticket))))
                )
        })
      )
      yield* until(statusesOf(scope, ticket), ([status]) => status === "sent" || status === "failed")
      assert.deepStrictEqual(texts(), ["hello"])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves what its channel claims to have while it is being examined", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      yield* answered(scope, ticket, "again")
      const [outbox, outbound] = [yield* ChannelOutbox, yield* Outbound]
      const { deliver, seen } = recorder()
      const texts = () => seen.filter(({ connectionId }) => connectionId === channel.id).map(({ text }) => text)
      let looks = 0
      yield* startSender(deliver).pipe(
        Effect.provideService(ChannelOutbox, {
          ...outbox,
          content: (leased) =>
            leased.connectionId !== channel.id || looks++ > 0
              ? outbox.content(leased)
              : Effect.andThen(outbound.report(leased.id, { status: "sent", permanent: false }), outbox.content(leased))
        })
      )
      yield* until(statusesOf(scope, ticket), ([, status]) => status === "sent")
      assert.deepStrictEqual(texts(), ["again"])
      assert.deepStrictEqual(yield* statusesOf(scope, ticket), ["sent", "sent"])
    }).pipe(Effect.scoped)
  )

  it.effect("never sends messages of test mode through a channel that is captured", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.flatMap(seedTenant("test"), (tenant) => seedBrand(tenant))
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "a")
      yield* answered(scope, ticket, "hello")
      const { system } = yield* Database
      // Like a text message: in test mode only custom channels are called.
      yield* system`UPDATE outgoing_mail SET channel = 'sms' WHERE tenant_id = ${scope.tenant.id}`
      const { deliver, seen } = recorder()
      yield* startSender(deliver)
      const captured = system<{
        state: string
        text: string
      }>`SELECT state, text FROM outgoing_mail WHERE tenant_id = ${scope.tenant.id}`
      const [row] = yield* until(captured, ([one]) => one?.state === "captured")
      assert.deepInclude(row, { text: "hello" })
      assert.lengthOf(seen, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("does not let a new callback address wait for what the old one answers", () =>
    Effect.gen(function* () {
      const scope = yield* freshBrand
      const channel = yield* connectionIn(scope)
      const ticket = yield* conversationIn(scope, channel, "waiting")
      const [asked, changed, again] = [
        yield* Deferred.make<void>(),
        yield* Deferred.make<void>(),
        yield* Deferred.make<"again">()
      ]
      yield* startSender((message) =>
        message.attempts > 1
          ? Effect.as(Deferred.succeed(again, "again"), sent)
          : Deferred.succeed(asked, undefined).pipe(
              Effect.andThen(Deferred.await(changed)),
              Effect.as<Delivered>({ outcome: "unavailable", reason: "Later", wait: Duration.hours(1) })
            )
      )
      yield* answered(scope, ticket, "Soon")
      yield* Deferred.await(asked)
      yield* (yield* ConnectionStore).change(scope, byKey, "custom", channel.id, (found) => {
        const callbackUrl = "https://shop.example/other"
        const connection = {
          ...found,
          settings: { ...found.settings, callbackUrl },
          updatedAt: DateTime.add(found.updatedAt, { seconds: 1 })
        }
        return Result.succeed({ connection, audit: toldOfChannel("channel.updated", connection) })
      })
      const { system } = yield* Database
      const late = { connectionId: channel.id, isTrial: false, asOf: channel.updatedAt }
      yield* (yield* ChannelOutbox).failing(late, 1, () => Duration.hours(1))
      const [circuit] =
        yield* system`SELECT failures, retry_at FROM channel_connections WHERE id = ${uuidOf(channel.id)}`
      assert.deepStrictEqual(circuit, { failures: 0, retry_at: null })
      yield* Deferred.succeed(changed, undefined)
      const waits = until(
        system<{ late: boolean }>`SELECT due_at > now() + interval '10 minutes' AS late FROM outgoing_mail
          WHERE connection_id = ${uuidOf(channel.id)}`,
        ([row]) => row?.late === true
      )
      assert.strictEqual(yield* Effect.raceFirst(Deferred.await(again), Effect.as(waits, "late")), "again")
    }).pipe(Effect.scoped)
  )
})
