import { type EventLoopUtilization, performance } from "node:perf_hooks"
import { Effect, Schedule } from "effect"

/**
 * Gives back to the system what the start took and nothing needs any more: a fifth of what an idle server would hold. The
 * process does nothing else for some tenths of a second. Nothing happens where Node runs without `--expose-gc`.
 */
export const giveBackMemory = Effect.sync(() =>
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
)

/** The part of its time that a process without anything to do still works. */
const rest = 0.05

/** Bytes that are worth what it takes to give them back. */
const worth = 16 * 1024 ** 2

/** What a look found, for the next one. */
interface Looked {
  readonly utilization: EventLoopUtilization
  /** Bytes of the heap when memory was given back last. */
  readonly kept: number
}

const look = Effect.sync(
  (): Looked => ({ utilization: performance.eventLoopUtilization(), kept: process.memoryUsage().heapTotal })
)

/**
 * Gives memory back whenever the process has rested for a minute and holds much more than when it did so last. The engine
 * looks for garbage as there is more of it, and who has nothing to do makes none: until the next work an idle server
 * would hold what the last has left, 50 MB and more of it.
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
