import { Context, Effect, Layer, Option, type Redacted, Stream } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { AppId } from "../../src/domain/Ids.ts"
import type { SlackClientCredentials } from "../../src/domain/SlackApp.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { clientOf } from "../../src/tickets/connections/changeSlackApp.ts"
import { SlackAppStore } from "../../src/tickets/connections/SlackAppStore.ts"
import { remembered } from "./remembered.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"

/** The apps by which Slack knows this server: the operator's (`undefined`), and those that brands brought along. */
export class SlackRegistrations extends Context.Service<
  SlackRegistrations,
  {
    /** By what requests of an app are known to be Slack's; none where it is unknown, or not told yet. */
    signingSecret(app: AppId | undefined): Effect.Effect<Option.Option<Redacted.Redacted>, DatabaseUnavailable>
    /** By what its workspaces are connected and their tokens renewed. */
    client(app: AppId | undefined): Effect.Effect<Option.Option<SlackClientCredentials>, DatabaseUnavailable>
  }
>()("trunkline/chat/SlackRegistrations") {
  static readonly layer = Layer.effect(
    SlackRegistrations,
    Effect.gen(function* () {
      const operators = yield* SlackAppSettings
      const store = yield* SlackAppStore
      const known = yield* remembered(store.registered)

      yield* Supervised.supervise({
        name: "apps",
        kind: "slack",
        live: Effect.fnUntraced(function* (self) {
          // What changed while nobody listened is not known.
          yield* known.invalidateAll
          yield* self.ready
          yield* Stream.runForEach(store.changes, (id) => known.invalidate(id))
        })
      })

      return SlackRegistrations.of({
        signingSecret: (app) =>
          app === undefined
            ? Effect.succeed(operators.signingSecret)
            : Effect.map(
                known.get(app),
                Option.flatMapNullishOr(({ secrets }) => secrets.signingSecret)
              ),

        client: (app) =>
          app === undefined
            ? Effect.succeed(operators.client)
            : Effect.map(known.get(app), Option.flatMapNullishOr(clientOf))
      })
    })
  )
}
