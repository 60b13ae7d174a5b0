import { Effect, type Layer } from "effect"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import { doChore } from "../../runtime/chores.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { BlobStore } from "./BlobStore.ts"
import { FileUpkeep } from "./FileUpkeep.ts"

/** How often to look for work: files wait for hours, so a minute more does not matter. */
const rhythm = "1 minute"
/** Blobs that are removed concurrently. */
const concurrency = 4

/** One round of the chores. One that fails is repeated in the next round and does not affect the others. */
export const tidy = Effect.gen(function* () {
  const upkeep = yield* FileUpkeep
  const blobs = yield* BlobStore

  const removal = Effect.gen(function* () {
    const due = yield* upkeep.takeRemovals
    yield* Effect.forEach(
      due,
      (removal) =>
        blobs.remove(removal.key).pipe(
          Effect.andThen(upkeep.removed(removal)),
          Effect.catchCause((cause) => Effect.logWarning("Bytes of a file could not be removed yet", cause))
        ),
      { concurrency, discard: true }
    )
    return due.length
  })

  for (const [name, chore] of [
    ["expireUnclaimed", upkeep.expireUnclaimed],
    ["giveUpPending", upkeep.giveUpPending],
    ["forgetRaw", upkeep.forgetRaw],
    ["forgetIgnored", upkeep.forgetIgnored],
    ["removal", removal],
    ["forgetRemoved", upkeep.forgetRemoved]
  ] as const) {
    yield* doChore(
      name,
      Effect.map(chore, (count) => count > 0)
    )
  }
})

/** Removes abandoned uploads, and bytes that nothing refers to any more, for the life of the process. */
export const layer: Layer.Layer<never, never, ActorRegistry | BlobStore | FileUpkeep> = Supervised.layer({
  name: "files janitor",
  kind: "janitor",
  live: (self) =>
    Effect.andThen(self.ready, Effect.forever(Effect.andThen(Effect.andThen(tidy, self.active), Effect.sleep(rhythm))))
})
