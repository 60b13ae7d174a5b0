import { Effect, Layer, Metric } from "effect"

const strays = Metric.counter("stray_rejections_total", {
  description: "Unhandled promise rejections in libraries.",
  incremental: true
})

/**
 * Keeps the process alive where a library drops a promise that fails, such as a socket's when it cannot connect: what
 * somebody waits for fails there, and one channel must not take the others with it. Each is logged and counted.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    // Who reads figures sees an increase from 0 alone.
    yield* Metric.update(strays, 0)
    const heard = (reason: unknown) =>
      Effect.runForkWith(context)(
        Effect.andThen(
          Metric.update(strays, 1),
          // Its stack alone: errors of clients carry requests in their fields, with their credentials.
          Effect.logError("Unhandled promise rejection", reason instanceof Error ? reason.stack : String(reason))
        )
      )
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("unhandledRejection", heard)),
      () => Effect.sync(() => process.off("unhandledRejection", heard))
    )
  })
)
