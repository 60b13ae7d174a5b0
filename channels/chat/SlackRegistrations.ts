import { Context, Effect, Layer, Option, type Redacted, Stream } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { AppId } from "../../src/domain/Ids.ts"
import type { SlackClientCredentials } from "../../src/domain/SlackApp.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { clientOf } from "../../src/tickets/connections/changeSlackApp.ts"
import { SlackAppStore } from "../../src/tickets/connections/SlackAppStore.ts"
import { remembered } from "./remembered.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"

/** The apps under which this server is registered with Slack: the operator's (`undefined`), and the brands' own. */
export class SlackRegistrations extends Context.Service<
  SlackRegistrations,
  {
    /** The secret that authenticates an app's requests; `None` if the app is unknown or has none yet. */
    signingSecret(app: AppId | undefined): Effect.Effect<Option.Option<Redacted.Redacted>, DatabaseUnavailable>
    /** The credentials for connecting the app's workspaces and renewing their tokens. */
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
          // Changes made while nobody listened were missed.
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
