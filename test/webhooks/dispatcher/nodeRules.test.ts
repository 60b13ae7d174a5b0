import { assert, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Redacted, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { type Claimed, DeliveryQueue, type EndpointSettings } from "../../../src/webhooks/DeliveryQueue.ts"
import { DeliveryUpkeep } from "../../../src/webhooks/DeliveryUpkeep.ts"
import * as Dispatcher from "../../../src/webhooks/dispatcher/Dispatcher.ts"
import { NodeSession } from "../../../src/webhooks/NodeSession.ts"
import { type Answer, SafeHttpClient } from "../../../src/webhooks/SafeHttpClient.ts"
import { nodeOf } from "../../support/WebhookLab.ts"

const [tenantId, brandId] = [crypto.randomUUID(), crypto.randomUUID()]

const settingsOf = (webhookId: string): EndpointSettings => ({
  webhookId,
  tenantId,
  brandId,
  url: "https://acme.example/",
  events: ["*"],
  enabled: true,
  maxInFlight: 8,
  ratePerSecond: null,
  version: 1,
  failures: 0,
  failingFor: undefined,
  gatedFor: 0,
  secrets: [Redacted.make("a secret of ours")],
  rotatedIn: undefined
})

const deliveryTo = (webhookId: string): Claimed => ({
  deliveryId: crypto.randomUUID(),
  tenantId,
  webhookId,
  eventId: crypto.randomUUID(),
  chainId: crypto.randomUUID(),
  attempt: 1,
  step: 1,
  early: false,
  expired: false,
  trigger: "event",
  replayOf: null,
  type: "ticket.created",
  sentAs: null,
  payload: "{}",
  traceparent: null,
  version: 1,
  pausedFor: 0
})

const ok: Answer = { status: 200, error: undefined, body: "", retryAfter: undefined, durationMs: 1 }

/** A node whose time, database and receivers the test controls: its requests to them, and their behaviour. */
const startNode = Effect.fnUntraced(function* (options: { readonly timeout?: number; readonly waiting?: number }) {
  const answers = yield* Deferred.make<void>()
  const asked = { opened: 0, buried: 0, swept: 0, settings: 0, posted: 0, released: 0 }
  const database = { isLost: false }
  const left = new Map<string, number>()
  const queue = Layer.mock(DeliveryQueue, {
    backlog: Effect.sync(() => {
      asked.swept++
      return []
    }),
    endpoints: (ids) =>
      Effect.sync(() => {
        asked.settings += ids.length
        return ids.map(settingsOf)
      }),
    claim: (_, requests) =>
      Effect.sync(() =>
        requests.flatMap(({ slots, webhookId }) => {
          const waiting = left.get(webhookId) ?? options.waiting ?? 0
          const taken = Math.min(slots, waiting)
          left.set(webhookId, waiting - taken)
          return Array.from({ length: taken }, () => deliveryTo(webhookId))
        })
      ),
    release: (_, deliveries) =>
      Effect.sync(() => {
        asked.released += deliveries.length
      }),
    settle: () => Effect.void,
    releaseAll: () => Effect.void,
    waiting: () => Effect.succeed(new Map())
  })
  const session = Layer.mock(NodeSession, {
    open: () =>
      Effect.sync(() => {
        asked.opened++
        database.isLost = false
        return {
          signals: Stream.never,
          check: Effect.suspend(() =>
            database.isLost ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })) : Effect.void
          ),
          leads: Effect.succeed(false)
        }
      }),
    announce: () => Effect.void,
    bury: () =>
      Effect.sync(() => {
        asked.buried++
        return []
      })
  })
  const client = Layer.succeed(SafeHttpClient, {
    timeout: options.timeout ?? 10_000,
    post: () =>
      Effect.suspend(() => {
        asked.posted++
        return Effect.as(Deferred.await(answers), ok)
      })
  })
  const context = yield* Layer.build(
    Layer.fresh(Dispatcher.layer).pipe(
      Layer.provide([queue, session, client, Layer.mock(DeliveryUpkeep, {})]),
      Layer.provideMerge(ActorRegistry.layer)
    )
  )
  yield* TestClock.adjust("1 millis")
  return { asked, database, answers, node: nodeOf(context), registry: Context.get(context, ActorRegistry) }
})

/** Runs a node as long as it is used; its end waits for the time that passes. */
const onNode = <E, R>(
  options: Parameters<typeof startNode>[0],
  use: (node: Effect.Success<ReturnType<typeof startNode>>) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const lifetime = yield* Scope.make()
    yield* use(yield* Scope.provide(startNode(options), lifetime))
    const ending = yield* Effect.forkChild(Scope.close(lifetime, Exit.void))
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(ending)
  })

it.effect(
  "A node buries no other before its session has lasted three seconds: others may have lost theirs with it",
  () =>
    onNode({}, ({ asked, database }) =>
      Effect.gen(function* () {
        yield* TestClock.adjust("2900 millis")
        assert.deepInclude(asked, { opened: 1, buried: 0 })
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(asked.buried, 1)

        database.isLost = true
        yield* TestClock.adjust("1 second")
        const { buried, swept } = asked
        yield* TestClock.adjust("3 seconds")
        assert.strictEqual(asked.opened, 2)
        assert.isAbove(asked.swept, swept)
        assert.strictEqual(asked.buried, buried)
        yield* TestClock.adjust("3 seconds")
        assert.isAbove(asked.buried, buried)
      })
    )
)

it.effect("A node whose session was lost immediately looks up what it missed, of work and of settings", () =>
  onNode({}, ({ asked, database, node, registry }) =>
    Effect.gen(function* () {
      node.wake([crypto.randomUUID()])
      yield* TestClock.adjust("100 millis")
      assert.deepInclude(asked, { opened: 1, settings: 1 })
      database.isLost = true
      yield* TestClock.adjust("1300 millis")
      const { swept } = asked
      // The next regular sweep is due at two seconds.
      yield* TestClock.adjust("300 millis")
      assert.deepInclude(asked, { opened: 2, settings: 2, swept: swept + 1 })
      const actor = (yield* registry.list).find(({ name }) => name === "session")
      assert.deepInclude(actor, { state: "running", restarts: 1 })
    })
  )
)

for (const [timeout, count] of [
  [20_000, 1],
  [20_001, 0]
] as const)
  it.effect(
    `A node whose requests may take ${timeout} ms is handed ${count === 0 ? "nothing: the lease could end before" : "what is new"}`,
    () =>
      onNode({ timeout }, ({ node }) =>
        Effect.gen(function* () {
          node.wake([crypto.randomUUID()])
          yield* TestClock.adjust("100 millis")
          assert.lengthOf(node.ready(new Set([brandId])), count)
        })
      )
  )

it.effect("A node returns what has waited so long for a slot that the lease could end before the request", () =>
  onNode({ waiting: 2 }, ({ answers, asked, node }) =>
    Effect.gen(function* () {
      // Two each: two more than a tenant may have in flight.
      node.wake(Array.from({ length: 129 }, () => crypto.randomUUID()))
      yield* TestClock.adjust("100 millis")
      assert.deepInclude(asked, { posted: 256, released: 0 })
      yield* TestClock.adjust("20 seconds")
      yield* Deferred.succeed(answers, undefined)
      yield* TestClock.adjust("100 millis")
      assert.deepInclude(asked, { posted: 256, released: 2 })
    })
  )
)
