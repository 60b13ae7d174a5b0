import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Redacted, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import type { Bucket } from "../../src/blobs/BlobLocation.ts"
import * as S3Bucket from "../../src/blobs/S3Bucket.ts"
import { peerLimits } from "../../src/http/HttpListener.ts"

const location: Bucket = { _tag: "Bucket", name: "files", region: "eu-west-1", endpoint: undefined, prefix: "desk/" }
const credentials = { accessKeyId: Redacted.make("key"), secretAccessKey: Redacted.make("secret") }

const bucketOf = (location: Bucket, answer: (url: URL) => Effect.Effect<Response>) =>
  Effect.provideService(
    S3Bucket.make(location, credentials),
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.map(answer(url), (response) => HttpClientResponse.fromWeb(request, response))
    )
  )

describe("S3Bucket", () => {
  const addresses: ReadonlyArray<readonly [difference: Partial<Bucket>, address: string]> = [
    [{}, "https://files.s3.eu-west-1.amazonaws.com/desk/key"],
    [{ prefix: "" }, "https://files.s3.eu-west-1.amazonaws.com/key"],
    [{ name: "files.example.com" }, "https://s3.eu-west-1.amazonaws.com/files.example.com/desk/key"],
    [{ endpoint: "http://minio:9000" }, "http://minio:9000/files/desk/key"]
  ]
  for (const [difference, address] of addresses) {
    it.effect(`locates an object at ${address}`, () =>
      Effect.gen(function* () {
        const urls: Array<string> = []
        const bucket = yield* bucketOf({ ...location, ...difference }, (url) =>
          Effect.sync(() => {
            urls.push(url.href)
            return new Response("bytes")
          })
        )
        yield* Stream.runDrain(bucket.read("key", 0))
        assert.deepStrictEqual(urls, [address])
      })
    )
  }

  it.effect("does not accept the whole object in response to a range request", () =>
    Effect.gen(function* () {
      const bucket = yield* bucketOf(location, () => Effect.sync(() => new Response("the whole object")))
      const failure = yield* Effect.flip(Stream.runDrain(bucket.read("key", 4, 8)))
      assert.strictEqual(failure.code, "RangeIgnored")
      assert.isFalse(failure.transient)
    })
  )

  it.effect("reads no error code from a response that is not a store's", () =>
    Effect.gen(function* () {
      const bucket = yield* bucketOf(location, () =>
        Effect.sync(() => new Response("<html>Bad Gateway</html>", { status: 502 }))
      )
      const failure = yield* Effect.flip(bucket.check)
      assert.strictEqual(
        failure.message,
        "The object store https://files.s3.eu-west-1.amazonaws.com answered 502 (no code) to GET in the bucket files."
      )
      assert.isTrue(failure.transient)
    })
  )

  it.effect("responds about a file within the minute of silence that a connection may have", () =>
    Effect.gen(function* () {
      const limits: Array<number> = []
      const bucket = yield* bucketOf(location, () =>
        Effect.flatMap(Clock.currentTimeMillis, (asked) =>
          Effect.onInterrupt(Effect.never, () =>
            Effect.map(Clock.currentTimeMillis, (now) => void limits.push(now - asked))
          )
        )
      )
      const body = { bytes: Stream.make(new Uint8Array(1)), size: 1, sha256: "0".repeat(64) }
      const asking = yield* Effect.forkChild(
        Effect.andThen(Effect.ignore(bucket.size("key")), Effect.flip(bucket.put("key", body)))
      )
      while (limits.length < 2) {
        yield* TestClock.adjust("1 second")
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      assert.isFalse((yield* Fiber.join(asking)).transient)
      // Between the two, attempts that fail sooner are repeated for six seconds.
      assert.isBelow(
        limits.reduce((all, one) => all + one, 6_000),
        peerLimits.silenceTimeout
      )
    })
  )

  const patience = (sentence: string, answer: Effect.Effect<Response>, code: string) =>
    it.effect(sentence, () =>
      Effect.gen(function* () {
        const bucket = yield* bucketOf(location, () => answer)
        const reading = yield* Effect.forkChild(Effect.flip(Stream.runDrain(bucket.read("key", 0))))
        let failure: unknown
        reading.addObserver(() => {
          failure = "seen"
        })
        // Signing does not run on the test clock, which advances until the limit is reached.
        while (failure === undefined) {
          yield* TestClock.adjust("10 seconds")
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        }
        const { code: given, transient } = yield* Fiber.join(reading)
        assert.strictEqual(given, code)
        assert.isTrue(transient)
      })
    )
  patience("gives up a request that is not answered", Effect.never, "Timeout")
  patience(
    "gives up a download that falls silent",
    Effect.sync(() => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }))),
    "Silence"
  )
})
