import { Effect, Layer, Schedule } from "effect"
import type { ActorRegistry } from "../runtime/ActorRegistry.ts"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"
import * as Supervised from "../runtime/Supervised.ts"
import { NodeRegistry } from "./NodeRegistry.ts"
import { ThisNode } from "./ThisNode.ts"

/** How often a node says that it runs: three of them may be lost before it counts as silent. */
const interval = "10 seconds"
/** How long a stopping node tries to say so. */
const farewellLimit = "2 seconds"

/** Keeps this node's line among those that run, and says at the end that it was stopped: one that was killed cannot. */
export const layer: Layer.Layer<never, never, ActorRegistry | NodeRegistry | ThisNode> = Layer.unwrap(
  Effect.gen(function* () {
    const node = yield* ThisNode
    const registry = yield* NodeRegistry
    const born = yield* monotonicMillis
    const beat = Effect.flatMap(monotonicMillis, (now) => registry.beat(node, (now - born) / 1000))

    const farewell = Layer.effectDiscard(
      Effect.addFinalizer(() => Effect.ignore(Effect.timeout(registry.leave(node.id), farewellLimit)))
    )
    const beating = Supervised.layer({
      kind: "node",
      name: "heartbeat",
      live: (self) =>
        beat.pipe(
          Effect.andThen(self.ready),
          // The database is away: the next one may meet it again.
          Effect.catch((error) => self.change({ lastError: String(error) })),
          Effect.repeat(Schedule.spaced(interval))
        )
    })
    return Layer.provideMerge(beating, farewell)
  })
)
