import { Clock, Duration, Effect, FiberSet, type Scope } from "effect"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** Jobs per batch, at most. */
const maxJobs = 64
/** Bytes of input per batch, roughly; a larger job gets a batch of its own. */
const maxWeight = 4 * 1024 * 1024
/** Jobs waiting in one lane, at most; further ones are rejected as overloaded. */
const maxWaiting = 1024
/** Nanoseconds that a job waits for those ahead of it, at most: 5 s. */
const maxWait = 5_000_000_000n

/** A unit of work whose result somebody awaits. */
export interface Job {
  /** Bytes, roughly. */
  readonly weight: number
  readonly fail: (error: DatabaseUnavailable) => void
}

interface Lane<J> {
  readonly waiting: Array<{ readonly job: J; readonly since: bigint }>
  /**
   * When its first batch was taken. Until then, jobs do not wait for each other, only for this process, which may be stalled.
   */
  begun: bigint | undefined
  /** Fibers that take batches from it. */
  drains: number
  /** Batches in progress. */
  underWay: number
  /** Whether a fiber makes sure that nobody waits long behind a slow batch. */
  isWatched: boolean
}

/** Fewer jobs than this share a batch: most of the cost is per batch, however many jobs are in it. */
const worthParting = 8
/** Nanoseconds that fewer jobs wait for the batch in progress: 20 ms, many times what most batches take. */
const patience = 20_000_000n

/**
 * Lanes of jobs that share their way to the database. Each lane has one batch in progress at a time, and what arrives meanwhile
 * goes into the next one, so that busy lanes pay for round trips, locks and the log flush once (group commit). A lone job waits
 * for nobody. `run` answers every job it is given, never fails, and ends with the scope.
 *
 * With `abreast`, a lane has two batches in progress when enough jobs wait; when it has none, the first batch leaves half of
 * the waiting jobs to the second. While the database works on one batch, the program answers the jobs of the other and accepts
 * what their callers send next. Fewer jobs wait for the batch in progress, because two small batches cost twice as much as one,
 * unless that batch takes long.
 */
export const make = Effect.fnUntraced(function* <J extends Job>(
  run: (jobs: ReadonlyArray<J>) => Effect.Effect<void>,
  options: { readonly abreast?: boolean } = {}
): Effect.fn.Return<(lane: string, job: J) => void, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const fork = yield* FiberSet.makeRuntime<never, void, never>()
  const lanes = new Map<string, Lane<J>>()
  const most = options.abreast === true ? 2 : 1

  const drain = Effect.fnUntraced(function* (key: string, lane: Lane<J>) {
    while (lane.waiting.length > 0) {
      const now = clock.monotonicTimeNanosUnsafe()
      lane.begun ??= now
      const late = now - maxWait
      const batch: Array<J> = []
      const { length } = lane.waiting
      const parts = lane.underWay === 0 && length >= worthParting ? most : 1
      const room = Math.min(maxJobs, Math.ceil(length / parts))
      let weight = 0
      while (lane.waiting.length > 0 && batch.length < room) {
        const next = lane.waiting[0]
        if (next === undefined || (batch.length > 0 && weight + next.job.weight > maxWeight)) break
        lane.waiting.shift()
        if (next.since < late && lane.begun < late) next.job.fail(new DatabaseUnavailable({ reason: "overloaded" }))
        else {
          batch.push(next.job)
          weight += next.job.weight
        }
      }
      if (batch.length === 0) continue
      lane.underWay += 1
      yield* run(batch)
      lane.underWay -= 1
    }
    lane.drains -= 1
    if (lane.drains === 0) lanes.delete(key)
  })

  const start = (key: string, lane: Lane<J>) => {
    lane.drains += 1
    // Starts after everything that is ready now has run, so that simultaneous requests share even the first transaction.
    fork(Effect.andThen(Effect.yieldNow, drain(key, lane)))
  }

  const watch = Effect.fnUntraced(function* (key: string, lane: Lane<J>) {
    for (let [first] = lane.waiting; first !== undefined && lane.drains < most; [first] = lane.waiting) {
      const left = first.since + patience - clock.monotonicTimeNanosUnsafe()
      if (left > 0n) yield* Effect.sleep(Duration.nanos(left))
      else start(key, lane)
    }
    lane.isWatched = false
  })

  return (key, job) => {
    let lane = lanes.get(key)
    if (lane === undefined) {
      lane = { waiting: [], begun: undefined, drains: 0, underWay: 0, isWatched: false }
      lanes.set(key, lane)
    }
    if (lane.waiting.length >= maxWaiting) {
      job.fail(new DatabaseUnavailable({ reason: "overloaded" }))
      return
    }
    lane.waiting.push({ job, since: clock.monotonicTimeNanosUnsafe() })
    if (lane.drains === 0 || (lane.drains < most && lane.waiting.length >= worthParting)) start(key, lane)
    else if (lane.drains < most && !lane.isWatched) {
      lane.isWatched = true
      fork(watch(key, lane))
    }
  }
})
