import { createHash } from "node:crypto"
import { join } from "node:path"
import { Duration, Effect, FileSystem, Schema, type Scope, Stream } from "effect"
import { monotonicMillis } from "../../src/runtime/monotonicMillis.ts"
import { LoneDotFinder } from "./LoneDotFinder.ts"
import type { SmtpLimits } from "./SmtpLimits.ts"
import { refusals, type SmtpRefusal } from "./SmtpRefusal.ts"

/** Bytes up to which a message stays in memory. */
export const memoryLimit = 1024 * 1024

/** The client disconnected before its message was complete; there is nobody to respond to. */
export class ClientGone extends Schema.TaggedError<ClientGone>()("ClientGone", {}) {}

/** A message as received, for as long as the scope is open. */
export interface ReceivedData {
  readonly source: { readonly bytes: Uint8Array } | { readonly path: string }
  readonly bytes: Stream.Stream<Uint8Array>
  readonly size: number
  /** A folder of the message's own, for its files. */
  readonly folder: string
}

/**
 * Receives the message of a DATA command: small ones in memory, others in a file under `spool`. Fails at once if it is too
 * large, too slow, or smuggles commands.
 */
export const receiveData = Effect.fn("receiveData")(function* (
  data: Stream.Stream<Uint8Array, ClientGone>,
  spool: string,
  limits: SmtpLimits
): Effect.fn.Return<ReceivedData, SmtpRefusal | ClientGone, Scope.Scope | FileSystem.FileSystem> {
  const files = yield* FileSystem.FileSystem
  const finder = new LoneDotFinder()
  let chunks: Array<Uint8Array> = []
  let size = 0
  let file: { readonly folder: string; readonly path: string; readonly handle: FileSystem.File } | undefined

  const spill = Effect.gen(function* () {
    const folder = yield* files.makeTempDirectoryScoped({ directory: spool })
    const path = join(folder, "message")
    const handle = yield* files.open(path, { flag: "wx+", mode: 0o600 })
    for (const chunk of chunks) yield* handle.writeAll(chunk)
    chunks = []
    return { folder, path, handle }
  })

  const take = (chunk: Uint8Array) =>
    Effect.gen(function* () {
      size += chunk.byteLength
      if (size > limits.messageSize) return yield* refusals.tooLarge
      if (finder.push(chunk)) return yield* refusals.smuggling
      if (file === undefined && size <= memoryLimit) chunks.push(chunk)
      else {
        file ??= yield* Effect.orDie(spill)
        yield* Effect.orDie(file.handle.writeAll(chunk))
      }
    })

  const started = yield* monotonicMillis
  const watch = Effect.sleep(limits.slowGrace).pipe(
    Effect.andThen(
      Effect.gen(function* () {
        const seconds = ((yield* monotonicMillis) - started) / 1000
        if (size < seconds * limits.slowestData) return yield* refusals.tooSlow
        yield* Effect.sleep(Duration.seconds(1))
      }).pipe(Effect.forever)
    )
  )
  yield* Effect.raceFirst(Stream.runForEach(data, take), watch)

  if (file === undefined) {
    const bytes = joined(chunks, size)
    return { source: { bytes }, bytes: Stream.make(bytes), size, folder: "" }
  }
  const { folder, path } = file
  return { source: { path }, bytes: Stream.orDie(files.stream(path)), size, folder }
})

/** Returns one array with its own buffer, which can be transferred to a thread or process without other data. */
const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  let end = 0
  for (const chunk of chunks) {
    bytes.set(chunk, end)
    end += chunk.byteLength
  }
  return bytes
}

/**
 * SHA-256 over a message from its first empty line on. Distinguishes messages that cannot be read, whatever trace fields
 * were added on the way.
 */
export const bodyHash = Effect.fnUntraced(function* (bytes: Stream.Stream<Uint8Array>) {
  const hash = createHash("sha256")
  let tail = Buffer.alloc(0)
  let inBody = false
  yield* Stream.runForEach(bytes, (chunk) =>
    Effect.sync(() => {
      if (inBody) return void hash.update(chunk)
      tail = Buffer.concat([tail, chunk])
      const end = tail.indexOf("\r\n\r\n")
      inBody = end !== -1
      if (inBody) hash.update(tail.subarray(end))
      tail = inBody ? Buffer.alloc(0) : tail.subarray(Math.max(0, tail.length - 3))
    })
  )
  return new Uint8Array(hash.digest())
})
