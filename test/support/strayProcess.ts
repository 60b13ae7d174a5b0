import { Effect, Logger, Metric } from "effect"
import * as StrayRejections from "../../src/runtime/StrayRejections.ts"

// A process in which a promise is rejected that nobody awaits. If it survives, it prints how many such rejections there were.
const program = Effect.gen(function* () {
  void Promise.reject(new Error("the socket is gone"))
  yield* Effect.sleep("20 millis")
  const found = (yield* Metric.snapshot).find(({ id }) => id === "stray_rejections_total")
  process.stdout.write(JSON.stringify(found?.state))
})
Effect.runFork(program.pipe(Effect.provide(StrayRejections.layer), Effect.provideService(Logger.LogToStderr, true)))
