import { Cause, Effect, Layer } from "effect"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import { logSetback } from "../../runtime/logSetback.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { BlobStore } from "./BlobStore.ts"
import { FileScans } from "./FileScans.ts"
import { MalwareScanner, ScanFailed } from "./MalwareScanner.ts"

/** How often it looks for new files: they are not handed out before it has. */
const rhythm = "1 second"
/** Files that are judged at the same time: scanners have a thread for each. */
const concurrency = 4
/** How long a scanner may take over one file. */
const patience = "2 minutes"

/** Has some of the files judged that wait for it, and tells how many it took. One that fails is tried again later, and `failed` hears why. */
export const scanSome = (
  scan: NonNullable<MalwareScanner["Service"]["scan"]>,
  failed: (reason: string) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const scans = yield* FileScans
    const blobs = yield* BlobStore
    const files = yield* scans.take
    yield* Effect.forEach(
      files,
      (file) =>
        scan(blobs.get(file.blobKey)).pipe(
          Effect.timeoutOrElse({
            duration: patience,
            orElse: () => Effect.fail(new ScanFailed({ reason: `no answer within ${patience}` }))
          }),
          Effect.flatMap((verdict) => scans.judged(file, verdict)),
          Effect.catchCause((cause) => {
            const error = Cause.squash(cause)
            return Effect.andThen(
              failed(error instanceof Error ? error.message : String(error)),
              logSetback("A file could not be scanned yet", cause)
            )
          })
        ),
      { concurrency, discard: true }
    )
    return files.length
  })

/** Gives files to the malware scanner, for the life of the process; nothing where none is configured. */
export const layer: Layer.Layer<never, never, ActorRegistry | BlobStore | FileScans | MalwareScanner> = Layer.unwrap(
  Effect.map(MalwareScanner, ({ scan }) =>
    scan === undefined
      ? Layer.empty
      : Supervised.layer({
          name: "malware scanner",
          kind: "scanner",
          live: (self) =>
            Effect.andThen(
              self.ready,
              Effect.forever(
                Effect.flatMap(
                  Effect.andThen(
                    self.active,
                    scanSome(scan, (lastError) => self.change({ lastError }))
                  ),
                  (count) => (count > 0 ? Effect.void : Effect.sleep(rhythm))
                )
              )
            )
        })
  )
)
