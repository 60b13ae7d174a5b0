import { createHash, randomUUID } from "node:crypto"
import { dirname, join } from "node:path"
import { Clock, Duration, Effect, FileSystem, Layer, Option, Stream } from "effect"
import { BlobStore } from "../tickets/BlobStore.ts"

/** Files being written; on the same file system as the finished ones, so that a rename is atomic. */
const unfinished = ".unfinished"
/** An unfinished file not touched for so long belongs to a process that was killed. */
const abandonedAfter = Duration.hours(1)
/** `<tenant>/<first two digits>/<SHA-256>`; nothing else is ever read, so no key leads out of the folder. */
const keyPattern = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/

/**
 * Keeps blobs as files under `root`, named by tenant and content. Bytes stream through: memory does not grow with
 * their number. A file gets its name only after its bytes are on the disk, so a crash leaves whole files or none.
 */
export const layer = (root: string) => Layer.effect(BlobStore, make(root))

const make = Effect.fn("DiskBlobStore.make")(function* (root: string) {
  const files = yield* FileSystem.FileSystem
  const writing = join(root, unfinished)

  yield* files.makeDirectory(writing, { recursive: true })
  yield* sweep(files, writing)

  /** Makes a new name in `folder` survive a power cut. */
  const syncFolder = (folder: string) =>
    Effect.scoped(Effect.flatMap(files.open(folder, { flag: "r" }), (handle) => handle.sync))

  const settle = Effect.fnUntraced(function* (temporary: string, key: string) {
    const path = join(root, key)
    const folder = dirname(path)
    const move = files.rename(temporary, path)
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
      const temporary = join(writing, randomUUID())
      const handle = yield* Effect.orDie(files.open(temporary, { flag: "wx", mode: 0o600 }))
      yield* Effect.addFinalizer(() => Effect.ignore(files.remove(temporary, { force: true })))
      const hash = createHash("sha256")
      let size = 0
      yield* Stream.runForEach(bytes, (chunk) => {
        hash.update(chunk)
        size += chunk.byteLength
        return Effect.orDie(handle.writeAll(chunk))
      })
      const sha256 = hash.digest("hex")
      const key = `${tenantId}/${sha256.slice(0, 2)}/${sha256}`
      yield* Effect.orDie(Effect.andThen(handle.sync, settle(temporary, key)))
      return { key, size, sha256 }
    }, Effect.scoped),

    get: (key, range) =>
      keyPattern.test(key)
        ? Stream.orDie(
            files.stream(
              join(root, key),
              range === undefined ? {} : { offset: range.offset, bytesToRead: range.length }
            )
          )
        : Stream.die(new Error("not the key of a blob"))
  })
})

/** Removes what killed processes left behind. Other nodes may be writing to the same folder right now. */
const sweep = Effect.fnUntraced(function* (files: FileSystem.FileSystem, folder: string) {
  const now = yield* Clock.currentTimeMillis
  for (const name of yield* files.readDirectory(folder)) {
    const path = join(folder, name)
    const { mtime } = yield* files.stat(path)
    if (Option.isSome(mtime) && now - mtime.value.getTime() > Duration.toMillis(abandonedAfter))
      yield* files.remove(path)
  }
})
