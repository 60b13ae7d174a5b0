import { createHash, randomBytes, randomUUID } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Stream } from "effect"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { UnclaimedBlobs } from "../../src/tickets/files/UnclaimedBlobs.ts"

export const bytesOf = (value: string | Uint8Array) =>
  Stream.make(typeof value === "string" ? new TextEncoder().encode(value) : value)
export const readAll = (bytes: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.runCollect(bytes), (chunks) => Buffer.concat([...chunks]))
const sha256 = (value: string | Uint8Array) => createHash("sha256").update(value).digest("hex")

/** No one tracks unclaimed bytes. */
export const notingNothing = Layer.succeed(UnclaimedBlobs, UnclaimedBlobs.of({ note: () => Effect.void }))

/** What every blob store does, whatever its storage. Every test uses new tenants, because the store may be in use. */
export const blobStoreContract = (name: string, stores: () => Layer.Layer<BlobStore, unknown, UnclaimedBlobs>) =>
  describe(name, () => {
    const it_ = (sentence: string, test: Effect.Effect<void, unknown, BlobStore>) =>
      it.live(sentence, () => test.pipe(Effect.provide(stores()), Effect.provide(notingNothing)))

    it_(
      "returns what was stored, in full or in part",
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const blob = yield* blobs.put(randomUUID(), Stream.concat(bytesOf("hello "), bytesOf("world")))
        assert.strictEqual(blob.size, 11)
        assert.strictEqual(blob.sha256, sha256("hello world"))
        const part = (offset: number, length: number) =>
          Effect.map(readAll(blobs.get(blob.key, { offset, length })), String)
        assert.strictEqual(String(yield* readAll(blobs.get(blob.key))), "hello world")
        assert.strictEqual(yield* part(6, 3), "wor")
        assert.strictEqual(yield* part(0, 5), "hello")
        assert.strictEqual(yield* part(6, 100), "world")
        assert.strictEqual(yield* part(0, 0), "")
        assert.strictEqual(yield* part(11, 5), "")
      })
    )

    it_(
      "stores no bytes as faithfully as many, in memory or as a stream",
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const tenant = randomUUID()
        const whole = yield* blobs.put(tenant, Buffer.from("in memory"))
        assert.deepInclude(whole, { size: 9, sha256: sha256("in memory") })
        assert.strictEqual(String(yield* readAll(blobs.get(whole.key))), "in memory")
        assert.deepStrictEqual(yield* blobs.put(tenant, bytesOf("in memory")), whole)
        const nothing = yield* blobs.put(tenant, Stream.empty)
        assert.strictEqual(nothing.size, 0)
        assert.strictEqual(nothing.sha256, sha256(""))
        assert.strictEqual((yield* readAll(blobs.get(nothing.key))).length, 0)
        assert.strictEqual((yield* readAll(blobs.get(nothing.key, { offset: 0, length: 10 }))).length, 0)

        const chunks = Array.from({ length: 80 }, () => randomBytes(100_003))
        const much = yield* blobs.put(tenant, Stream.fromIterable(chunks))
        assert.strictEqual(much.size, 80 * 100_003)
        assert.strictEqual(sha256(yield* readAll(blobs.get(much.key))), sha256(Buffer.concat(chunks)))
        const middle = yield* readAll(blobs.get(much.key, { offset: 4_000_000, length: 2_000_000 }))
        assert.isTrue(middle.equals(Buffer.concat(chunks).subarray(4_000_000, 6_000_000)))
      })
    )

    it_(
      "gives equal bytes of a tenant one key, even when stored concurrently, and those of another tenant another",
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const tenant = randomUUID()
        const put = blobs.put(tenant, bytesOf("same"))
        const [first, ...others] = yield* Effect.all([put, put, put, put], { concurrency: "unbounded" })
        const foreign = yield* blobs.put(randomUUID(), bytesOf("same"))
        for (const other of others) assert.deepStrictEqual(other, first)
        assert.notStrictEqual(foreign.key, first.key)
        assert.strictEqual(String(yield* readAll(blobs.get(first.key))), "same")
        assert.strictEqual(String(yield* readAll(blobs.get(foreign.key))), "same")
      })
    )

    it_(
      "keeps different bytes apart that are stored concurrently",
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const tenant = randomUUID()
        const texts = Array.from({ length: 40 }, (_, index) => `number ${index}`)
        const kept = yield* Effect.forEach(texts, (text) => blobs.put(tenant, bytesOf(text)), { concurrency: 40 })
        const read = yield* Effect.forEach(kept, ({ key }) => Effect.map(readAll(blobs.get(key)), String), {
          concurrency: 40
        })
        assert.deepStrictEqual(read, texts)
      })
    )

    it_(
      "fails with the error of a stream that breaks off",
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const broken = Stream.concat(bytesOf("half"), Stream.fail("gone" as const))
        assert.strictEqual(yield* Effect.flip(blobs.put(randomUUID(), broken)), "gone")
      })
    )

    it_(
      "removes bytes, and stores equal ones again afterwards",
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const tenant = randomUUID()
        const [gone, kept] = [yield* blobs.put(tenant, bytesOf("gone")), yield* blobs.put(tenant, bytesOf("kept"))]
        yield* blobs.remove(gone.key)
        yield* blobs.remove(gone.key)
        assert.isTrue(Exit.hasDies(yield* Effect.exit(Stream.runDrain(blobs.get(gone.key)))))
        assert.strictEqual(String(yield* readAll(blobs.get(kept.key))), "kept")
        yield* blobs.put(tenant, bytesOf("gone"))
        assert.strictEqual(String(yield* readAll(blobs.get(gone.key))), "gone")
        for (const key of ["../../etc/passwd", "", "/", `${tenant}/uploads/..`])
          assert.isTrue(Exit.hasDies(yield* Effect.exit(blobs.remove(key))), key)
      })
    )

    it_(
      "finds nothing under a key that it did not issue, and follows none that leads elsewhere",
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const hash = sha256("never put")
        for (const key of [`${randomUUID()}/${hash.slice(0, 2)}/${hash}`, "../../etc/passwd", "", "/"]) {
          const exit = yield* Effect.exit(Stream.runDrain(blobs.get(key)))
          assert.isTrue(Exit.hasDies(exit), key)
        }
      })
    )

    it_(
      "reports that it is healthy",
      Effect.flatMap(BlobStore, ({ check }) => check)
    )

    it.live("notes every blob before storing its bytes, and stores none that was not noted", () => {
      const away = new DatabaseUnavailable({ reason: "unreachable" })
      const noted: Array<string> = []
      const note = (tenantId: string, key: string) =>
        Effect.suspend(() => {
          noted.push(`${tenantId} ${key}`)
          return noted.length === 1 ? Effect.fail(away) : Effect.void
        })
      return Effect.gen(function* () {
        const blobs = yield* BlobStore
        const tenant = randomUUID()
        assert.deepStrictEqual(yield* Effect.flip(blobs.put(tenant, bytesOf("noted"))), away)
        const key = noted[0]?.split(" ")[1] ?? ""
        assert.isTrue(Exit.isFailure(yield* Effect.exit(readAll(blobs.get(key)))))
        const blob = yield* blobs.put(tenant, bytesOf("noted"))
        assert.deepStrictEqual(noted, [`${tenant} ${blob.key}`, `${tenant} ${blob.key}`])
      }).pipe(Effect.provide(stores()), Effect.provideService(UnclaimedBlobs, UnclaimedBlobs.of({ note })))
    })
  })
