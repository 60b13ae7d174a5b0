import { Effect, type Layer, Queue, Stream } from "effect"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { ConnectionNotices } from "./ConnectionNotices.ts"
import { ConnectionStore } from "./ConnectionStore.ts"

/** How often it looks, beside whenever a connection changes: what another node was told and lost is found so. */
const rhythm = "1 minute"

/** Tells people that a connection needs them, once for each time that it stops to work. */
export const layer: Layer.Layer<never, never, ActorRegistry | ConnectionNotices | ConnectionStore> = Supervised.layer({
  kind: "notifier",
  name: "channel connections",
  live: Effect.fnUntraced(function* (self) {
    const connections = yield* ConnectionStore
    const notices = yield* ConnectionNotices
    const bell = yield* Queue.sliding<void>(1)
    const round = Effect.gen(function* () {
      yield* notices.tell.pipe(Effect.repeat({ until: (told) => told === 0 }))
      yield* self.active
      yield* Effect.timeoutOption(Queue.take(bell), rhythm)
    })
    yield* self.ready
    yield* Effect.raceFirst(
      Effect.forever(round),
      Stream.runForEach(connections.changes, () => Queue.offer(bell, undefined))
    )
  })
})
