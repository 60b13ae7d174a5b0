import { Context, Duration, Effect, Layer, Schema, Stream } from "effect"
import { Agent } from "undici"
import { Egress } from "./Egress.ts"
import { guardedConnector } from "./guardedConnector.ts"
import { errorNameOf } from "./SafeHttpClient.ts"

/** How long a download may take, from the first packet to the last byte. */
const limit = Duration.seconds(20)
/** Most bytes of a response's headers. */
const maxHeaders = 16 * 1024
/** Milliseconds for which an idle connection is kept. */
const keepAlive = 4_000

/** A download failed. `reason` is in the words of the delivery log, such as `address_forbidden` or `status_404`. */
export class DownloadFailed extends Schema.TaggedError<DownloadFailed>()("DownloadFailed", {
  reason: Schema.String
}) {}

/**
 * Fetches untrusted URLs. It connects only where `Egress` allows, sends no credentials, follows no redirects, decompresses
 * nothing, and aborts downloads that are too large or take too long.
 */
export class SafeDownloader extends Context.Service<
  SafeDownloader,
  {
    /** The bytes at a URL. Fails unless the status is 200 and there are at most `maxBytes`. */
    get(url: URL, maxBytes: number): Stream.Stream<Uint8Array, DownloadFailed>
  }
>()("trunkline/webhooks/SafeDownloader") {
  static readonly layer = Layer.effect(
    SafeDownloader,
    Effect.gen(function* () {
      const connect = guardedConnector(yield* Egress)
      const agent = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Agent({
              connect,
              connections: null,
              pipelining: 1,
              keepAliveTimeout: keepAlive,
              maxHeaderSize: maxHeaders,
              allowH2: false
            })
        ),
        (agent) => Effect.promise(() => agent.destroy())
      )

      const open = Effect.fnUntraced(function* (url: URL, maxBytes: number) {
        const ended = yield* Effect.acquireRelease(
          Effect.sync(() => new AbortController()),
          (controller) => Effect.sync(() => controller.abort())
        )
        const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(Duration.toMillis(limit))])
        const answer = yield* Effect.tryPromise({
          try: () =>
            agent.request({
              origin: url.origin,
              path: url.pathname + url.search,
              method: "GET",
              headers: { "user-agent": "Trunkline/1", "accept-encoding": "identity" },
              signal
            }),
          catch: failed
        })
        // The body of an unwanted response is not read; the connection is closed with the scope.
        answer.body.on("error", () => undefined)
        if (answer.statusCode !== 200) return yield* new DownloadFailed({ reason: `status_${answer.statusCode}` })
        if (Number(answer.headers["content-length"] ?? 0) > maxBytes) return yield* tooLarge
        let size = 0
        return Stream.fromAsyncIterable<Uint8Array, DownloadFailed>(answer.body, failed).pipe(
          Stream.mapEffect((chunk) => {
            size += chunk.byteLength
            return size > maxBytes ? Effect.fail(tooLarge) : Effect.succeed(new Uint8Array(chunk))
          })
        )
      })

      return SafeDownloader.of({ get: (url, maxBytes) => Stream.unwrap(open(url, maxBytes)) })
    })
  )
}

const tooLarge = new DownloadFailed({ reason: "too_large" })

const failed = (error: unknown) =>
  new DownloadFailed({
    reason:
      error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")
        ? "timeout"
        : errorNameOf(error instanceof Error ? error : new Error(String(error)))
  })
