import { createHash, randomUUID } from "node:crypto"
import { DateTime, Effect, Layer, Option } from "effect"
import { ChannelNotReady, InvalidInput } from "../../src/domain/Problems.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { AddressClaims } from "../../src/tickets/customers/AddressClaims.ts"
import { Intake } from "../../src/tickets/intake/Intake.ts"
import { brandGone } from "../../src/tickets/simulation/brandGone.ts"
import { SmsSimulator } from "../../src/tickets/simulation/SmsSimulator.ts"
import { addressIn } from "./addressIn.ts"
import { SmsReader } from "./SmsReader.ts"

/** Implements `SmsSimulator` with the code that reads Twilio's messages. */
export const layer = Layer.effect(
  SmsSimulator,
  Effect.gen(function* () {
    const connections = yield* ConnectionStore
    const intake = yield* Intake
    const reader = yield* SmsReader
    const claims = yield* AddressClaims

    return SmsSimulator.of({
      receive: Effect.fn("TextSimulator.receive")(function* (
        scope,
        { from, mediaIds = [], messageId, text, to },
        name
      ) {
        const found = Option.getOrElse(yield* connections.list(scope, "sms"), () => [])
        const numbers = found.filter(({ status }) => status !== "disabled")
        if (numbers.length === 0)
          return yield* new ChannelNotReady({
            channel: "sms",
            reason:
              "The brand has no enabled phone number. Add one, or enable it. In test mode, its credentials may be made up."
          })
        const connection = numbers.find((number) => number.name === (to ?? number.name))
        if (connection === undefined)
          return yield* InvalidInput.of("to", "unknown_id", "is not an enabled number of the brand")
        const sid = messageId ?? sidOf(name ?? randomUUID())
        const form = { MessageSid: sid, From: from, To: connection.name, Body: text }
        const message = yield* reader.read(
          { connection, scope },
          {
            text: { sid, from, to: connection.name, body: text, optOut: undefined },
            form,
            media: Effect.succeed({ files: [], missing: 0, attachmentIds: mediaIds }),
            receivedAt: yield* DateTime.now
          }
        )
        if (message === undefined)
          return yield* InvalidInput.of(
            "text",
            "not_allowed",
            "is a keyword that Twilio answers itself, from a sender without a ticket: it has no effect"
          )
        const { inboundId } = yield* intake.receivePosted(scope, message).pipe(
          Effect.catchTag("NotFound", () => new ChannelNotReady({ channel: "sms", reason: brandGone })),
          Effect.catchTag("InvalidInput", (refused) => Effect.fail(namingMedia(refused)))
        )
        const email = addressIn(text)
        if (email !== undefined) yield* claims.begin(scope, connection.id, { person: from, email, source: sid })
        return inboundId
      })
    })
  })
)

/** An id like Twilio's, the same for the same name. */
const sidOf = (name: string) => `SM${createHash("sha256").update(name).digest("hex").slice(0, 32)}`

/** The same error, with the request's field names. */
const namingMedia = ({ errors: [first, ...others] }: InvalidInput) => {
  const named = (error: typeof first) => ({ ...error, field: error.field.replace("attachmentIds", "mediaIds") })
  return new InvalidInput({ errors: [named(first), ...others.map(named)] })
}
