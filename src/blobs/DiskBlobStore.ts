import { dirname, join } from "node:path"
import { Effect, FileSystem, Layer, Stream } from "effect"
import { BlobStore } from "../tickets/BlobStore.ts"
import { UnclaimedBlobs } from "../tickets/UnclaimedBlobs.ts"
import { isBlobKey, isRemovable } from "./blobKey.ts"
import * as Spool from "./Spool.ts"

/** Files being written; on the same file system as the finished ones, so that a rename is atomic. */
const unfinished = ".unfinished"

/**
 * Keeps blobs as files under `root`, named by tenant and content. Bytes stream through: memory does not grow with
 * their number. A file gets its name only after its bytes are on the disk, so a crash leaves whole files or none.
 */
export const layer = (root: string) => Layer.effect(BlobStore, make(root))

const make = Effect.fn("DiskBlobStore.make")(function* (root: string) {
  const files = yield* FileSystem.FileSystem
  const unclaimed = yield* UnclaimedBlobs
  const spool = yield* Spool.make(join(root, unfinished))

  /** Makes a new name in `folder` survive a power cut. */
  const syncFolder = (folder: string) =>
    Effect.scoped(Effect.flatMap(files.open(folder, { flag: "r" }), (handle) => handle.sync))

  const settle = Effect.fnUntraced(function* ({ key, moveTo }: Spool.Spooled) {
    const path = join(root, key)
    const folder = dirname(path)
    const move = moveTo(path)
    yield* Effect.catchIf(
      move,
      (error) => error.reason._tag === "NotFound",
      () =>
        files
          .makeDirectory(folder, { recursive: true })
          .pipe(Effect.andThen(syncFolder(dirname(folder))), Effect.andThen(syncFolder(root)), Effect.andThen(move))
    )
    yield* syncFolder(folder)
  })

  return BlobStore.of({
    put: Effect.fn("BlobStore.put")(function* (tenantId, bytes) {
      const spooled = yield* spool(tenantId, bytes)
      const { file, key, sha256, size } = spooled
      yield* unclaimed.note(tenantId, key)
      yield* Effect.orDie(Effect.andThen(file.sync, settle(spooled)))
      return { key, size, sha256 }
    }, Effect.scoped),

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

    check: Effect.orDie(files.access(root, { readable: true, writable: true }))
  })
})
