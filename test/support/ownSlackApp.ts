import { DateTime, Effect, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { IdGenerator } from "../../src/domain/IdGenerator.ts"
import type { SlackAppSecret, SlackAppSecrets } from "../../src/domain/SlackApp.ts"
import { newSlackApp, toldOfApp } from "../../src/tickets/connections/changeSlackApp.ts"
import { SlackAppStore } from "../../src/tickets/connections/SlackAppStore.ts"
import { causation, Installation } from "./Installation.ts"
import { Slack } from "./SlackSite.ts"

/** The live brand's own app with the named secrets only, and the same app as Slack knows it. */
export const ownSlackApp = Effect.fn(function* (name: string, known: ReadonlyArray<SlackAppSecret>) {
  const slack = yield* Slack
  const { live } = yield* Installation
  const { address } = yield* HttpServer.HttpServer
  const app = slack.state.addApp()
  const secrets: SlackAppSecrets = Object.fromEntries(known.map((one) => [one, Redacted.make(app[one])]))
  const id = (yield* IdGenerator).next("app")
  app.target = `http://127.0.0.1:${"port" in address ? address.port : 0}/v1/channels/slack/events/${id}`
  const made = newSlackApp(id, live.brand.id, { name, clientId: app.clientId, secrets }, yield* DateTime.now)
  const scope = { tenant: live.tenant, brandId: live.brand.id }
  yield* (yield* SlackAppStore).create(scope, causation, made, secrets, toldOfApp("slack_app.created", made))
  return { id, app, scope, made, secrets }
})
