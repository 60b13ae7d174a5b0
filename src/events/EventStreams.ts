import { Clock, Context, Duration, Effect, Layer, Option, RcMap, Schedule, Stream } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { uuidOf } from "../domain/Ids.ts"
import type { BrandsScope } from "../domain/Principal.ts"
import type { Tenant } from "../domain/Tenant.ts"
import { type EventFilter, EventLog, type FeedPlace, type LoggedEvent } from "./EventLog.ts"
import { EventNews } from "./EventNews.ts"
import { type EventTail, makeEventTail } from "./EventTail.ts"

/** Most events per read for a reader that is behind the tail. */
const sliceSize = 200
/** Most bytes of these, because each of thousands of readers may hold them in memory while it reads them. */
const sliceBytes = 256 * 1024
/** How often to poll for commits of other nodes, with one statement for all followed tenants. */
const pollInterval = "250 millis"
/** The pause after an internal error, which may persist. */
const whenBroken = "5 seconds"
/** How long a feed is still read after its last follower left, for those who reconnect. */
const idleTime = "10 seconds"
/** Nanoseconds without an event after which a reader gets a sign of life: 15 s. */
const silence = 15_000_000_000n

/** Live streams of feeds. */
export class EventStreams extends Context.Service<
  EventStreams,
  {
    /**
     * The endless stream of events after a position, each once, in feed order. An empty array after 15 s without an event
     * shows that the stream is alive. The reader sets the pace: nothing is buffered per reader ahead of its requests, and no
     * database connection is held while it waits. Events that `concerns` rejects are dropped like filtered ones.
     */
    follow(
      scope: BrandsScope,
      filter: EventFilter,
      after: FeedPlace,
      concerns?: (event: LoggedEvent) => boolean
    ): Stream.Stream<ReadonlyArray<LoggedEvent>, DatabaseUnavailable>
  }
>()("trunkline/events/EventStreams") {
  static readonly layer = Layer.effect(
    EventStreams,
    Effect.gen(function* () {
      const log = yield* EventLog
      const news = yield* EventNews

      const followed = new Set<{ readonly tenantId: string; readonly tail: EventTail }>()
      const tails = yield* RcMap.make({
        idleTimeToLive: idleTime,
        lookup: Effect.fnUntraced(function* (tenant: Tenant) {
          const tail = yield* makeEventTail(log, tenant)
          yield* Effect.acquireRelease(
            Effect.sync(() => {
              const entry = { tenantId: tenant.id, tail }
              followed.add(entry)
              return { entry, unlisten: news.listen(tenant.id, tail.wake) }
            }),
            ({ entry, unlisten }) =>
              Effect.sync(() => {
                followed.delete(entry)
                unlisten()
              })
          )
          return tail
        })
      })
      yield* Effect.suspend(() =>
        followed.size === 0
          ? Effect.void
          : Effect.map(
              log.advanced([...followed].map(({ tail, tenantId }) => ({ tenantId, after: tail.end() }))),
              (tenantIds) => {
                for (const { tail, tenantId } of followed) if (tenantIds.includes(tenantId)) tail.wake()
              }
            )
      ).pipe(
        // If the database is down, the next poll may succeed. No other error may stop the polling either.
        Effect.ignore,
        Effect.catchDefect((defect) =>
          Effect.andThen(
            Effect.logError("Events of other nodes could not be read; trying again", defect),
            Effect.sleep(whenBroken)
          )
        ),
        Effect.repeat(Schedule.spaced(pollInterval)),
        Effect.forkScoped
      )

      const follow: EventStreams["Service"]["follow"] = (scope, filter, after, concerns = () => true) =>
        Stream.unwrap(
          Effect.gen(function* () {
            const tail = yield* RcMap.get(tails, scope.tenant)
            const wanted = wants(scope, filter)
            // The tail may hold events of a brand that was deleted since, so a new reader starts with the log, up to its end.
            let isBehind = true

            /** The next events after a position, or none after 15 s without any. */
            const next = Effect.fnUntraced(function* (from: FeedPlace) {
              const until = (yield* Clock.monotonicTimeNanos) + silence
              let place = from
              for (;;) {
                const advance = tail.advance()
                const newest = isBehind ? undefined : tail.after(place)
                if (newest === undefined) {
                  const slice = yield* log.read(scope, filter, place, sliceSize, sliceBytes)
                  isBehind = slice.more
                  place = slice.end
                  const events: ReadonlyArray<LoggedEvent> = slice.events.filter(concerns)
                  if (events.length > 0 || (yield* Clock.monotonicTimeNanos) >= until) return [events, place] as const
                } else {
                  place = newest.end
                  const events: ReadonlyArray<LoggedEvent> = newest.events.filter(
                    (event) => wanted(event) && concerns(event)
                  )
                  if (events.length > 0) return [events, place] as const
                  const left = until - (yield* Clock.monotonicTimeNanos)
                  const moved = left <= 0n ? Option.none() : yield* Effect.timeoutOption(advance, Duration.nanos(left))
                  if (Option.isNone(moved)) return [[], place] as const
                }
              }
            })
            return Stream.unfold(after, next)
          })
        )

      return EventStreams.of({ follow })
    })
  )
}

/** Whether the caller may see an event, and the filter matches it. */
const wants = ({ brands }: BrandsScope, { brandIds, ticketId, types }: EventFilter) => {
  const ticket = ticketId === undefined ? undefined : uuidOf(ticketId)
  return ({ brandId, subject, type }: LoggedEvent): boolean =>
    (brands === "all" || brands.has(brandId)) &&
    (brandIds === undefined || brandIds.includes(brandId)) &&
    (types === undefined || types.includes(type)) &&
    (ticket === undefined || subject === ticket)
}
