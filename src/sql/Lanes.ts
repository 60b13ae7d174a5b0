import { Clock, Duration, Effect, FiberSet, type Scope } from "effect"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"

/** Jobs that ride in one batch at most. */
const maxJobs = 64
/** Bytes of input that ride in one batch, roughly; a larger job rides alone. */
const maxWeight = 4 * 1024 * 1024
/** Jobs that wait in one lane at most; more are told to come back. */
const maxWaiting = 1024
/** Nanoseconds that a job waits for those before it at most: 5 s. */
const maxWait = 5_000_000_000n

/** Something that somebody waits for. */
export interface Job {
  /** Bytes, roughly. */
  readonly weight: number
  readonly fail: (error: DatabaseUnavailable) => void
}

interface Lane<J> {
  readonly waiting: Array<{ readonly job: J; readonly since: bigint }>
  /** When its first batch was made. Before that nobody waits for another, but for this process alone, which may stand still. */
  begun: bigint | undefined
  /** Fibers that take batches from it. */
  drains: number
  /** Batches under way. */
  underWay: number
  /** Whether a fiber sees to it that nobody waits long for a batch that takes long. */
  isWatched: boolean
}

/** Fewer jobs than these ride together: most of what they cost is what a batch costs, however many ride in it. */
const worthParting = 8
/** Nanoseconds that fewer wait for the batch under way to end: 20 ms, many times what most take. */
const patience = 20_000_000n

/**
 * Lanes of jobs that share their way to the database: of one lane one batch is under way at a time, and what arrives
 * meanwhile rides in the next one, so that busy lanes pay for round trips, locks and the log flush once (group commit).
 * A lone job waits for nobody. `run` answers every job it is given, never fails, and ends with the scope.
 *
 * With `abreast` two are under way where enough wait, and where none is, the first leaves half of what waits to the other: while
 * the database works on one, the program answers who rode in the other, and takes what they send next. Fewer than that wait for
 * the one under way, because two small batches cost twice what one does, unless it takes long.
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
    // Starts after what is ready now has run, so that requests of the same moment share the first transaction too.
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
