import { Deferred, Effect, Exit, Latch, type Scope } from "effect"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { Tenant } from "../domain/Tenant.ts"
import type { EventLog, FeedPlace, LoggedEvent } from "./EventLog.ts"

/** Events that are read at once. */
const sliceSize = 500
/** Events, and characters of them, that are kept for those who follow; who is further behind reads the log. */
const kept = { events: 1_000, characters: 4 * 1024 * 1024 }
/** Milliseconds after a read in which further commits gather for the next one. */
const gather = 5
/** Milliseconds until an event is looked for again that an older transaction keeps from being read; they double. */
const firstRetry = 2
const longestRetry = 100
/** How soon the log is read again after the database was away, and after a mistake of ours, which may last. */
const whenAway = "500 millis"
const whenBroken = "5 seconds"

/**
 * The newest stretch of one tenant's feed, read once for all who follow it. It costs one statement for each gathering of
 * commits, however many follow, and none while nothing happens.
 */
export interface EventTail {
  /** Looks into the log again. */
  readonly wake: () => void
  /** Up to where the feed was read. */
  readonly end: () => FeedPlace
  /** What follows a place, and where that ends; undefined when the place lies before what is kept. */
  readonly after: (
    place: FeedPlace
  ) => { readonly events: ReadonlyArray<LoggedEvent>; readonly end: FeedPlace } | undefined
  /** Resolves when there is more than at the moment of this call. */
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

  // Everybody who follows waits for this alone, so whatever went wrong with a read, it is not the last.
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

/** Whether a place comes before another in the order of the feed. */
const isBefore = (a: FeedPlace, b: FeedPlace): boolean => {
  if (a.transaction !== b.transaction) return BigInt(a.transaction) < BigInt(b.transaction)
  return a.place === b.place ? a.uuid < b.uuid : a.place < b.place
}
