import { type EventLoopUtilization, performance } from "node:perf_hooks"
import { Effect, Schedule } from "effect"

/**
 * Returns memory that the start used and nothing needs any more to the system: a fifth of what an idle server would hold. It
 * blocks the process for some tenths of a second, and does nothing if Node runs without `--expose-gc`.
 */
export const giveBackMemory = Effect.sync(() =>
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
)

/** The fraction of time that a process without work is still busy. */
const rest = 0.05

/** Bytes. Less growth than this is not worth the cost of returning it. */
const worth = 16 * 1024 ** 2

/** A measurement, to compare the next one with. */
interface Looked {
  readonly utilization: EventLoopUtilization
  /** Bytes of the heap after memory was last returned. */
  readonly kept: number
}

const look = Effect.sync(
  (): Looked => ({ utilization: performance.eventLoopUtilization(), kept: process.memoryUsage().heapTotal })
)

/**
 * Returns memory whenever the process was idle for a minute and its heap has grown much since the last time. The engine
 * collects garbage only as more is allocated, so an idle server would keep what its last work left, 50 MB and more.
 */
export const giveBackWhileIdle = Effect.flatMap(look, (first) => {
  let last = first
  return Effect.gen(function* () {
    const { kept, utilization } = yield* look
    const rested = performance.eventLoopUtilization(utilization, last.utilization).utilization < rest
    last = { ...last, utilization }
    if (!rested || kept < last.kept + worth) return
    yield* giveBackMemory
    last = yield* look
  }).pipe(Effect.schedule(Schedule.spaced("1 minute")))
})
