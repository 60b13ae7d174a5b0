import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { layer } from "../../src/blobs/DiskBlobStore.ts"
import { BlobStore } from "../../src/tickets/BlobStore.ts"

const tenant = "0190a6f2-7c3b-7def-8abc-0123456789ab"
const other = "0190a6f2-7c3b-7def-8abc-0123456789ac"

const folder = () => mkdtempSync(join(tmpdir(), "blobs-"))
const stores = (root: string) => layer(root).pipe(Layer.provide(NodeFileSystem.layer))
const text = (value: string) => Stream.make(new TextEncoder().encode(value))
const read = (bytes: Stream.Stream<Uint8Array>) =>
  Effect.map(Stream.runCollect(bytes), (chunks) => Buffer.concat([...chunks]).toString())
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

it.effect("gives back what it was given, whole or in part", () =>
  Effect.gen(function* () {
    const blobs = yield* BlobStore
    const blob = yield* blobs.put(tenant, Stream.concat(text("hello "), text("world")))
    assert.strictEqual(blob.size, 11)
    assert.strictEqual(blob.sha256, createHash("sha256").update("hello world").digest("hex"))
    assert.strictEqual(yield* read(blobs.get(blob.key)), "hello world")
    assert.strictEqual(yield* read(blobs.get(blob.key, { offset: 6, length: 3 })), "wor")
  }).pipe(Effect.provide(stores(folder())))
)

it.effect("keeps equal bytes of a tenant once, and those of another tenant apart", () => {
  const root = folder()
  return Effect.gen(function* () {
    const blobs = yield* BlobStore
    const [first, second] = yield* Effect.all([blobs.put(tenant, text("same")), blobs.put(tenant, text("same"))], {
      concurrency: 2
    })
    const foreign = yield* blobs.put(other, text("same"))
    assert.deepStrictEqual(first, second)
    assert.notStrictEqual(foreign.key, first.key)
    assert.strictEqual(filesIn(root).length, 2)
  }).pipe(Effect.provide(stores(root)))
})

it.effect("leaves nothing behind when the bytes stop coming", () => {
  const root = folder()
  return Effect.gen(function* () {
    const blobs = yield* BlobStore
    const broken = Stream.concat(text("half"), Stream.fail("gone" as const))
    assert.strictEqual(yield* Effect.flip(blobs.put(tenant, broken)), "gone")
    assert.deepStrictEqual(filesIn(root), [])
  }).pipe(Effect.provide(stores(root)))
})

it.effect("sweeps at start what a killed process left unfinished, and nothing that is being written", () => {
  const root = folder()
  return Effect.gen(function* () {
    yield* Effect.promise(() => mkdir(join(root, ".unfinished"), { recursive: true }))
    for (const name of ["stale", "fresh"]) writeFileSync(join(root, ".unfinished", name), "x")
    const noon = Date.UTC(2030, 0, 1, 12)
    utimesSync(join(root, ".unfinished", "stale"), 0, noon / 1000 - 7_200)
    utimesSync(join(root, ".unfinished", "fresh"), 0, noon / 1000 - 60)
    yield* TestClock.setTime(noon)
    yield* BlobStore.use(() => Effect.void).pipe(Effect.provide(stores(root)))
    assert.deepStrictEqual(readdirSync(join(root, ".unfinished")), ["fresh"])
  })
})

it.effect("refuses a key that leads out of its folder", () =>
  Effect.gen(function* () {
    const blobs = yield* BlobStore
    const exit = yield* Effect.exit(Stream.runDrain(blobs.get("../../etc/passwd")))
    assert.isTrue(Exit.hasDies(exit))
  }).pipe(Effect.provide(stores(folder())))
)
