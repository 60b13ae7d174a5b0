import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect, Metric, type Scope } from "effect"

const memory = Metric.gauge("process_resident_memory_bytes", { description: "Memory that this process holds." })
const heap = Metric.gauge("process_heap_bytes", { description: "Memory that JavaScript uses in this process." })
const cpu = Metric.counter("process_cpu_seconds_total", {
  description: "CPU time that this process used.",
  incremental: true
})
const delay = Metric.gauge("event_loop_delay_seconds", {
  description: "How late timers were since the previous reading: work waits this long for a busy event loop."
})

/** Milliseconds between two samples of the event loop. */
const resolution = 10
// Not labelled `quantile`, which Prometheus reserves for summaries.
const percentiles = [50, 99, 99.9, 100]

/** Makes an effect that updates the metrics of this process before they are read. */
export const makeProcessMetrics: Effect.Effect<Effect.Effect<void>, never, Scope.Scope> = Effect.gen(function* () {
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const delays = monitorEventLoopDelay({ resolution })
      delays.enable()
      return delays
    }),
    (delays) => Effect.sync(() => delays.disable())
  )
  let told = 0

  return Effect.gen(function* () {
    const { heapUsed, rss } = process.memoryUsage()
    const { system, user } = process.cpuUsage()
    const used = (system + user) / 1e6
    yield* Metric.update(memory, rss)
    yield* Metric.update(heap, heapUsed)
    yield* Metric.update(cpu, used - told)
    told = used
    for (const percentile of percentiles) {
      const late = Math.max(0, delays.percentile(percentile) / 1e9 - resolution / 1000)
      yield* Metric.update(Metric.withAttributes(delay, { percentile: String(percentile) }), late)
    }
    delays.reset()
  })
})
