import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Result, Stream } from "effect"
import { BoltApp } from "../../../channels/chat/BoltApp.ts"
import { SlackAppSettings } from "../../../channels/chat/SlackAppSettings.ts"
import { SlackListeners } from "../../../channels/chat/SlackListeners.ts"
import { SlackWorkspaces, writeSecrets } from "../../../channels/chat/SlackWorkspaces.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { reinstalled } from "../../../src/tickets/connections/changeSlackInstallation.ts"
import { causation } from "../../support/Installation.ts"
import { type Connected, connectWorkspace, Slack, slackSite } from "../../support/SlackSite.ts"
import { eventCallback } from "../../support/slack/EventSender.ts"

/** Another node that has not heard of any change yet, with a listener that collects the tokens of messages. */
const lateNode = Effect.gen(function* () {
  const { apiUrl } = yield* Slack
  const store = yield* ConnectionStore
  const used: Array<string | undefined> = []
  const node = yield* Layer.build(
    Layer.fresh(BoltApp.layer).pipe(
      Layer.provideMerge(Layer.fresh(SlackWorkspaces.layer)),
      Layer.provide(Layer.succeed(ConnectionStore, { ...store, changes: Stream.never })),
      Layer.provide(
        Layer.succeed(SlackListeners, {
          register: (app) => app.event("message", async ({ client }) => void used.push(client.token))
        })
      ),
      Layer.provide(
        Layer.succeed(SlackAppSettings, {
          apiUrl,
          signingSecret: Option.none(),
          client: Option.none(),
          botToken: Option.none(),
          appToken: Option.none(),
          publicUrl: "",
          redirectUrl: ""
        })
      )
    )
  )
  return { node, used }
})

/** Connects a workspace again, with a new token. */
const reconnect = Effect.fnUntraced(function* ({ connection, scope, team }: Connected) {
  const botToken = team.issueToken().token.value
  const now = DateTime.add(connection.updatedAt, { seconds: 1 })
  yield* (yield* ConnectionStore).change(scope, causation, "chat", connection.id, (found) => {
    const { externalId, name, settings } = found
    return Result.succeed(reinstalled(found, { externalId, name, settings, secrets: writeSecrets({ botToken }) }, now))
  })
  return botToken
})

layer(slackSite, { excludeTestServices: true })("A workspace that was connected again", (it) => {
  it.effect("is reached with its new token even before the news of that arrives", () =>
    Effect.gen(function* () {
      const connected = yield* connectWorkspace("unheard-of")
      const { connection, team } = connected
      const { node, used } = yield* lateNode
      const again = Effect.gen(function* () {
        const workspaces = yield* SlackWorkspaces
        const workspace = Option.getOrThrow(yield* workspaces.get(connection.id))
        const { secrets } = yield* workspaces.access(workspace.connection)
        const body = eventCallback((yield* Slack).state.app, team, { type: "message", channel: "C1", text: "Hi" })
        yield* (yield* BoltApp).process({ body: JSON.parse(JSON.stringify(body)), workspace, attempts: 1 })
        return secrets.botToken
      }).pipe(Effect.provideContext(node))
      const former = yield* again
      const present = yield* reconnect(connected)
      assert.notStrictEqual(former, present)
      assert.strictEqual(yield* again, present)
      assert.deepStrictEqual(used, [former, present])
    }).pipe(Effect.scoped)
  )
})
