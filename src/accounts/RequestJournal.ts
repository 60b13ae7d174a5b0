import { Clock, Effect, Layer, Metric } from "effect"
import * as Supervised from "../runtime/Supervised.ts"
import { ApiRequestStore } from "./ApiRequestStore.ts"
import { BusySeconds } from "./BusySeconds.ts"
import { RequestNotes } from "./RequestNotes.ts"

/** How often what was noted is written, together. */
const rhythm = "1 second"
/** Requests that one statement writes. */
const piece = 1_000
/** How long the last of them may take while the server stops. */
const storeLimit = "2 seconds"

const unkept = Metric.counter("api_requests_unkept_total", {
  description:
    "Requests with an API key that are missing from the request log: too many with one key in a second, or too many waiting.",
  incremental: true
})

/** Writes down requests with API keys, a second or two after their answers: none waits for it, and none fails by it. */
export const layer = Layer.unwrap(
  Effect.sync(() => {
    const seconds = new BusySeconds()

    const writer = Supervised.layer({
      kind: "writer",
      name: "api requests",
      live: Effect.fnUntraced(function* (self) {
        const store = yield* ApiRequestStore

        const write = Effect.fnUntraced(function* (before: number) {
          seconds.end(before)
          yield* Metric.update(unkept, seconds.unkept())
          while (seconds.waiting.length > 0) {
            const requests = seconds.waiting.slice(0, piece)
            yield* self.backlog(seconds.waiting.length)
            // What the database will never take must not keep the rest from it.
            yield* store.insert(requests).pipe(Effect.tapDefect(() => forget(requests.length)))
            seconds.forget(requests.length)
            yield* self.active
          }
          yield* self.backlog(0)
        })
        const forget = Effect.fnUntraced(function* (count: number) {
          seconds.forget(count)
          yield* Metric.update(unkept, count)
        })

        yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(write(Number.POSITIVE_INFINITY), storeLimit)))
        yield* self.ready
        yield* Effect.forever(
          Effect.andThen(
            Effect.sleep(rhythm),
            Effect.flatMap(Clock.currentTimeMillis, (now) => write(Math.floor(now / 1000)))
          )
        )
      })
    })

    return Layer.merge(
      writer,
      Layer.succeed(RequestNotes, (note, now) => seconds.add(note, now))
    )
  })
)
