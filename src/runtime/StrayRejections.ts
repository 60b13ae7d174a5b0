import { Effect, Layer, Metric } from "effect"

const strays = Metric.counter("stray_rejections_total", {
  description: "Unhandled promise rejections in libraries.",
  incremental: true
})

/**
 * Keeps the process alive if a library drops a promise that rejects, such as that of a socket that cannot connect: a caller
 * who waits sees its own failure, and one channel must not take down the others. Each rejection is logged and counted.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    // Monitoring can see the first increase only if the counter starts at 0.
    yield* Metric.update(strays, 0)
    const heard = (reason: unknown) =>
      Effect.runForkWith(context)(
        Effect.andThen(
          Metric.update(strays, 1),
          // Only the stack, because errors of HTTP clients carry requests, with credentials, in their fields.
          Effect.logError("Unhandled promise rejection", reason instanceof Error ? reason.stack : String(reason))
        )
      )
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("unhandledRejection", heard)),
      () => Effect.sync(() => process.off("unhandledRejection", heard))
    )
  })
)
