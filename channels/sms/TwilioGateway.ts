import { Effect, Layer } from "effect"
import { isOneWay, type SmsConnection } from "../../src/domain/ChannelConnection.ts"
import { UpstreamFailed } from "../../src/domain/Problems.ts"
import { type NumberTest, SmsGateway } from "../../src/tickets/connections/SmsGateway.ts"
import { TwilioApi } from "./TwilioApi.ts"
import { TwilioSettings } from "./TwilioSettings.ts"

/** Implements `SmsGateway` with Twilio. */
export const layer = Layer.effect(
  SmsGateway,
  Effect.gen(function* () {
    const api = yield* TwilioApi
    const { publicUrl } = yield* TwilioSettings

    /** Extra information: even if Twilio does not answer this, the message has been sent. */
    const webhookOf = (connection: SmsConnection): Effect.Effect<NumberTest["webhook"]> =>
      isOneWay(connection)
        ? Effect.succeed("unknown")
        : api.webhookUrl(connection).pipe(
            Effect.map((url) =>
              // The fragment is for Twilio: how often it retries.
              url.split("#", 1)[0] === `${publicUrl}/v1/channels/sms/${connection.id}/inbound` ? "here" : "elsewhere"
            ),
            Effect.catchTag("TwilioFailure", () => Effect.succeed("unknown" as const))
          )

    return SmsGateway.of({
      test: Effect.fn("TwilioGateway.test")(function* (connection, to) {
        const text = {
          to,
          body: `Test message from ${connection.name}.`,
          mediaUrls: [],
          statusCallback: undefined
        }
        const messageId = yield* Effect.mapError(
          api.send(connection, text),
          ({ message }) => new UpstreamFailed({ provider: "twilio", reason: message })
        )
        return { messageId, webhook: yield* webhookOf(connection) }
      })
    })
  })
)
