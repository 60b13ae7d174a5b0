import { Effect, Layer, Redacted } from "effect"
import { UpstreamFailed } from "../../src/domain/Problems.ts"
import { ChatGateway } from "../../src/tickets/connections/ChatGateway.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { callSlack } from "./SlackFailure.ts"
import { readSecrets } from "./SlackWorkspaces.ts"
import { slackClient } from "./slackClient.ts"

/** Implements `ChatGateway` with Slack's Web API. */
export const layer = Layer.effect(
  ChatGateway,
  Effect.map(SlackAppSettings, ({ apiUrl }) =>
    ChatGateway.of({
      test: Effect.fn("SlackGateway.test")((secrets, channelId) => {
        const client = slackClient(apiUrl, Redacted.make(readSecrets(Redacted.value(secrets)).botToken))
        const text = "Test message: the support desk can post to this channel."
        return callSlack("chat.postMessage", () => client.chat.postMessage({ channel: channelId, text })).pipe(
          Effect.map(({ ts }) => `${channelId}:${ts}`),
          Effect.mapError(({ message }) => new UpstreamFailed({ provider: "slack", reason: message }))
        )
      })
    })
  )
)
