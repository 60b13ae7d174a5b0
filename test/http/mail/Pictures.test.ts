import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Pictures } from "../../../src/http/mail/Pictures.ts"
import { Egress } from "../../../src/webhooks/Egress.ts"
import { SafeDownloader } from "../../../src/webhooks/SafeDownloader.ts"
import { startReceiver } from "../../support/Receiver.ts"
import { smallPictures } from "../../support/smallPictures.ts"

const { gif, png } = smallPictures
const get = (url: string, tenantId = "ours") => Effect.flatMap(Pictures, (pictures) => pictures.get({ tenantId, url }))
const reason = (url: string) => Effect.map(Effect.flip(get(url)), ({ reason }) => reason)

layer(Pictures.layer(["127.0.0.0/8"]))("A picture whose server does not answer", (it) => {
  it.effect("is abandoned after fifteen seconds, and not requested again right away", () =>
    Effect.gen(function* () {
      const { first, received, url } = yield* startReceiver(() => "hang")
      const looking = yield* Effect.forkChild(reason(url))
      yield* first(1)
      yield* TestClock.adjust("14 seconds")
      assert.isUndefined(looking.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.isDefined(looking.pollUnsafe())
      assert.strictEqual(yield* Fiber.join(looking), "timeout")
      assert.strictEqual(yield* reason(url), "timeout")
      assert.lengthOf(received, 1)
    }).pipe(Effect.scoped)
  )
})

layer(Pictures.layer(["127.0.0.0/8"]), { excludeTestServices: true })("A picture in a mail", (it) => {
  it.effect("is fetched without revealing who wants to see it", () =>
    Effect.gen(function* () {
      const { received, url } = yield* startReceiver(() => ({ status: 200, body: png }))
      assert.deepStrictEqual(yield* get(`${url}?of=ada#top`), { contentType: "image/png", bytes: png })
      const [{ headers, path } = { headers: {}, path: "" }] = received
      assert.strictEqual(path, "/hook?of=ada")
      assert.deepStrictEqual(
        Object.keys(headers).filter((name) => /cookie|referer|authorization|origin|forwarded|x-/.test(name)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("has the type that its first bytes indicate, whatever its server says", () =>
    Effect.gen(function* () {
      const { url } = yield* startReceiver(({ path }) => ({
        status: 200,
        headers: { "content-type": "text/html" },
        body: path === "/gif" ? gif : "<svg xmlns='http://www.w3.org/2000/svg'/>"
      }))
      assert.strictEqual((yield* get(new URL("/gif", url).href)).contentType, "image/gif")
      assert.strictEqual(yield* reason(new URL("/svg", url).href), "not_a_picture")
    }).pipe(Effect.scoped)
  )

  it.effect("is requested once per account, however many look at it, and a failure is not retried right away", () =>
    Effect.gen(function* () {
      const { received, url } = yield* startReceiver(({ path }) =>
        path === "/gone" ? { status: 404 } : { status: 200, body: png }
      )
      yield* Effect.all([get(url), get(url), get(url)], { concurrency: "unbounded" })
      yield* get(url)
      assert.lengthOf(received, 1)
      yield* get(url, "theirs")
      assert.lengthOf(received, 2)
      const gone = new URL("/gone", url).href
      assert.strictEqual(yield* reason(gone), "status_404")
      assert.strictEqual(yield* reason(gone), "status_404")
      assert.lengthOf(received, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("may have four MiB; nothing of a larger one is kept", () =>
    Effect.gen(function* () {
      const limit = 4 * 1024 * 1024
      const { received, url } = yield* startReceiver(({ path }) => ({
        status: 200,
        body: Buffer.concat([png, Buffer.alloc(limit - png.length + (path === "/over" ? 1 : 0))])
      }))
      assert.strictEqual(yield* reason(new URL("/over", url).href), "too_large")
      assert.strictEqual((yield* get(url)).bytes.length, limit)
      yield* get(url)
      assert.lengthOf(received, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("is not fetched from where a redirect leads", () =>
    Effect.gen(function* () {
      const target = yield* startReceiver(() => ({ status: 200, body: png }))
      const { url } = yield* startReceiver(() => ({ status: 302, headers: { location: target.url } }))
      assert.strictEqual(yield* reason(url), "status_302")
      assert.lengthOf(target.received, 0)
    }).pipe(Effect.scoped)
  )
})

/** As in the product, where the operator may have allowed webhooks to reach private networks. */
const besideWebhooks = Layer.merge(
  SafeDownloader.layer.pipe(Layer.provide(Egress.layer(["127.0.0.0/8"]))),
  Pictures.layer(["10.0.0.0/8"])
)

layer(besideWebhooks, { excludeTestServices: true })("A picture", (it) => {
  it.effect("is not fetched from networks that only webhooks may reach", () =>
    Effect.gen(function* () {
      const { received, url } = yield* startReceiver(() => ({ status: 200, body: png }))
      assert.isNotEmpty(yield* Stream.runCollect((yield* SafeDownloader).get(new URL(url), 1_000)))
      assert.match(yield* reason(url.replace("127.0.0.1", "localhost")), /^(?:address_forbidden|must )/)
      assert.match(yield* reason(url), /^(?:address_forbidden|must )/)
      assert.lengthOf(received, 1)
    }).pipe(Effect.scoped)
  )
})

layer(Pictures.layer([]), { excludeTestServices: true })("A picture in a mail from a stranger", (it) => {
  it.effect("is fetched from public addresses only", () =>
    Effect.gen(function* () {
      const { received, url } = yield* startReceiver(() => ({ status: 200, body: png }))
      for (const address of [
        url,
        url.replace("http:", "https:"),
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://10.0.0.1/x.png",
        "https://user:word@a.example/",
        "https://localhost/x.png",
        "https://a.example:22/",
        "file:///etc/passwd",
        "nowhere"
      ])
        assert.match(yield* reason(address), /^must /, address)
      assert.lengthOf(received, 0)
    }).pipe(Effect.scoped)
  )
})
