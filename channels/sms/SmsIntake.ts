import { Context, type DateTime, Effect, Layer, Stream } from "effect"
import type { PlacedConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { NotFound } from "../../src/domain/Problems.ts"
import { BlobStore } from "../../src/tickets/BlobStore.ts"
import { ConnectionStore } from "../../src/tickets/ConnectionStore.ts"
import { Intake } from "../../src/tickets/Intake.ts"
import { optedOut } from "./deliveryVerdict.ts"
import { optOutOf } from "./optOutOf.ts"
import type { TwilioForm } from "./readForm.ts"
import { readText } from "./readText.ts"
import { SmsMedia } from "./SmsMedia.ts"
import { SmsPeople } from "./SmsPeople.ts"
import type { IncomingText } from "./twilioMessages.ts"

/** Makes the ticket service's messages of text messages. */
export class SmsIntake extends Context.Service<
  SmsIntake,
  {
    /**
     * Takes a text message; none where it is a keyword of somebody who has no ticket. Twilio has answered keywords, so
     * that nothing is; on a ticket they are what a machine says, and change no status.
     */
    receive(
      placed: PlacedConnection<"sms">,
      text: IncomingText,
      form: TwilioForm,
      how: { readonly attempts: number; readonly receivedAt: DateTime.Utc }
    ): Effect.Effect<
      IntakeResult | undefined,
      NotFound | DatabaseUnavailable | { readonly _tag: "MediaTrouble"; readonly reason: string }
    >
  }
>()("trunkline/sms/SmsIntake") {
  static readonly layer = Layer.effect(
    SmsIntake,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const connections = yield* ConnectionStore
      const intake = yield* Intake
      const media = yield* SmsMedia
      const people = yield* SmsPeople

      return SmsIntake.of({
        receive: Effect.fn("SmsIntake.receive")(function* (
          { connection, scope },
          text,
          form,
          { attempts, receivedAt }
        ) {
          const { from } = text
          const keyword = optOutOf(text, yield* people.isOptedOut(scope, connection.id, from))
          if (keyword === "out") yield* people.cannotGet(scope, connection.id, from, optedOut)
          if (keyword === "in") yield* people.canGet(scope, connection.id, from)
          yield* connections.note(connection.id, { kind: "inbound" })
          if (keyword !== undefined && !(yield* people.isKnown(scope, connection.id, from))) return undefined
          const fetched = yield* media.fetch(scope.tenant.id, connection, text.media, attempts)
          const raw = Buffer.from(JSON.stringify(form))
          const { key } = yield* blobs.put(scope.tenant.id, Stream.make(raw))
          const message = readText(connection, text, {
            ...fetched,
            isKeyword: keyword !== undefined,
            raw: { key, size: raw.length },
            receivedAt
          })
          // No limit was set for senders of this channel.
          return yield* intake.receive(scope, message).pipe(Effect.catchTag("SenderOverLimit", Effect.die))
        })
      })
    })
  )
}
