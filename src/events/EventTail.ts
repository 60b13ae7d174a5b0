import { Deferred, Effect, Exit, Latch, type Scope } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { EventLog, FeedPlace, LoggedEvent } from "./EventLog.ts"

/** Most events per read. */
const sliceSize = 500
/** Most events, and characters of these, that are kept for followers. A follower further behind reads the log. */
const kept = { events: 1_000, characters: 4 * 1024 * 1024 }
/** Milliseconds after a read in which commits accumulate for the next one. */
const gather = 5
/** Milliseconds until a retry while an older transaction in progress hides events. They double up to the longest. */
const firstRetry = 2
const longestRetry = 100
/** The pause before the next read when the database is down, and after an internal error, which may persist. */
const whenAway = "500 millis"
const whenBroken = "5 seconds"

/**
 * The newest section of one tenant's feed, read once for all its followers. It costs one statement per batch of commits,
 * however many followers there are, and none while nothing happens.
 */
export interface EventTail {
  /** Makes it read the log again. */
  readonly wake: () => void
  /** The position up to which the feed was read. */
  readonly end: () => FeedPlace
  /** The events after a position, and where they end, or `undefined` if the position is older than what is kept. */
  readonly after: (
    place: FeedPlace
  ) => { readonly events: ReadonlyArray<LoggedEvent>; readonly end: FeedPlace } | undefined
  /** Resolves when there are events newer than at the time of this call. */
  readonly advance: () => Effect.Effect<void>
}

export const makeEventTail = Effect.fnUntraced(function* (
  log: EventLog["Service"],
  tenant: Tenant
): Effect.fn.Return<EventTail, DatabaseUnavailable, Scope.Scope> {
  const scope = { tenant, brands: "all" } as const
  let start = yield* log.end(tenant)
  let end = start
  let events: Array<LoggedEvent> = []
  let characters = 0
  let changed = Deferred.makeUnsafe<void>()
  const woken = Latch.makeUnsafe(true)

  const take = (slice: ReadonlyArray<LoggedEvent>, until: FeedPlace) => {
    end = until
    events.push(...slice)
    for (const { payload } of slice) characters += payload.length
    let gone = 0
    while (events.length - gone > kept.events || characters > kept.characters) {
      const oldest = events[gone++]
      if (oldest === undefined) break
      start = oldest.at
      characters -= oldest.payload.length
    }
    if (gone > 0) events = events.slice(gone)
    if (slice.length === 0) return
    const before = changed
    changed = Deferred.makeUnsafe()
    Deferred.doneUnsafe(before, Effect.void)
  }

  // All followers depend on this loop, so it retries after any error.
  const read = Effect.gen(function* () {
    while (true) {
      const exit = yield* Effect.exit(log.read(scope, {}, end, sliceSize))
      if (Exit.isSuccess(exit)) return exit.value
      if (Exit.hasDies(exit)) yield* Effect.logError("An event feed could not be read; trying again", exit.cause)
      yield* Effect.sleep(Exit.hasDies(exit) ? whenBroken : whenAway)
    }
  })

  yield* Effect.gen(function* () {
    let retry = firstRetry
    while (true) {
      woken.closeUnsafe()
      const slice = yield* read
      take(slice.events, slice.end)
      if (slice.more) continue
      if (slice.pending) {
        yield* Effect.sleep(retry)
        retry = Math.min(longestRetry, retry * 2)
      } else {
        retry = firstRetry
        yield* Effect.sleep(gather)
        yield* woken.await
      }
    }
  }).pipe(Effect.forkScoped)

  return {
    wake: () => woken.openUnsafe(),
    end: () => end,
    after: (place) => {
      if (isBefore(place, start)) return undefined
      if (!isBefore(place, end)) return { events: [], end: place }
      const first = events.findIndex(({ at }) => isBefore(place, at))
      return { events: first < 0 ? [] : events.slice(first), end }
    },
    advance: () => Deferred.await(changed)
  }
})

/** Whether one position comes before another in feed order. */
const isBefore = (a: FeedPlace, b: FeedPlace): boolean => {
  if (a.transaction !== b.transaction) return BigInt(a.transaction) < BigInt(b.transaction)
  return a.place === b.place ? a.uuid < b.uuid : a.place < b.place
}
