import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { NodeRegistry } from "../../src/system/NodeRegistry.ts"
import { StatusReports } from "../../src/system/StatusReports.ts"
import { SystemStatus } from "../../src/system/SystemStatus.ts"
import { ThisNode } from "../../src/system/ThisNode.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { MalwareScanner } from "../../src/tickets/files/MalwareScanner.ts"
import { nodeFacts } from "../support/nodeFacts.ts"

/** Like a statement on a hanging database: it ends only when that comes back, and cannot be interrupted. */
const comesBack = Deferred.makeUnsafe<never>()
const hangs = Effect.uninterruptible(Deferred.await(comesBack))
const room = { freeBytes: 1, sizeBytes: 2 }

const services = SystemStatus.layer.pipe(
  Layer.provide([
    Layer.succeed(NodeRegistry, { beat: () => hangs, leave: () => hangs, list: hangs }),
    Layer.succeed(StatusReports, {
      size: hangs,
      connections: hangs,
      schema: hangs,
      storedBytes: Effect.succeed(3),
      queues: () => hangs
    }),
    Layer.mock(BlobStore, { direct: undefined, room: Effect.succeed(room) }),
    Layer.succeed(MalwareScanner, {}),
    Layer.succeed(ThisNode, nodeFacts)
  ])
)

it.effect("reports what it can within three seconds, even if the database hangs", () =>
  Effect.gen(function* () {
    const { read } = yield* SystemStatus
    for (const _ of ["at first", "again"]) {
      const reading = yield* Effect.forkChild(read)
      yield* TestClock.adjust("3 seconds")
      const { files, unread } = yield* Fiber.join(reading)
      assert.deepStrictEqual(files, { store: "folder", storedBytes: 3, disk: room })
      assert.deepStrictEqual(
        unread.map(({ part, reason }) => `${part} ${reason}`),
        [
          ...["nodes", "connections", "migrations", "database"].map((part) => `${part} timeout`),
          ...["mail", "messages", "inbound", "chatUpdates", "webhooks", "fileRemovals"].map(
            (part) => `queues.${part} timeout`
          )
        ]
      )
    }
  }).pipe(Effect.ensuring(Deferred.interrupt(comesBack)), Effect.provide(services))
)
