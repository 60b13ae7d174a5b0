import { Clock, Duration, Effect, FiberMap, Layer, Queue, Stream } from "effect"
import type { ConnectionId, ConnectionKind } from "../../domain/ChannelConnection.ts"
import type { MessageId } from "../../domain/Ids.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { toItsEnd } from "../../runtime/toItsEnd.ts"
import { ConnectionStore } from "../connections/ConnectionStore.ts"
import { connectionLines } from "../connections/connectionLines.ts"
import { attempting, type Deliverer } from "./attemptMessage.ts"
import { ChannelOutbox, type LeasedMessage } from "./ChannelOutbox.ts"
import { Outbound } from "./Outbound.ts"

/** How often to look for messages that have become due, and to count those that wait. */
const lookEvery = Duration.seconds(5)
const countEvery = Duration.seconds(15)
/** How long messages in progress may take when the server stops, before they are given back. */
const stopping = Duration.seconds(10)
/** Maximum number of messages in progress, in total and per connection: a slow one does not hold up others. */
const room = { all: 64, each: 8 }

/**
 * The actor that sends a channel's messages to customers: those of one conversation one after the other, in order, and
 * those of different ones concurrently. Outcomes are reported through `Outbound.report`, as for mail.
 */
export const deliverMessages = <K extends ConnectionKind, R, Q = never>(deliverer: Deliverer<K, R, Q>) =>
  Layer.unwrap(Effect.map(outlasting, (underWay) => Supervised.layer(sender(deliverer, underWay))))

/** What survives a failure of the actor: messages in progress, whose outcome is stored once the database is back. */
const outlasting = Effect.gen(function* () {
  const work = yield* FiberMap.make<MessageId, void, never>()
  yield* Effect.addFinalizer(() => Effect.asVoid(Effect.timeoutOption(FiberMap.awaitEmpty(work), stopping)))
  return { work, counts: new Map<ConnectionId, number>() }
})

const sender = <K extends ConnectionKind, R, Q>(
  deliverer: Deliverer<K, R, Q>,
  { counts, work }: Effect.Success<typeof outlasting>
) =>
  ({
    name: `${deliverer.kind} messages`,
    kind: "sender",
    live: Effect.fnUntraced(function* (self) {
      const outbox = yield* ChannelOutbox
      const connections = yield* ConnectionStore
      const lines = yield* connectionLines(deliverer.kind)
      /** When the next postponed message of ours is due, in milliseconds since 1970. */
      const wake = { at: Number.POSITIVE_INFINITY }
      const attempt = attempting(deliverer, { outbox, connections, lines, outbound: yield* Outbound, wake })
      const bell = yield* Queue.sliding<void>(1)
      const ring = Queue.offer(bell, undefined)
      const count = (id: ConnectionId, change: 1 | -1) =>
        Effect.sync(() => void counts.set(id, (counts.get(id) ?? 0) + change))

      /** Messages in progress. Leases may expire, or next attempts become due, before all outcomes are stored. */
      const underWay = () => [...work].map(([id]) => id)
      const start = (leased: ReadonlyArray<LeasedMessage>) =>
        Effect.forEach(
          leased,
          (message) =>
            Effect.andThen(
              count(message.connectionId, 1),
              FiberMap.run(
                work,
                message.id,
                attempt(message).pipe(
                  Effect.ensuring(count(message.connectionId, -1)),
                  Effect.ensuring(self.active),
                  Effect.ensuring(ring)
                )
              )
            ),
          { discard: true }
        )

      const round = Effect.gen(function* () {
        const all = room.all - (yield* FiberMap.size(work))
        const busy = [...counts].filter(([, messages]) => messages >= room.each).map(([id]) => id)
        const limits = { all, each: room.each, busy, underWay: underWay() }
        if (all > 0) yield* toItsEnd(Effect.flatMap(outbox.lease(deliverer.kind, limits, deliverer.lease), start))
        // Wait until something changes: messages in progress ring when they are done.
        const now = yield* Clock.currentTimeMillis
        const pause = Math.max(0, Math.min(Duration.toMillis(lookEvery), wake.at - now))
        yield* Effect.timeoutOption(Queue.take(bell), pause)
        if (wake.at <= (yield* Clock.currentTimeMillis)) wake.at = Number.POSITIVE_INFINITY
      })

      const counting = Effect.gen(function* () {
        const waiting = yield* outbox.backlog(deliverer.kind)
        yield* self.backlog([...waiting.values()].reduce((sum, messages) => sum + messages, 0))
        yield* lines.backlog(waiting)
        const limits = { all: room.each, underWay: underWay() }
        yield* toItsEnd(Effect.flatMap(outbox.leaseExpired(deliverer.kind, limits, deliverer.lease), start))
        yield* Effect.sleep(countEvery)
      })
      yield* self.ready
      yield* Effect.raceAllFirst([
        Effect.forever(round),
        Effect.forever(counting),
        Stream.runForEach(outbox.queued, () => ring),
        Stream.runForEach(connections.changes, () => ring),
        lines.follow
      ])
    })
  }) satisfies Supervised.Actor<unknown, unknown>
