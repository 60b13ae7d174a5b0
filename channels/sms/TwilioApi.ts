import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Twilio } from "twilio"
import type { SmsConnection } from "../../src/domain/ChannelConnection.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { smsCredential } from "../../src/tickets/connections/smsSecrets.ts"
import { TwilioFailure, unanswered } from "./TwilioFailure.ts"
import { TwilioSettings } from "./TwilioSettings.ts"

/** Messages to one number that are searched for one of ours. */
const looked = 50

export interface TwilioText {
  readonly to: string
  readonly body: string
  readonly mediaUrls: ReadonlyArray<string>
  readonly statusCallback: string | undefined
}

/** A message that Twilio has accepted. */
export interface TakenText {
  readonly sid: string
  readonly body: string
  readonly createdAt: Date
  /** Whether it has failed for good, and Twilio's code for why. */
  readonly isLost: boolean
  readonly errorCode: number | undefined
}

/** Loaded on first use, so that an installation without numbers spends no memory on it. */
const library = Effect.promise(() => import("./twilioLibrary.ts"))

/** The part of Twilio's API that text messages need, with the credentials of the number's account. No calls are retried. */
export class TwilioApi extends Context.Service<
  TwilioApi,
  {
    /** Submits a message; returns Twilio's id for it. */
    send(connection: SmsConnection, text: TwilioText): Effect.Effect<string, TwilioFailure>
    /** The latest messages from the connection's number to another. */
    sentTo(connection: SmsConnection, to: string): Effect.Effect<ReadonlyArray<TakenText>, TwilioFailure>
    /** The URL that messages to the number go to: its messaging service's, otherwise its own; empty if there is none. */
    webhookUrl(connection: SmsConnection): Effect.Effect<string, TwilioFailure>
    /** The value of the Authorization header for the account's media. */
    authorization(connection: SmsConnection): Effect.Effect<string, TwilioFailure>
  }
>()("trunkline/sms/TwilioApi") {
  static readonly layer = Layer.effect(
    TwilioApi,
    Effect.gen(function* () {
      const connections = yield* ConnectionStore
      const { apiUrl } = yield* TwilioSettings
      const requests = yield* Effect.cached(Effect.map(library, ({ Requests }) => new Requests(apiUrl)))

      const credentialOf = Effect.fnUntraced(function* ({ id, settings }: SmsConnection) {
        const stored = yield* Effect.mapError(
          connections.secrets(id),
          () => new TwilioFailure({ kind: "unreachable", message: "The database was unavailable" })
        )
        if (Option.isNone(stored))
          return yield* new TwilioFailure({ kind: "refused", message: "The number was removed" })
        const { secret, sid } = smsCredential(stored.value, settings.accountSid)
        return { sid, secret: Redacted.value(secret) }
      })
      const asking = Effect.fnUntraced(function* <A>(connection: SmsConnection, ask: (client: Twilio) => Promise<A>) {
        const { secret, sid } = yield* credentialOf(connection)
        const { twilio } = yield* library
        const client = twilio(sid, secret, {
          accountSid: connection.settings.accountSid,
          httpClient: yield* requests
        })
        return yield* Effect.tryPromise({
          try: () => ask(client),
          catch: (cause) => (cause instanceof TwilioFailure ? cause : unanswered(cause))
        })
      })

      return TwilioApi.of({
        send: Effect.fn("TwilioApi.send")((connection, { body, mediaUrls, statusCallback, to }) =>
          asking(connection, ({ messages }) =>
            messages.create({
              to,
              from: connection.name,
              ...serviceOf(connection),
              smartEncoded: true,
              ...(body === "" ? {} : { body }),
              ...(mediaUrls.length === 0 ? {} : { mediaUrl: [...mediaUrls] }),
              ...(statusCallback === undefined ? {} : { statusCallback })
            })
          ).pipe(Effect.map(({ sid }) => sid))
        ),

        sentTo: Effect.fn("TwilioApi.sentTo")((connection, to) =>
          asking(connection, ({ messages }) => messages.list({ to, from: connection.name, limit: looked })).pipe(
            Effect.map((found) =>
              found.map(({ body, dateCreated, errorCode, sid, status }) => ({
                sid,
                body,
                createdAt: dateCreated,
                isLost: status === "undelivered" || status === "failed",
                errorCode: errorCode ?? undefined
              }))
            )
          )
        ),

        webhookUrl: Effect.fn("TwilioApi.webhookUrl")((connection) =>
          asking(connection, async (client) => {
            const { messagingServiceSid } = connection.settings
            if (messagingServiceSid !== undefined) {
              const service = await client.messaging.v1.services(messagingServiceSid).fetch()
              if (!service.useInboundWebhookOnNumber && service.inboundRequestUrl) return service.inboundRequestUrl
            }
            const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: connection.name, limit: 1 })
            return number?.smsUrl ?? ""
          })
        ),

        authorization: (connection) =>
          Effect.map(
            credentialOf(connection),
            ({ secret, sid }) => `Basic ${Buffer.from(`${sid}:${secret}`).toString("base64")}`
          )
      })
    })
  )
}

const serviceOf = ({ settings: { messagingServiceSid } }: SmsConnection) =>
  messagingServiceSid === undefined ? {} : { messagingServiceSid }
