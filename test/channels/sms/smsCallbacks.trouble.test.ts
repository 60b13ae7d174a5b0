import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SmsReceipts } from "../../../channels/sms/SmsReceipts.ts"
import { smsCallbacks } from "../../../channels/sms/smsCallbacks.ts"
import { TwilioSettings } from "../../../channels/sms/TwilioSettings.ts"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { idOf } from "../../../src/domain/Ids.ts"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { newSmsNumber } from "../../../src/tickets/connections/changeSmsNumber.ts"
import { smsSecrets } from "../../../src/tickets/connections/smsSecrets.ts"
import { ChannelInbox } from "../../../src/tickets/intake/ChannelInbox.ts"
import { uuid } from "../../support/ticketState.ts"
import { signatureFor } from "../../support/twilio/TwilioCalls.ts"

const token = "0123456789abcdef0123456789abcdef"
const publicUrl = "https://desk.example"
const brandId = idOf("brand", uuid(2))
const number = newSmsNumber(
  idOf("number", uuid(1)),
  brandId,
  { number: "+14155550199", accountSid: `AC${"1".repeat(32)}`, authToken: Redacted.make(token) },
  DateTime.makeUnsafe("2026-11-22T07:00:00.000Z")
)
const away = Effect.fail(new DatabaseUnavailable({ reason: "unreachable" }))

const parameters = {
  MessageSid: `SM${"2".repeat(32)}`,
  AccountSid: number.settings.accountSid,
  From: "+14155550100",
  To: number.name,
  Body: "Hello",
  NumMedia: "0"
}
const target = `/v1/channels/sms/${number.id}/inbound`

it.effect(
  "The URL for text messages answers that it has not stored the message while the database is away, so that Twilio retries",
  () =>
    Effect.gen(function* () {
      const [inbound] = yield* smsCallbacks
      if (inbound === undefined) return assert.fail("there is no such route")
      const answer = yield* inbound.answer({
        method: "POST",
        target,
        params: { numberId: number.id },
        headers: {
          "content-type": ["application/x-www-form-urlencoded"],
          "x-twilio-signature": [signatureFor(token, `${publicUrl}${target}`, Object.entries(parameters))]
        },
        body: new TextEncoder().encode(new URLSearchParams(parameters).toString())
      })
      assert.deepStrictEqual(answer, { status: 503, headers: { "retry-after": "1" } })
    }).pipe(
      Effect.provide([
        Layer.mock(ConnectionStore, {
          reached: () =>
            // The only kind that is looked up.
            Effect.succeedSome({
              scope: { tenant: { id: uuid(9), accountId: idOf("account", uuid(8)), mode: "live" }, brandId },
              connection: number
            }) as never,
          secrets: () => Effect.succeed(Option.some(smsSecrets(Redacted.make(token))))
        }),
        Layer.mock(ChannelInbox, { put: () => away }),
        Layer.mock(SmsReceipts, {}),
        Layer.succeed(TwilioSettings, { apiUrl: publicUrl, publicUrl, doubt: Duration.minutes(1) })
      ])
    )
)
