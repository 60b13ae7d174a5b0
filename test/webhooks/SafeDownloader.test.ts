import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { Egress } from "../../src/webhooks/Egress.ts"
import { SafeDownloader } from "../../src/webhooks/SafeDownloader.ts"
import { startReceiver } from "../support/Receiver.ts"

const got = (url: string, maxBytes = 1_000) =>
  Effect.gen(function* () {
    const downloader = yield* SafeDownloader
    const chunks = yield* Stream.runCollect(downloader.get(new URL(url), maxBytes))
    return Buffer.concat([...chunks]).toString()
  })
const refusal = (url: string, maxBytes?: number) => Effect.map(Effect.flip(got(url, maxBytes)), ({ reason }) => reason)

layer(SafeDownloader.layer.pipe(Layer.provide(Egress.layer(["127.0.0.0/8"]))), { excludeTestServices: true })(
  "A download",
  (it) => {
    it.effect("is the unmodified body of a 200, requested without a credential", () =>
      Effect.gen(function* () {
        const { received, url } = yield* startReceiver(() => ({
          status: 200,
          headers: { "content-encoding": "gzip" },
          body: "not really gzip"
        }))
        assert.strictEqual(yield* got(url), "not really gzip")
        assert.notProperty(received[0]?.headers, "authorization")
        assert.notProperty(received[0]?.headers, "cookie")
      }).pipe(Effect.scoped)
    )

    it.effect("follows no redirect, and accepts no other status", () =>
      Effect.gen(function* () {
        const target = yield* startReceiver()
        const { url } = yield* startReceiver(({ path }) =>
          path === "/moved" ? { status: 302, headers: { location: target.url } } : { status: 204 }
        )
        assert.strictEqual(yield* refusal(new URL("/moved", url).href), "status_302")
        assert.strictEqual(yield* refusal(new URL("/empty", url).href), "status_204")
        assert.lengthOf(target.received, 0)
      }).pipe(Effect.scoped)
    )

    it.effect("ends beyond the limit, whether or not the response declares its length", () =>
      Effect.gen(function* () {
        const { url } = yield* startReceiver(({ path }) => ({
          status: 200,
          ...(path === "/declared" ? { headers: { "content-length": "2000" } } : {}),
          body: Buffer.alloc(2_000)
        }))
        assert.strictEqual(yield* refusal(new URL("/declared", url).href), "too_large")
        assert.strictEqual(yield* refusal(new URL("/chunked", url).href, 1_999), "too_large")
        assert.strictEqual((yield* got(url, 2_000)).length, 2_000)
      }).pipe(Effect.scoped)
    )

    it.effect("goes to public addresses only, and reports what went wrong", () =>
      Effect.gen(function* () {
        for (const url of [
          "https://10.0.0.1/",
          "http://169.254.169.254/latest",
          "https://[::1]/",
          "https://[fe80::1]/"
        ])
          assert.strictEqual(yield* refusal(url), "address_forbidden", url)
        const { url } = yield* startReceiver(() => "reset")
        assert.strictEqual(yield* refusal(url), "connection_reset")
      }).pipe(Effect.scoped)
    )
  }
)
