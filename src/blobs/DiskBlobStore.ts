import { hash, randomUUID } from "node:crypto"
import { statfs } from "node:fs/promises"
import { join } from "node:path"
import { Effect, FileSystem, Layer, Stream } from "effect"
import { BlobStore } from "../tickets/files/BlobStore.ts"
import { UnclaimedBlobs } from "../tickets/files/UnclaimedBlobs.ts"
import { blobKey, isBlobKey, isRemovable } from "./blobKey.ts"
import * as KeepingThread from "./KeepingThread.ts"
import * as Spool from "./Spool.ts"
import { unlessAway } from "./unlessAway.ts"

/** Folder for files being written, on the same file system as the finished ones, so that a rename is atomic. */
const unfinished = ".unfinished"

/**
 * Stores blobs as files under `root`, named by tenant and content hash. Bytes are streamed, so memory does not grow with
 * their number. A file gets its name only after its bytes are synced to disk, so a crash leaves whole files or none.
 */
export const layer = (root: string) => Layer.effect(BlobStore, make(root))

const make = Effect.fn("DiskBlobStore.make")(function* (root: string) {
  const files = yield* FileSystem.FileSystem
  const unclaimed = yield* UnclaimedBlobs
  const spool = yield* Spool.make(join(root, unfinished))
  const keep = yield* KeepingThread.make

  const putStream = Effect.fnUntraced(
    function* <E, R>(tenantId: string, bytes: Stream.Stream<Uint8Array, E, R>) {
      const { file, key, path, sha256, size } = yield* spool(tenantId, bytes)
      yield* unclaimed.note(tenantId, key)
      yield* Effect.orDie(file.sync)
      yield* keep({ unfinished: path, path: join(root, key) })
      return { key, size, sha256 }
    },
    // Inside the scope, so that an interruption while it closes does not turn the disk's error into a defect.
    unlessAway,
    Effect.scoped
  )

  const putWhole = Effect.fnUntraced(function* (tenantId: string, bytes: Uint8Array) {
    const sha256 = hash("sha256", bytes)
    const key = blobKey(tenantId, sha256)
    yield* unclaimed.note(tenantId, key)
    yield* keep({ bytes, unfinished: join(root, unfinished, randomUUID()), path: join(root, key) })
    return { key, size: bytes.byteLength, sha256 }
  }, unlessAway)

  return BlobStore.of({
    put: Effect.fn("BlobStore.put")(<E, R>(tenantId: string, bytes: Uint8Array | Stream.Stream<Uint8Array, E, R>) =>
      bytes instanceof Uint8Array ? putWhole(tenantId, bytes) : putStream(tenantId, bytes)
    ),

    get: (key, range) =>
      isBlobKey(key)
        ? Stream.orDie(
            files.stream(
              join(root, key),
              range === undefined ? {} : { offset: range.offset, bytesToRead: range.length }
            )
          )
        : Stream.die(new Error("not the key of a blob")),

    remove: (key) =>
      isRemovable(key)
        ? Effect.orDie(files.remove(join(root, key), { force: true }))
        : Effect.die(new Error("not the key of a blob")),

    check: Effect.orDie(files.access(root, { readable: true, writable: true })),

    room: Effect.map(
      Effect.promise(() => statfs(root)),
      ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, sizeBytes: blocks * bsize })
    )
  })
})
