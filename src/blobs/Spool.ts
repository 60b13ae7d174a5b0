import { createHash, randomUUID } from "node:crypto"
import { join } from "node:path"
import { Clock, Duration, Effect, FileSystem, Option, type PlatformError, type Scope, Stream } from "effect"
import type { Blob } from "../tickets/files/BlobStore.ts"
import { blobKey } from "./blobKey.ts"

/** A file that was not modified for this long belongs to a process that was killed. */
const abandonedAfter = Duration.hours(1)

/** Completely received bytes in a file that is removed when the scope closes. To keep it, rename it. */
export interface Spooled extends Blob {
  readonly path: string
  readonly file: FileSystem.File
}

/** Writes a stream of any length to a file while hashing it. Memory does not grow with its length. */
export type Spool = <E, R>(
  tenantId: string,
  bytes: Stream.Stream<Uint8Array, E, R>
) => Effect.Effect<Spooled, E, R | Scope.Scope>

/** Makes a spool in `folder`, which is created if missing, and removes what killed processes left there. */
export const make = Effect.fn("Spool.make")(function* (
  folder: string
): Effect.fn.Return<Spool, PlatformError.PlatformError, FileSystem.FileSystem> {
  const files = yield* FileSystem.FileSystem
  yield* files.makeDirectory(folder, { recursive: true })
  yield* sweep(files, folder)

  return Effect.fnUntraced(function* (tenantId, bytes) {
    const path = join(folder, randomUUID())
    // Added before the file exists, so that an interruption right after its creation leaves none behind.
    yield* Effect.addFinalizer(() => Effect.ignore(files.remove(path, { force: true })))
    const file = yield* Effect.orDie(files.open(path, { flag: "wx", mode: 0o600 }))
    const hash = createHash("sha256")
    let size = 0
    yield* Stream.runForEach(bytes, (chunk) => {
      hash.update(chunk)
      size += chunk.byteLength
      return Effect.orDie(file.writeAll(chunk))
    })
    const sha256 = hash.digest("hex")
    return { key: blobKey(tenantId, sha256), size, sha256, path, file }
  })
})

/** Removes what killed processes left behind. Other nodes may be writing to the same folder at the same time. */
const sweep = Effect.fnUntraced(function* (files: FileSystem.FileSystem, folder: string) {
  const now = yield* Clock.currentTimeMillis
  for (const name of yield* files.readDirectory(folder)) {
    const path = join(folder, name)
    // Another node may have renamed or swept it meanwhile.
    yield* Effect.gen(function* () {
      const { mtime } = yield* files.stat(path)
      if (Option.isSome(mtime) && now - mtime.value.getTime() > Duration.toMillis(abandonedAfter))
        yield* files.remove(path)
    }).pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.void))
  }
})
