import { Effect, FiberMap, Redacted, Stream } from "effect"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { SlackAppStore } from "../../src/tickets/connections/SlackAppStore.ts"
import { openSockets } from "./SocketMode.ts"

/** The interval at which changes that no notification announced are polled for. */
const lookEvery = "30 seconds"

/** The actor that keeps sockets open for those of the brands' own apps that have an app-level token. */
export const layer = Supervised.layer({
  name: "sockets of own apps",
  kind: "slack",
  live: Effect.fnUntraced(function* (self) {
    const store = yield* SlackAppStore
    const open = yield* FiberMap.make<string>()
    const tokens = new Map<string, string>()

    /** A replaced token opens new sockets; those of the old token are closed. */
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
    // Polling finds what changed before we listened.
    yield* Stream.runForEach(Stream.merge(store.changes, Stream.tick(lookEvery)), () => follow)
  })
})
