import { hash, randomUUID } from "node:crypto"
import { dirname, join } from "node:path"
import { Effect, FileSystem, Layer, Predicate, Stream } from "effect"
import { syncFolder } from "../runtime/syncFolder.ts"
import { BlobStore } from "../tickets/BlobStore.ts"
import { UnclaimedBlobs } from "../tickets/UnclaimedBlobs.ts"
import { blobKey, isBlobKey, isRemovable } from "./blobKey.ts"
import * as Spool from "./Spool.ts"
import { unlessAway } from "./unlessAway.ts"
import { writeDurably } from "./writeDurably.ts"

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

  const makeFolder = (folder: string) =>
    files
      .makeDirectory(folder, { recursive: true })
      .pipe(
        Effect.andThen(Effect.promise(() => syncFolder(dirname(folder)))),
        Effect.andThen(Effect.promise(() => syncFolder(root)))
      )

  const settle = Effect.fnUntraced(function* ({ key, moveTo }: Spool.Spooled) {
    const path = join(root, key)
    const folder = dirname(path)
    const move = moveTo(path)
    yield* Effect.catchIf(
      move,
      (error) => error.reason._tag === "NotFound",
      () => Effect.andThen(makeFolder(folder), move)
    )
    yield* Effect.promise(() => syncFolder(folder))
  })

  const putStream = Effect.fnUntraced(function* <E, R>(tenantId: string, bytes: Stream.Stream<Uint8Array, E, R>) {
    const spooled = yield* spool(tenantId, bytes)
    const { file, key, sha256, size } = spooled
    yield* unclaimed.note(tenantId, key)
    yield* Effect.orDie(Effect.andThen(file.sync, settle(spooled)))
    return { key, size, sha256 }
  }, Effect.scoped)

  const putWhole = Effect.fnUntraced(function* (tenantId: string, bytes: Uint8Array) {
    const sha256 = hash("sha256", bytes)
    const key = blobKey(tenantId, sha256)
    const path = join(root, key)
    yield* unclaimed.note(tenantId, key)
    const write = Effect.tryPromise(() => writeDurably(bytes, join(root, unfinished, randomUUID()), path))
    yield* Effect.catchIf(
      write,
      ({ cause }) => Predicate.hasProperty(cause, "code") && cause.code === "ENOENT",
      () => Effect.andThen(makeFolder(dirname(path)), write)
    ).pipe(Effect.orDie)
    return { key, size: bytes.byteLength, sha256 }
  })

  return BlobStore.of({
    put: Effect.fn("BlobStore.put")(<E, R>(tenantId: string, bytes: Uint8Array | Stream.Stream<Uint8Array, E, R>) =>
      unlessAway(bytes instanceof Uint8Array ? putWhole(tenantId, bytes) : putStream(tenantId, bytes))
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

    check: Effect.orDie(files.access(root, { readable: true, writable: true }))
  })
})
