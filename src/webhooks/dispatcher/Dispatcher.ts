import { Clock, type Duration, Effect, FiberSet, Layer, Random, Schedule, Stream } from "effect"
import { Handoff } from "../../events/Handoff.ts"
import { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import { type Actor, supervise } from "../../runtime/Supervised.ts"
import { DeliveryQueue } from "../DeliveryQueue.ts"
import { DeliveryUpkeep } from "../DeliveryUpkeep.ts"
import { NodeSession } from "../NodeSession.ts"
import { SafeHttpClient } from "../SafeHttpClient.ts"
import { makeClaimBatcher } from "./ClaimBatcher.ts"
import { countInterval, countWaiting } from "./countWaiting.ts"
import { makeEndpoints } from "./Endpoints.ts"
import { keepHouse } from "./Janitor.ts"
import { makeNotifier } from "./Notifier.ts"
import { makeSettleBatcher } from "./SettleBatcher.ts"
import { sweep, sweepInterval } from "./Sweeper.ts"

/** Number of fibers that store outcomes. */
const settlers = 2
/** Milliseconds that a node's own session must have lasted before it buries others: they may all have lost theirs together. */
const buryAfter = 3_000
/** How often the session is checked, and how soon a lost one is reopened. */
const sessionCheck = "1 second"
const sessionRetry = Schedule.spaced("500 millis")
/**
 * How long a stopping node waits for requests in flight, and for their outcomes to be stored. Receivers that have not
 * answered by then get the same delivery again from another node.
 */
const drainLimit = "2 seconds"
const storeLimit = "2 seconds"

/**
 * The webhook dispatcher of this node. Every node may serve every endpoint; leases in the database decide which node sends
 * what. Parts stop in the reverse order of their start: a stopping node claims nothing new, finishes requests in flight,
 * stores their outcomes, and releases its leases.
 */
export const layer: Layer.Layer<
  Handoff,
  never,
  ActorRegistry | DeliveryQueue | DeliveryUpkeep | NodeSession | SafeHttpClient
> = Layer.effect(
  Handoff,
  Effect.gen(function* () {
    const queue = yield* DeliveryQueue
    const sessions = yield* NodeSession
    const upkeep = yield* DeliveryUpkeep
    const client = yield* SafeHttpClient
    const registry = yield* ActorRegistry
    const clock = yield* Clock.Clock
    const node = yield* Random.nextIntBetween(1, 2 ** 31 - 1)
    const actor = (name: string, live: Actor<unknown, never>["live"]) => supervise({ kind: "dispatcher", name, live })
    let draining = false
    let leads: Effect.Effect<boolean, unknown> = Effect.succeed(false)
    let sessionSince = Number.POSITIVE_INFINITY
    /** How many times the session was lost or could not be opened. */
    let reopened = 0

    const settlements = yield* makeSettleBatcher(queue, node)
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(queue.releaseAll(node), storeLimit)))
    yield* actor("settle", (self) =>
      Effect.andThen(
        self.ready,
        Effect.all(
          Array.from({ length: settlers }, () => settlements.run),
          { concurrency: "unbounded" }
        )
      )
    )

    const claims = yield* makeClaimBatcher(queue, node)
    const endpoints = yield* makeEndpoints({
      node,
      queue,
      client,
      registry,
      claim: claims.claim,
      settle: settlements.settle,
      draining: () => draining
    })
    yield* Effect.addFinalizer(() =>
      Effect.andThen(endpoints.releaseHanded, FiberSet.awaitEmpty(endpoints.inFlight)).pipe(
        Effect.timeoutOption(drainLimit),
        Effect.andThen(
          Effect.timeout(
            Effect.repeat(Effect.sleep("20 millis"), { while: () => settlements.unsettled() > 0 }),
            storeLimit
          )
        ),
        Effect.ignore
      )
    )
    yield* actor("claim", (self) => Effect.andThen(self.ready, claims.run))

    const notifier = yield* makeNotifier(sessions, node)
    yield* actor("notify", (self) => Effect.andThen(self.ready, notifier.run))

    const sweepOnce = sweep({
      queue,
      session: sessions,
      node,
      mayBury: () => clock.currentTimeMillisUnsafe() - sessionSince >= buryAfter,
      endpoints: endpoints.all,
      wake: endpoints.wake
    })

    yield* actor("session", (self) =>
      Effect.gen(function* () {
        const session = yield* sessions.open(node)
        sessionSince = clock.currentTimeMillisUnsafe()
        leads = session.leads
        yield* self.ready
        // Catches up on notifications missed while not listening.
        yield* endpoints.changedAll
        yield* sweepOnce
        const listen = Stream.runForEach(session.signals, ({ kind, webhookIds }) =>
          Effect.andThen(
            self.active,
            Effect.ignore(
              kind === "changed"
                ? Effect.andThen(endpoints.changed(webhookIds), endpoints.wake(webhookIds))
                : endpoints.wake(webhookIds)
            )
          )
        )
        yield* Effect.raceFirst(listen, Effect.forever(Effect.andThen(Effect.sleep(sessionCheck), session.check)))
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            sessionSince = Number.POSITIVE_INFINITY
            leads = Effect.succeed(false)
          })
        ),
        Effect.scoped,
        Effect.tapError((error) =>
          self.change({ state: "backing_off", lastError: String(error), restarts: ++reopened })
        ),
        Effect.retry(sessionRetry)
      )
    )

    yield* actor("sweep", (self) => {
      const every = (interval: Duration.Input, look: typeof sweepOnce) =>
        look.pipe(
          Effect.andThen(self.active),
          // The database is down; the next round may find it back.
          Effect.catch((error) => self.change({ lastError: String(error) })),
          Effect.repeat(Schedule.spaced(interval))
        )
      const looks = [every(sweepInterval, sweepOnce), every(countInterval, countWaiting(queue, endpoints.all))]
      return Effect.andThen(self.ready, Effect.all(looks, { concurrency: "unbounded", discard: true }))
    })

    yield* actor("janitor", (self) =>
      Effect.andThen(
        self.ready,
        keepHouse(
          upkeep,
          Effect.catch(
            Effect.suspend(() => leads),
            () => Effect.succeed(false)
          )
        )
      )
    )

    const fork = yield* FiberSet.makeRuntime<never, void, never>()
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        draining = true
      })
    )

    return Handoff.of({
      node,
      ready: endpoints.ready,
      accept: endpoints.accept,
      wake: (webhookIds) => {
        fork(Effect.ignore(endpoints.wake(webhookIds)))
        notifier.tell(webhookIds)
      }
    })
  })
)
