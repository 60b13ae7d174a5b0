import { Effect, Layer } from "effect"
import { UpstreamFailed } from "../../src/domain/Problems.ts"
import { SmsGateway } from "../../src/tickets/SmsGateway.ts"
import { TwilioApi } from "./TwilioApi.ts"

/** `SmsGateway` by Twilio. */
export const layer = Layer.effect(
  SmsGateway,
  Effect.gen(function* () {
    const api = yield* TwilioApi

    return SmsGateway.of({
      test: Effect.fn("TwilioGateway.test")((connection, to) =>
        api
          .send(connection, {
            to,
            body: `A test message from ${connection.name}.`,
            mediaUrls: [],
            statusCallback: undefined
          })
          .pipe(Effect.mapError(({ message }) => new UpstreamFailed({ provider: "twilio", reason: message })))
      )
    })
  })
)
