import { mkdtempSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, FileSystem, Layer, Logger, Option, Redacted, Stream } from "effect"
import { blobLocation } from "../../src/blobs/BlobLocation.ts"
import * as BlobStoreLayer from "../../src/blobs/BlobStoreLayer.ts"
import { layer } from "../../src/blobs/S3BlobStore.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { blobStoreContract, bytesOf, notingNothing, readAll } from "../support/blobStoreContract.ts"
import { ObjectStore, type Trouble } from "../support/ObjectStore.ts"
import { untilHolds } from "../support/until.ts"

const tenant = "0190a6f2-7c3b-7def-8abc-0123456789ab"

interface Differences {
  readonly bucket?: string
  readonly region?: string
  readonly prefix?: string
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  readonly spool?: string
}

const clientOf = (store: ObjectStore, differences: Differences = {}, files = NodeFileSystem.layer) =>
  layer(
    {
      _tag: "Bucket",
      name: differences.bucket ?? store.bucket,
      region: differences.region ?? "us-east-1",
      endpoint: store.endpoint,
      prefix: differences.prefix ?? ""
    },
    {
      accessKeyId: Redacted.make(differences.accessKeyId ?? store.accessKeyId),
      secretAccessKey: Redacted.make(differences.secretAccessKey ?? store.secretAccessKey)
    },
    differences.spool ?? mkdtempSync(join(tmpdir(), "spool-"))
  ).pipe(Layer.provide(files))

const alone = (store: ObjectStore, differences?: Differences, files?: Layer.Layer<FileSystem.FileSystem>) =>
  clientOf(store, differences, files).pipe(Layer.provide(notingNothing))

/** Runs `test` against a store of its own, after the check at its start has been answered. */
const against = <E>(
  test: (store: ObjectStore, blobs: BlobStore["Service"]) => Effect.Effect<void, E>,
  differences: Differences = {}
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const store = yield* ObjectStore.scoped
      const blobs = yield* Effect.provide(BlobStore, yield* Layer.build(alone(store, differences)))
      yield* untilHolds(() => store.requests.length > 0)
      store.requests.length = 0
      yield* test(store, blobs)
    })
  )

const complaint = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "none"))

/** What is logged while `effect` runs, and its failure. */
const toldBy = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    const told: Array<unknown> = []
    const logger = Logger.layer([Logger.make(({ message }) => void told.push(message))])
    return Effect.map(complaint(Effect.provide(effect, logger)), (error) => JSON.stringify([...told, error]))
  })

const busy = (method: string): Trouble => ({ kind: "answer", method, status: 503, code: "SlowDown" })

let shared: ObjectStore
beforeAll(async () => {
  shared = new ObjectStore()
  await Effect.runPromise(shared.start)
})
afterAll(() => Effect.runPromise(shared.stop))

blobStoreContract("S3BlobStore", () => Layer.unwrap(Effect.sync(() => clientOf(shared, { prefix: "desk/" }))))

// To run the same tests against any store: TEST_BLOBS_URL=s3://… AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… npm test
const elsewhere = process.env["TEST_BLOBS_URL"]
if (elsewhere !== undefined) {
  blobStoreContract(`S3BlobStore on ${elsewhere}`, () =>
    BlobStoreLayer.layer({
      location: Option.fromUndefinedOr(blobLocation.parse(elsewhere)),
      accessKeyId: Option.map(Option.fromUndefinedOr(process.env["AWS_ACCESS_KEY_ID"]), Redacted.make),
      secretAccessKey: Option.map(Option.fromUndefinedOr(process.env["AWS_SECRET_ACCESS_KEY"]), Redacted.make),
      dataDir: mkdtempSync(join(tmpdir(), "data-"))
    }).pipe(Layer.provide(NodeFileSystem.layer))
  )
}

describe("S3BlobStore.put", () => {
  it.live("sends equal bytes once, under the prefix, by tenant and content", () =>
    against(
      (store, blobs) =>
        Effect.gen(function* () {
          const { key } = yield* blobs.put(tenant, bytesOf("logo"))
          yield* blobs.put(tenant, bytesOf("logo"))
          assert.deepStrictEqual([...store.objects.keys()], [`desk/${key}`])
          assert.deepStrictEqual(store.requests, [
            `HEAD /files/desk/${key}`,
            `PUT /files/desk/${key}`,
            `HEAD /files/desk/${key}`
          ])
        }),
      { prefix: "desk/" }
    )
  )

  it.live("resends bytes over an incomplete object", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        const { key } = yield* blobs.put(tenant, bytesOf("logo"))
        store.objects.set(key, Buffer.from("lo"))
        yield* blobs.put(tenant, bytesOf("logo"))
        assert.strictEqual(String(store.objects.get(key)), "logo")
      })
    )
  )

  it.live("leaves nothing in the spool, whether it succeeds, fails or is interrupted", () => {
    const spool = mkdtempSync(join(tmpdir(), "spool-"))
    return against(
      (_, blobs) =>
        Effect.gen(function* () {
          yield* blobs.put(tenant, bytesOf("kept"))
          yield* Effect.flip(blobs.put(tenant, Stream.concat(bytesOf("half"), Stream.fail("gone"))))
          const slow = yield* Effect.forkChild(blobs.put(tenant, Stream.concat(bytesOf("half"), Stream.never)))
          yield* untilHolds(() => readdirSync(spool).length > 0)
          yield* Fiber.interrupt(slow)
          assert.deepStrictEqual(readdirSync(spool), [])
        }),
      { spool }
    )
  })

  it.live("retries what the store may accept later, with the same bytes", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        store.troubles.push(
          busy("PUT"),
          { kind: "answer", method: "PUT", status: 400, code: "RequestTimeout" },
          { kind: "answer", method: "HEAD", status: 500, code: "InternalError" }
        )
        const { key } = yield* blobs.put(tenant, bytesOf("patience"))
        assert.strictEqual(String(store.objects.get(key)), "patience")
        assert.strictEqual(store.requests.filter((line) => line.startsWith("PUT")).length, 3)
      })
    )
  )

  it.live("gives up after six attempts, logs the store's error, and asks for the bytes to be resent", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        store.troubles.push(...Array.from({ length: 10 }, () => busy("PUT")))
        const told: Array<unknown> = []
        const error = yield* Effect.flip(blobs.put(tenant, bytesOf("patience"))).pipe(
          Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(message))]))
        )
        assert.deepStrictEqual([error._tag, error.reason], ["DatabaseUnavailable", "unreachable"])
        const reason = `The object store ${store.endpoint} answered 503 (SlowDown) to PUT in the bucket files.`
        assert.deepStrictEqual(told, [["The object store cannot be used; clients are asked to retry", { reason }]])
        assert.strictEqual(store.requests.filter((line) => line.startsWith("PUT")).length, 6)
      })
    )
  )

  it.live("does not retry what cannot succeed", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        store.troubles.push({ kind: "answer", method: "PUT", status: 403, code: "AccessDenied" })
        const told = yield* toldBy(blobs.put(tenant, bytesOf("no")))
        assert.include(told, "grant the key s3:GetObject, s3:PutObject")
        assert.include(told, "DatabaseUnavailable")
        assert.strictEqual(store.requests.filter((line) => line.startsWith("PUT")).length, 1)
      })
    )
  )

  it.live("reports the refusal, and no other failure, if the caller leaves while the spool is cleared", () =>
    Effect.gen(function* () {
      const store = yield* ObjectStore.scoped
      const [clearing, cleared] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const files = yield* FileSystem.FileSystem
      const slow = Layer.succeed(FileSystem.FileSystem, {
        ...files,
        remove: (path, options) =>
          Deferred.succeed(clearing, undefined).pipe(
            Effect.andThen(Deferred.await(cleared)),
            Effect.andThen(files.remove(path, options))
          )
      })
      const blobs = yield* Effect.provide(BlobStore, yield* Layer.build(alone(store, {}, slow)))
      store.troubles.push({ kind: "answer", method: "PUT", status: 403, code: "AccountProblem" })
      const put = yield* Effect.forkScoped(blobs.put(tenant, bytesOf("one of two files")))
      yield* Deferred.await(clearing)
      put.interruptUnsafe()
      yield* Deferred.succeed(cleared, undefined)
      const exit = yield* Fiber.await(put)
      if (Exit.isSuccess(exit)) return assert.fail("the store refuses that key")
      assert.isFalse(Cause.hasDies(exit.cause), Cause.pretty(exit.cause))
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.live("waits for a store that goes away and comes back", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        yield* blobs.put(tenant, bytesOf("before"))
        yield* store.stop
        assert.include(yield* complaint(blobs.check), "did not respond (ECONNREFUSED) to GET in the bucket files.")
        const put = yield* Effect.forkChild(blobs.put(tenant, bytesOf("meanwhile")))
        yield* Effect.sleep(300)
        yield* store.start
        const { key } = yield* Fiber.join(put)
        assert.strictEqual(String(store.objects.get(key)), "meanwhile")
      })
    )
  )
})

describe("S3BlobStore.check", () => {
  it.live("asks the store once for many callers", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        yield* Effect.replicateEffect(blobs.check, 20, { concurrency: 5 })
        assert.lengthOf(store.requests, 1)
      })
    )
  )

  it.live("asks once even if the store is unhealthy", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        store.troubles.push({ kind: "answer", method: "GET", status: 403, code: "AccessDenied" })
        const exits = yield* Effect.replicateEffect(Effect.exit(blobs.check), 20, { concurrency: 5 })
        assert.isTrue(exits.every(Exit.isFailure))
        assert.lengthOf(store.requests, 1)
      })
    )
  )
})

describe("S3BlobStore.get", () => {
  it.live("requests no more than the range", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        const { key } = yield* blobs.put(tenant, bytesOf("0123456789"))
        store.requests.length = 0
        assert.strictEqual(String(yield* readAll(blobs.get(key, { offset: 2, length: 3 }))), "234")
        assert.deepStrictEqual(store.requests, [`GET /files/${key} bytes=2-4`])
      })
    )
  )

  it.live("resumes a download that broke off", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        const { key } = yield* blobs.put(tenant, bytesOf("0123456789"))
        store.requests.length = 0
        const cut: Trouble = { kind: "cut", method: "GET", after: 4 }
        store.troubles.push(cut, busy("GET"), cut)
        assert.strictEqual(String(yield* readAll(blobs.get(key))), "0123456789")
        store.troubles.push(cut)
        assert.strictEqual(String(yield* readAll(blobs.get(key, { offset: 1, length: 8 }))), "12345678")
        assert.deepStrictEqual(
          store.requests.map((line) => line.replace(key, "key")),
          [
            "GET /files/key",
            "GET /files/key bytes=4-",
            "GET /files/key bytes=4-",
            "GET /files/key bytes=8-",
            "GET /files/key bytes=1-8",
            "GET /files/key bytes=5-8"
          ]
        )
      })
    )
  )
})

describe("S3BlobStore's errors for wrong settings", () => {
  const says = (sentence: string, differences: Differences, words: string) =>
    it.live(sentence, () =>
      against(
        (store, blobs) =>
          Effect.gen(function* () {
            for (const attempt of [blobs.check, blobs.put(tenant, bytesOf("secret bytes"))]) {
              const text = yield* toldBy(attempt)
              assert.include(text, words)
              assert.notInclude(text, differences.secretAccessKey ?? store.secretAccessKey)
              assert.notInclude(text, differences.accessKeyId ?? store.accessKeyId)
              assert.notInclude(text, "Signature=")
            }
            assert.strictEqual(store.objects.size, 0)
          }),
        differences
      )
    )
  says("names the secret", { secretAccessKey: "wrong" }, "(SignatureDoesNotMatch)")
  says("names the key", { accessKeyId: "AKIAWRONG" }, "correct AWS_ACCESS_KEY_ID.")
  says("names the bucket", { bucket: "no-such" }, "in the bucket no-such: create the bucket")
  says("names the region", { region: "eu-west-1" }, "correct the region in BLOBS_URL.")
})

describe("S3BlobStore.direct", () => {
  const upload = { tenantId: tenant, id: "0190a6f2-7c3b-7def-8abc-00000000abcd", contentType: "text/plain", size: 5 }
  const put = (url: string, body: string, contentType = "text/plain") =>
    Effect.promise(() => fetch(url, { method: "PUT", body, headers: { "content-type": contentType } }))
  const direct = (blobs: BlobStore["Service"]) => blobs.direct ?? assert.fail("no addresses")

  it.live("accepts exactly the announced bytes, and turns them into a blob once they are there", () =>
    against(
      (store, blobs) =>
        Effect.gen(function* () {
          const { collect, uploadKey, uploadUrl } = direct(blobs)
          assert.deepStrictEqual(yield* collect(upload), { received: 0 })
          const url = yield* uploadUrl(upload, 60)
          assert.strictEqual((yield* put(url, "too long")).status, 403)
          assert.strictEqual((yield* put(url, "hello", "text/html")).status, 403)
          assert.strictEqual((yield* put(url.replace("/uploads/", "/aa/"), "hello")).status, 403)
          assert.strictEqual((yield* put(url, "hello")).status, 200)
          const { blob, received } = yield* collect(upload)
          assert.strictEqual(received, 5)
          assert.strictEqual(String(yield* readAll(blobs.get(blob?.key ?? ""))), "hello")
          // Later uploads to the URL change nothing.
          assert.strictEqual((yield* put(url, "HELLO")).status, 200)
          assert.strictEqual(String(yield* readAll(blobs.get(blob?.key ?? ""))), "hello")
          yield* blobs.remove(uploadKey(upload))
          assert.deepStrictEqual([...store.objects.keys()], [`desk/${blob?.key}`])
        }),
      { prefix: "desk/" }
    )
  )

  it.live("says how many bytes arrived when some are missing", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        const { collect, uploadKey } = direct(blobs)
        store.objects.set(uploadKey(upload), Buffer.from("hel"))
        assert.deepStrictEqual(yield* collect(upload), { received: 3 })
        store.objects.set(uploadKey(upload), Buffer.from("hello!"))
        assert.deepStrictEqual(yield* collect(upload), { received: 6 })
      })
    )
  )

  const refuses = (sentence: string, differences: Differences, words: string) =>
    it.live(sentence, () =>
      against(
        (_, blobs) =>
          Effect.gen(function* () {
            const told = yield* toldBy(direct(blobs).collect(upload))
            assert.include(told, words)
            assert.include(told, "DatabaseUnavailable")
          }),
        differences
      )
    )
  refuses(
    "takes a key that is refused for no upload that is not there",
    { accessKeyId: "AKIAWRONG" },
    "correct AWS_ACCESS_KEY_ID."
  )
  refuses("takes a bucket that is gone for no upload that is not there", { bucket: "no-such" }, "create the bucket")

  it.live("does not mistake an object that the key may not see for a missing upload, and says what to allow", () =>
    against((store, blobs) =>
      Effect.gen(function* () {
        for (const method of ["HEAD", "GET"])
          store.troubles.push({ kind: "answer", method, status: 403, code: "AccessDenied" })
        const told = yield* toldBy(direct(blobs).collect(upload))
        assert.include(told, "s3:DeleteObject and s3:ListBucket")
        assert.include(told, "DatabaseUnavailable")
      })
    )
  )

  it.live("returns URLs that fetch one blob, with the given headers, until they expire", () =>
    against((_, blobs) =>
      Effect.gen(function* () {
        const { key } = yield* blobs.put(tenant, bytesOf("hello"))
        const headers = {
          contentType: "text/plain",
          contentDisposition: "attachment; filename=\"a b+c.txt\"; filename*=UTF-8''%C3%BC"
        }
        const url = yield* direct(blobs).downloadUrl(key, headers, 60)
        const answer = yield* Effect.promise(() => fetch(url))
        assert.strictEqual(yield* Effect.promise(() => answer.text()), "hello")
        assert.strictEqual(answer.headers.get("content-disposition"), headers.contentDisposition)
        assert.strictEqual(answer.headers.get("content-type"), "text/plain")
        const status = (url: string, method = "GET") =>
          Effect.promise(async () => (await fetch(url, { method })).status)
        assert.strictEqual(yield* status(url.replace("a%20b", "evil")), 403)
        assert.strictEqual(yield* status(url, "PUT"), 403)
        assert.strictEqual(yield* status(yield* direct(blobs).downloadUrl(key, headers, 0)), 403)
        assert.isTrue(Exit.hasDies(yield* Effect.exit(direct(blobs).downloadUrl("../secret", headers, 60))))
      })
    )
  )
})
