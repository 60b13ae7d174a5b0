import { Cause, Effect, Layer } from "effect"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import { logSetback } from "../../runtime/logSetback.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { BlobStore } from "./BlobStore.ts"
import { FileScans } from "./FileScans.ts"
import { MalwareScanner, ScanFailed } from "./MalwareScanner.ts"

/** How often to look for new files: they are not served before they are scanned. */
const rhythm = "1 second"
/** Files scanned concurrently: scanners have a thread for each. */
const concurrency = 4
/** How long a scanner may take for one file. */
const patience = "2 minutes"

/**
 * Scans a batch of the files that wait for it, and returns how many it claimed. One that fails is retried later, and
 * `failed` receives the reason.
 */
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

/** Sends files to the malware scanner for the life of the process; does nothing if none is configured. */
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
