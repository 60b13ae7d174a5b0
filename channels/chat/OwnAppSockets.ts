import { Effect, FiberMap, Redacted, Stream } from "effect"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { SlackAppStore } from "../../src/tickets/connections/SlackAppStore.ts"
import { openSockets } from "./SocketMode.ts"

/** How often is looked for what nobody told of. */
const lookEvery = "30 seconds"

/** The actor that keeps sockets open for the brands' own apps that have a token for them, and for no others. */
export const layer = Supervised.layer({
  name: "sockets of own apps",
  kind: "slack",
  live: Effect.fnUntraced(function* (self) {
    const store = yield* SlackAppStore
    const open = yield* FiberMap.make<string>()
    const tokens = new Map<string, string>()

    /** A token that was replaced opens sockets of its own; those of the one before are closed. */
    const follow = Effect.gen(function* () {
      const listening = (yield* store.listening).flatMap(({ app, secrets }) =>
        secrets.appToken === undefined ? [] : [{ app, appToken: secrets.appToken }]
      )
      for (const id of tokens.keys())
        if (!listening.some(({ app }) => app.id === id)) {
          tokens.delete(id)
          yield* FiberMap.remove(open, id)
        }
      for (const { app, appToken } of listening) {
        if (tokens.get(app.id) === Redacted.value(appToken)) continue
        tokens.set(app.id, Redacted.value(appToken))
        yield* FiberMap.run(
          open,
          app.id,
          Effect.scoped(Effect.andThen(openSockets({ appToken, own: app }), Effect.never))
        )
      }
      yield* self.active
    })

    yield* follow
    yield* self.ready
    // What changed before we listened is found by looking.
    yield* Stream.runForEach(Stream.merge(store.changes, Stream.tick(lookEvery)), () => follow)
  })
})
