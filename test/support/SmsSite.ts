import { assert } from "@effect/vitest"
import { Context, Duration, Effect, Layer } from "effect"
import * as SmsChannel from "../../channels/sms/SmsChannel.ts"
import { TwilioSettings } from "../../channels/sms/TwilioSettings.ts"
import * as SqlChatDirectory from "../../src/sql/connections/SqlChatDirectory.ts"
import * as SqlConnectionStore from "../../src/sql/connections/SqlConnectionStore.ts"
import * as SqlChannelInbox from "../../src/sql/intake/SqlChannelInbox.ts"
import * as SqlInboundLog from "../../src/sql/intake/SqlInboundLog.ts"
import * as SqlSmsInflow from "../../src/sql/intake/SqlSmsInflow.ts"
import * as SqlChannelOutbox from "../../src/sql/outbound/SqlChannelOutbox.ts"
import * as SqlOutboundStore from "../../src/sql/outbound/SqlOutboundStore.ts"
import * as SqlSmsBudget from "../../src/sql/outbound/SqlSmsBudget.ts"
import * as SqlPortalDoor from "../../src/sql/portal/SqlPortalDoor.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import * as MailNews from "../../src/tickets/outbound/MailNews.ts"
import { addressClaims } from "./addressClaims.ts"
import { HttpSite, site } from "./HttpSite.ts"
import { Installation } from "./Installation.ts"
import { outboundServices } from "./outboundServices.ts"
import { silentHandoff } from "./silentHandoff.ts"
import { type FakeTwilio, fakeTwilio } from "./twilio/FakeTwilio.ts"
import type { Parameters } from "./twilio/TwilioCalls.ts"
import { until } from "./until.ts"

const publicUrl = "https://desk.example"

/** This site's Twilio. */
export class Twilio extends Context.Service<Twilio, FakeTwilio>()("trunkline/test/Twilio") {
  static readonly layer = Layer.effect(Twilio, fakeTwilio(publicUrl))
}

const settingsOf = ({ origin }: FakeTwilio) =>
  Layer.succeed(TwilioSettings, { apiUrl: origin, publicUrl, doubt: Duration.millis(300) })

const stores = Layer.mergeAll(
  SqlChannelInbox.layer,
  SqlChannelOutbox.layer,
  SqlChatDirectory.layer,
  SqlConnectionStore.layer,
  SqlInboundLog.layer,
  SqlOutboundStore.layer,
  SqlTicketStore.layer
)

const channel = (settings: Layer.Layer<TwilioSettings>) =>
  SmsChannel.layer.pipe(
    Layer.provide([settings, SqlSmsBudget.layer, SqlSmsInflow.layer, SqlPortalDoor.layer({ publicUrl })]),
    Layer.provide([Intake.layer, addressClaims]),
    Layer.provide(outboundServices({ inboundDomain: "inbound.example" })),
    Layer.provide(stores),
    Layer.provide(silentHandoff)
  )

/** The whole API with the SMS channel, and its own Twilio. */
export const smsSiteLogging = (logging?: Layer.Layer<never>) =>
  Layer.unwrap(
    Twilio.useSync((twilio) => {
      const settings = settingsOf(twilio)
      return site({ channels: channel(settings), twilio: settings, ...(logging === undefined ? {} : { logging }) })
    })
  ).pipe(Layer.provideMerge(MailNews.layer), Layer.provideMerge(Twilio.layer))

export const smsSite = smsSiteLogging()

let numbers = 0

/** A number of an account of its own, and what its customers do. */
export const connectNumber = Effect.fnUntraced(function* (more: object = {}, inTestMode = false) {
  const twilio = yield* Twilio
  const { ask, port } = yield* HttpSite
  const { live, test } = yield* Installation
  twilio.calls.target = `http://127.0.0.1:${port}`
  const ours = `+1415555${String(1000 + numbers++)}`
  const account = twilio.addAccount(ours)
  const key = inTestMode ? test.key : live.key
  const brand = `/v1/brands/${inTestMode ? test.brand.id : live.brand.id}`
  const made = yield* ask("POST", `${brand}/channels/sms`, {
    key,
    body: { number: ours, provider: "twilio", accountSid: account.sid, authToken: account.token, ...more }
  })
  assert.strictEqual(made.status, 201, made.text)
  const id: string = made.json.id
  const inboundUrl: string = made.json.inboundUrl
  return {
    id,
    account,
    ours,
    brand,
    key,
    inboundUrl,
    path: `${brand}/channels/sms/${id}`,
    /** A text message from a customer. */
    text: (from: string, body: string, parameters?: Parameters) =>
      Effect.promise(() =>
        twilio.calls.call(inboundUrl, account.token, twilio.incoming(account, from, body, parameters))
      )
  }
})

export type Connected = Effect.Success<ReturnType<typeof connectNumber>>

/** The tickets of a phone number, newest first, once there are `count`. */
export const ticketsOf = Effect.fnUntraced(function* ({ brand, key }: Connected, phone: string, count: number) {
  const { ask } = yield* HttpSite
  const email = `${phone.slice(1)}@sms.invalid`
  const look = ask("GET", `${brand}/tickets?customerEmail=${encodeURIComponent(email)}&status=all`, { key })
  const { json } = yield* until(look, ({ json }) => json.data.length >= count)
  return json.data
})
