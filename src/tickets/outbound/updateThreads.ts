import { Clock, Duration, Effect, FiberMap, Option, Queue, Random, Schedule, Stream } from "effect"
import type { SlackConnection } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InstallationId } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { toItsEnd } from "../../runtime/toItsEnd.ts"
import { ConnectionStore } from "../connections/ConnectionStore.ts"
import { whileHeld } from "../whileHeld.ts"
import { circuitThreshold, type Delivered, pauseOf } from "./attemptMessage.ts"
import { ChannelOutbox } from "./ChannelOutbox.ts"
import { type ChatFacts, ChatUpdates, type LeasedUpdate } from "./ChatUpdates.ts"
import { pauseAfter } from "./pauseAfter.ts"

/** How often to look for updates that have become due, and to count those that wait. */
const lookEvery = Duration.seconds(5)
const countEvery = Duration.seconds(15)
/** Milliseconds by which the database's clock may lag behind ours. */
const clockSlack = 50
/**
 * How long an update stays leased to a node that hangs or vanished without notice (`Deliverer.lease`); an attempt takes
 * at most half of it.
 */
const lease = Duration.minutes(4)
/** Maximum number of updates in progress at a time, in total and per connection. */
const room = { all: 32, each: 4 }
/** How long updates in progress may take when the server stops. */
const stopping = Duration.seconds(10)
/** How long to keep trying to update a thread, after which it stays as it is: as for messages to customers. */
const worthwhile = Duration.days(5)

/** Makes one attempt to bring a thread up to date. What it remembers is available to the next attempt as `update.progress`. */
export type UpdateThread<R> = (
  update: LeasedUpdate,
  facts: ChatFacts,
  connection: SlackConnection,
  remember: (progress: JsonObject) => Effect.Effect<void>
) => Effect.Effect<Delivered, never, R>

/**
 * The actor that brings threads up to date with their tickets: those of one thread one after the other, those of
 * different threads concurrently. It shares only the circuits of connections with the messages to customers: however many
 * threads lag behind, no message waits for them.
 */
export const updateThreads = <R>(update: UpdateThread<R>) =>
  Supervised.layer({
    name: "threads",
    kind: "sender",
    live: Effect.fnUntraced(function* (self) {
      const updates = yield* ChatUpdates
      const outbox = yield* ChannelOutbox
      const connections = yield* ConnectionStore
      const bell = yield* Queue.sliding<void>(1)
      const ring = Queue.offer(bell, undefined)
      const work = yield* FiberMap.make<LeasedUpdate["id"], void, never>()
      const underWay = new Map<InstallationId, number>()
      const wake = { at: Number.POSITIVE_INFINITY }
      yield* Effect.addFinalizer(() => Effect.asVoid(Effect.timeoutOption(FiberMap.awaitEmpty(work), stopping)))

      const postpone = Effect.fnUntraced(function* (
        leased: LeasedUpdate,
        pause: Duration.Duration,
        reason: string,
        attempt?: "uncounted"
      ) {
        yield* written(updates.postpone(leased, pause, reason, attempt))
        wake.at = Math.min(wake.at, (yield* Clock.currentTimeMillis) + Duration.toMillis(pause) + clockSlack)
      })

      const later = Effect.fnUntraced(function* (leased: LeasedUpdate, reason: string, wait?: Duration.Duration) {
        const delay = pauseAfter(leased.attempts, yield* Random.next)
        yield* postpone(leased, wait === undefined ? delay : Duration.max(wait, delay), reason)
      })

      const tell = Effect.fnUntraced(function* (
        leased: LeasedUpdate,
        connection: SlackConnection,
        delivered: Delivered
      ) {
        const connectionId = connection.id
        if (delivered.outcome === "waiting") {
          yield* written(outbox.untried(leased))
          return yield* postpone(leased, delivered.wait, delivered.reason, "uncounted")
        }
        if (delivered.outcome === "unavailable") {
          const { reason, status, wait } = delivered
          yield* later(leased, reason, wait)
          return yield* written(
            Effect.andThen(
              outbox.failing({ ...leased, asOf: connection.updatedAt }, circuitThreshold, pauseOf),
              connections.note(connectionId, {
                kind: "error",
                error: reason,
                outage: status && { status, asOf: connection.updatedAt }
              })
            )
          )
        }
        yield* written(outbox.answered(connectionId))
        if (delivered.outcome === "sent") return yield* written(updates.done(leased))
        if (!delivered.permanent) return yield* later(leased, delivered.reason, delivered.wait)
        // That it was refused says nothing about an attempt that somebody else makes by now.
        yield* written(
          Effect.andThen(
            Effect.flatMap(updates.renew(leased, lease), (isHeld) => (isHeld ? updates.done(leased) : Effect.void)),
            connections.note(connectionId, { kind: "error", error: delivered.reason })
          )
        )
      })

      const attempt = Effect.fnUntraced(function* (leased: LeasedUpdate) {
        const facts = yield* updates.facts(leased)
        const placed = yield* connections.reached("chat", leased.connectionId)
        if (Option.isNone(facts) || Option.isNone(placed)) return yield* written(updates.putAside(leased))
        const { connection } = placed.value
        const delivered = yield* whileHeld(
          updates.renew(leased, lease),
          Effect.fnUntraced(function* ({ confirm, leave }) {
            const remember = (progress: JsonObject) =>
              written(Effect.flatMap(updates.remember(leased, progress), (isHeld) => (isHeld ? Effect.void : leave)))
            yield* confirm
            return yield* update(leased, facts.value, connection, remember).pipe(
              Effect.timeoutOrElse({
                duration: Duration.times(lease, 0.5),
                orElse: () => Effect.succeed<Delivered>({ outcome: "unavailable", reason: "The channel took too long" })
              })
            )
          })
        )
        if (Option.isSome(delivered)) yield* tell(leased, connection, delivered.value)
      })

      const guarded = (leased: LeasedUpdate) =>
        attempt(leased).pipe(
          Effect.catchTag("DatabaseUnavailable", () => later(leased, "The database was unavailable")),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError("A thread could not be updated", { update: leased.id }, defect),
              later(leased, "It could not be updated")
            )
          ),
          Effect.onInterrupt(() => written(updates.giveBack(leased)))
        )

      const count = (id: InstallationId, change: 1 | -1) =>
        Effect.sync(() => void underWay.set(id, (underWay.get(id) ?? 0) + change))

      const start = (leased: LeasedUpdate) => {
        const { connectionId: id } = leased
        const worked = guarded(leased).pipe(
          Effect.ensuring(count(id, -1)),
          Effect.ensuring(self.active),
          Effect.ensuring(ring)
        )
        return Effect.andThen(count(id, 1), FiberMap.run(work, leased.id, worked))
      }

      const round = Effect.gen(function* () {
        const all = room.all - (yield* FiberMap.size(work))
        const busy = [...underWay].filter(([, under]) => under >= room.each).map(([id]) => id)
        if (all > 0)
          yield* toItsEnd(
            Effect.flatMap(
              updates.lease({ all, each: room.each, busy, underWay: Array.from(work, ([id]) => id) }, lease),
              Effect.forEach(start, { discard: true })
            )
          )
        const now = yield* Clock.currentTimeMillis
        const rest = Math.max(0, Math.min(Duration.toMillis(lookEvery), wake.at - now))
        yield* Effect.timeoutOption(Queue.take(bell), rest)
        if (wake.at <= (yield* Clock.currentTimeMillis)) wake.at = Number.POSITIVE_INFINITY
      })
      const counting = Effect.gen(function* () {
        yield* updates.purge(worthwhile)
        yield* self.backlog(yield* updates.backlog)
        yield* Effect.sleep(countEvery)
      })
      yield* self.ready
      yield* Effect.raceAllFirst([
        Effect.forever(round),
        Effect.forever(counting),
        Stream.runForEach(updates.noted, () => ring),
        Stream.runForEach(connections.changes, () => ring)
      ])
    })
  })

/** Stores the outcome of an update. If that fails, the update's lease expires and it is tried again. */
const written = (outcome: Effect.Effect<void, DatabaseUnavailable>) =>
  outcome.pipe(
    Effect.retry({ schedule: Schedule.spaced("1 second"), times: 5 }),
    Effect.catchCause((cause) => Effect.logError("The outcome of a thread update could not be stored", cause))
  )
