import { DateTime, Duration, Effect, Layer, Stream } from "effect"
import { Callbacks, FetchFailed } from "./tickets/connections/Callbacks.ts"
import { deliveryHeaders } from "./webhooks/deliveryHeaders.ts"
import { Egress } from "./webhooks/Egress.ts"
import { retryAfter, retryDelay } from "./webhooks/RetrySchedule.ts"
import { SafeDownloader } from "./webhooks/SafeDownloader.ts"
import { SafeHttpClient } from "./webhooks/SafeHttpClient.ts"
import { keysOf } from "./webhooks/TestSender.ts"

/** `Callbacks` with the connections, signatures and schedule of webhooks. */
export const layer = Layer.effect(
  Callbacks,
  Effect.gen(function* () {
    const egress = yield* Egress
    const client = yield* SafeHttpClient
    const downloader = yield* SafeDownloader

    return Callbacks.of({
      judgeUrl: egress.judgeUrl,

      post: Effect.fn("SignedCallbacks.post")(function* (url, secrets, { attempt, event, id }, body) {
        const keys = keysOf(secrets)
        if (keys === undefined) return yield* Effect.die(new Error("a callback without a secret"))
        const now = (yield* DateTime.now).epochMilliseconds
        const facts = { eventId: id, deliveryId: id, event, attempt, isReplay: false }
        const answer = yield* client.post(url, deliveryHeaders(keys, facts, body, now), body)
        const wait = answer.status === 429 || answer.status === 503 ? retryAfter(answer.retryAfter, now) : undefined
        const { body: text, error, status } = answer
        return { status, error, body: text, wait: wait === undefined ? undefined : Duration.millis(wait) }
      }),

      retryDelay: (attempts, random) => {
        const delay = retryDelay(attempts, random)
        return delay === undefined ? undefined : Duration.millis(delay)
      },

      fetch: (url, maxBytes) =>
        downloader
          .get(url, maxBytes)
          .pipe(Stream.mapError(({ reason }) => new FetchFailed({ reason, forbidden: reason === "address_forbidden" })))
    })
  })
).pipe(Layer.provide(SafeDownloader.layer))
