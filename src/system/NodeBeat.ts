import { Effect, Layer, Schedule } from "effect"
import type { ActorRegistry } from "../runtime/ActorRegistry.ts"
import { monotonicMillis } from "../runtime/monotonicMillis.ts"
import * as Supervised from "../runtime/Supervised.ts"
import { NodeRegistry } from "./NodeRegistry.ts"
import { ThisNode } from "./ThisNode.ts"

/** Interval of heartbeats: three may be missed before a node counts as silent. */
const interval = "10 seconds"
/** How long a stopping node tries to report that it stops. */
const farewellLimit = "2 seconds"

/** Records this node's heartbeat, and at the end that it stopped. A killed node cannot do the latter. */
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
          // If the database is unavailable, the next heartbeat may reach it.
          Effect.catch((error) => self.change({ lastError: String(error) })),
          Effect.repeat(Schedule.spaced(interval))
        )
    })
    return Layer.provideMerge(beating, farewell)
  })
)
