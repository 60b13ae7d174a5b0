import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, FileSystem, Layer, Stream } from "effect"
import { layer } from "../../src/blobs/DiskBlobStore.ts"
import { KeepingProgram } from "../../src/blobs/KeepingThread.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { blobStoreContract, bytesOf, notingNothing, readAll } from "../support/blobStoreContract.ts"

const tenant = "0190a6f2-7c3b-7def-8abc-0123456789ab"
const other = "0190a6f2-7c3b-7def-8abc-0123456789ac"

const folder = () => mkdtempSync(join(tmpdir(), "blobs-"))
const stores = (root: string) => layer(root).pipe(Layer.provide(NodeFileSystem.layer))
const alone = (root: string) => stores(root).pipe(Layer.provide(notingNothing))
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

blobStoreContract("DiskBlobStore", () => stores(folder()))

it.effect("stores equal bytes of a tenant in one file, and those of another tenant in another", () => {
  const root = folder()
  return Effect.gen(function* () {
    const blobs = yield* BlobStore
    yield* Effect.all([blobs.put(tenant, bytesOf("same")), blobs.put(tenant, bytesOf("same"))], { concurrency: 2 })
    yield* blobs.put(other, bytesOf("same"))
    yield* Effect.all([blobs.put(tenant, Buffer.from("same")), blobs.put(other, Buffer.from("same"))], {
      concurrency: 2
    })
    assert.strictEqual(filesIn(root).length, 2)
  }).pipe(Effect.provide(alone(root)))
})

it.effect("leaves nothing behind when the bytes stop coming", () => {
  const root = folder()
  return Effect.gen(function* () {
    const blobs = yield* BlobStore
    const broken = Stream.concat(bytesOf("half"), Stream.fail("gone" as const))
    assert.strictEqual(yield* Effect.flip(blobs.put(tenant, broken)), "gone")
    assert.deepStrictEqual(filesIn(root), [])
  }).pipe(Effect.provide(alone(root)))
})

it.live("restarts the thread that stores files when it has ended", () => {
  const root = folder()
  return Effect.gen(function* () {
    const blobs = yield* BlobStore
    const first = yield* Effect.exit(blobs.put(tenant, Buffer.from("first")))
    assert.isTrue(Exit.hasDies(first))
    const { key } = yield* blobs.put(tenant, Buffer.from("second"))
    assert.strictEqual(String(yield* readAll(blobs.get(key))), "second")
  }).pipe(
    Effect.provide(alone(root)),
    Effect.provideService(KeepingProgram, new URL("../support/endingKeeping.ts", import.meta.url))
  )
})

it.effect("is unhealthy when its folder is gone", () => {
  const root = folder()
  return Effect.gen(function* () {
    const blobs = yield* BlobStore
    rmSync(root, { recursive: true })
    assert.isTrue(Exit.hasDies(yield* Effect.exit(blobs.check)))
  }).pipe(Effect.provide(alone(root)))
})

it.effect.skipIf(process.platform !== "linux")(
  "asks for bytes to be resent when the disk is full, and leaves nothing of them",
  () => {
    const root = folder()
    // See https://man7.org/linux/man-pages/man4/full.4.html
    const full = Layer.effect(
      FileSystem.FileSystem,
      FileSystem.FileSystem.useSync((files) => ({
        ...files,
        open: (path: string, options?: Parameters<FileSystem.FileSystem["open"]>[1]) =>
          options?.flag === "wx" ? files.open("/dev/full", { flag: "r+" }) : files.open(path, options)
      }))
    ).pipe(Layer.provide(NodeFileSystem.layer))
    return Effect.gen(function* () {
      const blobs = yield* BlobStore
      const error = yield* Effect.flip(blobs.put(tenant, bytesOf("too many")))
      assert.deepStrictEqual([error._tag, error.reason], ["DatabaseUnavailable", "full"])
      assert.deepStrictEqual(filesIn(root), [])
    }).pipe(Effect.provide(layer(root).pipe(Layer.provide(full), Layer.provide(notingNothing))))
  }
)
