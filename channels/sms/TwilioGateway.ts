import { Effect, Layer } from "effect"
import { isOneWay, type SmsConnection } from "../../src/domain/ChannelConnection.ts"
import { UpstreamFailed } from "../../src/domain/Problems.ts"
import { type NumberTest, SmsGateway } from "../../src/tickets/connections/SmsGateway.ts"
import { TwilioApi } from "./TwilioApi.ts"
import { TwilioSettings } from "./TwilioSettings.ts"

/** `SmsGateway` by Twilio. */
export const layer = Layer.effect(
  SmsGateway,
  Effect.gen(function* () {
    const api = yield* TwilioApi
    const { publicUrl } = yield* TwilioSettings

    /** Advice beside the message: where Twilio does not answer this, the message has gone all the same. */
    const webhookOf = (connection: SmsConnection): Effect.Effect<NumberTest["webhook"]> =>
      isOneWay(connection)
        ? Effect.succeed("unknown")
        : api.webhookUrl(connection).pipe(
            Effect.map((url) =>
              // What follows the sign is for Twilio: how often it tries.
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
