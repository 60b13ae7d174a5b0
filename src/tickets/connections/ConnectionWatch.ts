import { Effect, type Layer, Queue, Stream } from "effect"
import type { ActorRegistry } from "../../runtime/ActorRegistry.ts"
import * as Supervised from "../../runtime/Supervised.ts"
import { ConnectionNotices } from "./ConnectionNotices.ts"
import { ConnectionStore } from "./ConnectionStore.ts"

/** How often to look, in addition to whenever a connection changes: finds what another node learnt and lost. */
const rhythm = "1 minute"

/** Notifies people that a connection needs attention, once each time that it stops working. */
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
