import { assert, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { ActorRegistry } from "../../../src/runtime/ActorRegistry.ts"
import { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import * as FileScanner from "../../../src/tickets/files/FileScanner.ts"
import { FileScans } from "../../../src/tickets/files/FileScans.ts"
import { MalwareScanner, ScanFailed } from "../../../src/tickets/files/MalwareScanner.ts"
import { untilHolds } from "../../support/until.ts"

it.live("The malware scanner's actor reports why a file was not scanned", () => {
  const waiting = [{ tenantId: "tenant", blobKey: "key" }]
  const services = Layer.mergeAll(
    Layer.mock(FileScans)({ take: Effect.sync(() => waiting.splice(0)) }),
    Layer.mock(BlobStore)({ get: () => Stream.empty }),
    Layer.succeed(MalwareScanner, { scan: () => new ScanFailed({ reason: "clamd cannot be reached" }) })
  )
  return Effect.gen(function* () {
    const actors = yield* ActorRegistry
    yield* untilHolds(() => Effect.runSync(actors.list)[0]?.lastError !== undefined)
    assert.deepInclude((yield* actors.list)[0], {
      name: "malware scanner",
      state: "running",
      lastError: "The malware scanner could not scan a file: clamd cannot be reached"
    })
  }).pipe(Effect.provide(FileScanner.layer.pipe(Layer.provide(services), Layer.provideMerge(ActorRegistry.layer))))
})
