import { Effect, Layer, Option, Redacted } from "effect"
import { SlackAppSettings } from "../../channels/chat/SlackAppSettings.ts"
import { SlackRegistrations } from "../../channels/chat/SlackRegistrations.ts"
import * as TokenRotation from "../../channels/chat/TokenRotation.ts"
import { Slack } from "./SlackSite.ts"

/** Another node that renews the tokens of workspaces, until the scope closes. */
export const rotatingNode = Effect.gen(function* () {
  const { apiUrl, state } = yield* Slack
  const app = Layer.succeed(SlackAppSettings, {
    apiUrl,
    signingSecret: Option.none(),
    client: Option.some({ id: state.app.clientId, secret: Redacted.make(state.app.clientSecret) }),
    botToken: Option.none(),
    appToken: Option.none(),
    publicUrl: "",
    redirectUrl: ""
  })
  yield* Layer.build(
    Layer.fresh(TokenRotation.layer).pipe(Layer.provide(Layer.fresh(SlackRegistrations.layer)), Layer.provide(app))
  )
})
