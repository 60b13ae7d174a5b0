import { Clock, Effect, Layer, Metric } from "effect"
import * as Supervised from "../runtime/Supervised.ts"
import { ApiRequestStore } from "./ApiRequestStore.ts"
import { BusySeconds } from "./BusySeconds.ts"
import { RequestNotes } from "./RequestNotes.ts"

/** How often noted requests are written, as a batch. */
const rhythm = "1 second"
/** Most requests per statement. */
const piece = 1_000
/** How long the final write may take while the server stops. */
const storeLimit = "2 seconds"

const unkept = Metric.counter("api_requests_unkept_total", {
  description:
    "Requests with an API key that are missing from the request log: too many with one key in a second, or too many waiting.",
  incremental: true
})

/** Logs requests made with API keys, a second or two after their responses. No request waits for it or fails because of it. */
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
            // A batch that the database always rejects must not block the rest.
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
