import { Clock, Duration, Effect, FiberMap, Option, Queue, Schedule, Stream } from "effect"
import type { ConnectionKind } from "../../domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../domain/DatabaseUnavailable.ts"
import type { InboundId } from "../../domain/Ids.ts"
import { logSetback } from "../../runtime/logSetback.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { toItsEnd } from "../../runtime/toItsEnd.ts"
import { heldFor, whileHeld } from "../whileHeld.ts"
import { ChannelInbox, type GivenUp, type InboxResult, type LeasedEntry } from "./ChannelInbox.ts"

/** How often to look for entries that have become due, and to count those that wait. */
const lookEvery = Duration.seconds(5)
const countEvery = Duration.seconds(15)
/** Maximum number of entries handled at a time, each from a different lane. */
const room = 16
/** Maximum time to handle an entry. */
const handlingLimit = Duration.minutes(1)
/** How long entries in progress may take when the server stops, before they are given back. */
const stopping = Duration.seconds(10)
/** Seconds from each failed attempt to the next; after the last one, the entry is given up. */
const retryDelays = [1, 5, 15, 60, 5 * 60, 15 * 60, 15 * 60]
/** Time between attempts while somebody has to fix something, and for how long: as for messages to customers. */
const waiting = { delay: Duration.minutes(5), longest: Duration.days(5) }
/** Retries of storing the outcome of an entry, one second apart. */
const writingAttempts = 5
/** How long a handled entry is remembered, so that repeated deliveries by the provider are recognized. */
const kept = Duration.days(8)
/** Number of characters of an error that are stored. */
const errorLimit = 500

/**
 * Why an entry could not be handled, in words for the team. `permanent` means that further attempts would not help;
 * `isWaiting` that they would not help until somebody has fixed the cause, and do not count until then.
 */
export interface InboxFailure extends Partial<Pick<GivenUp, "flag" | "from" | "to">> {
  readonly reason: string
  readonly permanent?: boolean | undefined
  readonly isWaiting?: boolean | undefined
}

/**
 * The actor that handles acknowledged messages: entries of one lane one after the other, in the order in which they
 * arrived, and those of different lanes concurrently. One that fails is tried eight times over about half an hour, and
 * then appears in the brand's inbound log as `failed`, where it can be retried; its lane continues. An entry that waits
 * for somebody to fix the other side is tried for five days. `handle` must be idempotent: the process may die after it
 * has taken effect, before the outcome is stored.
 */
export const channelInboxWorker = <R>(
  channel: ConnectionKind,
  handle: (entry: LeasedEntry) => Effect.Effect<InboxResult | undefined, InboxFailure, R>,
  { lease, renewEvery } = heldFor
) =>
  Supervised.layer({
    name: `${channel} inbox`,
    kind: "inbox",
    live: Effect.fnUntraced(function* (self) {
      const inbox = yield* ChannelInbox
      const bell = yield* Queue.sliding<void>(1)
      const ring = Queue.offer(bell, undefined)
      const work = yield* FiberMap.make<InboundId, void, never>()
      yield* Effect.addFinalizer(() => Effect.asVoid(Effect.timeoutOption(FiberMap.awaitEmpty(work), stopping)))

      const fail = Effect.fnUntraced(function* (
        entry: LeasedEntry,
        { isWaiting = false, permanent = false, reason, ...known }: InboxFailure
      ) {
        const error = reason.slice(0, errorLimit)
        yield* self.change({ lastError: error })
        const age = (yield* Clock.currentTimeMillis) - entry.receivedAt.epochMilliseconds
        if (isWaiting && age < Duration.toMillis(waiting.longest))
          return yield* written(inbox.postpone(entry, waiting.delay, error, "uncounted"))
        const delay = permanent ? undefined : retryDelays[entry.attempts - 1]
        yield* written(
          delay === undefined
            ? inbox.failed(entry, { ...known, error })
            : inbox.postpone(entry, Duration.seconds(delay), error)
        )
      })
      const attempt = (entry: LeasedEntry) =>
        whileHeld(inbox.renew(entry, lease), () => handle(entry), renewEvery).pipe(
          Effect.flatMap(
            Option.match({
              onNone: () =>
                Effect.fail<InboxFailure>({ reason: "Another node has taken it over, or its connection was removed" }),
              onSome: Effect.succeed
            })
          ),
          Effect.timeoutOrElse({
            duration: handlingLimit,
            orElse: () => Effect.fail<InboxFailure>({ reason: "It took too long" })
          }),
          Effect.matchEffect({
            onSuccess: (result) => written(inbox.done(entry, result)),
            onFailure: (failure) => fail(entry, failure)
          }),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError(
                "A message from a provider could not be processed",
                { entry: entry.id, entryKind: entry.kind },
                defect
              ),
              fail(entry, { reason: "It could not be processed because of an internal error" })
            )
          ),
          Effect.onInterrupt(() => written(inbox.giveBack(entry)))
        )

      const start = (entries: ReadonlyArray<LeasedEntry>) =>
        Effect.forEach(
          entries,
          (entry) =>
            FiberMap.run(work, entry.id, attempt(entry).pipe(Effect.ensuring(self.active), Effect.ensuring(ring))),
          { discard: true }
        )
      const round = Effect.gen(function* () {
        const underWay = Array.from(work, ([id]) => id)
        const free = room - underWay.length
        if (free > 0) yield* toItsEnd(Effect.flatMap(inbox.lease(channel, free, lease, underWay), start))
        yield* Effect.timeoutOption(Queue.take(bell), lookEvery)
      })
      const counting = Effect.gen(function* () {
        const waiting = yield* inbox.backlog(channel)
        yield* self.backlog([...waiting.values()].reduce((sum, entries) => sum + entries, 0))
        yield* Effect.sleep(countEvery)
      })
      yield* inbox.purge(kept).pipe(
        Effect.catchCause((cause) => logSetback("Processed entries could not be removed", cause)),
        Effect.repeat(Schedule.spaced("1 hour")),
        Effect.forkScoped
      )
      yield* self.ready
      yield* Effect.raceAllFirst([
        Effect.forever(round),
        Effect.forever(counting),
        Stream.runForEach(inbox.arrived, () => ring)
      ])
    })
  })

/** Stores the outcome of an entry. If that fails, the entry's lease expires and it is handled again. */
const written = (outcome: Effect.Effect<void, DatabaseUnavailable>) =>
  outcome.pipe(
    Effect.retry({ schedule: Schedule.spaced("1 second"), times: writingAttempts }),
    Effect.catchCause((cause) => Effect.logError("The outcome of an entry could not be stored", cause))
  )
