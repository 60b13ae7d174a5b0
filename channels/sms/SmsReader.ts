import { Context, type DateTime, Effect, Layer, Stream } from "effect"
import type { PlacedConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { InboundMessage } from "../../src/domain/InboundMessage.ts"
import { optedOut } from "../../src/domain/TicketConversation.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import { optOutOf } from "./optOutOf.ts"
import type { TwilioForm } from "./readForm.ts"
import { readText, type TextFacts } from "./readText.ts"
import { SmsPeople } from "./SmsPeople.ts"
import type { IncomingText } from "./twilioMessages.ts"

/** A received text message. Its media is fetched only if it becomes a message. */
export interface ReceivedText<E> {
  readonly text: Omit<IncomingText, "accountSid" | "media" | "serviceSid">
  /** Stored as the raw message. */
  readonly form: TwilioForm
  readonly media: Effect.Effect<Pick<TextFacts, "files" | "missing" | "attachmentIds">, E>
  readonly receivedAt: DateTime.Utc
}

/** Turns text messages into messages for intake. */
export class SmsReader extends Context.Service<
  SmsReader,
  {
    /**
     * Reads a text message and applies keywords; returns `undefined` for a keyword from somebody without a ticket. Twilio
     * responds to keywords, so we do not; on a ticket, they count as automated and change no status.
     */
    read<E>(
      placed: PlacedConnection<"sms">,
      received: ReceivedText<E>
    ): Effect.Effect<InboundMessage | undefined, E | DatabaseUnavailable>
  }
>()("trunkline/sms/SmsReader") {
  static readonly layer = Layer.effect(
    SmsReader,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const connections = yield* ConnectionStore
      const people = yield* SmsPeople

      const read = Effect.fn("SmsReader.read")(function* <E>(
        { connection, scope }: PlacedConnection<"sms">,
        { form, media, receivedAt, text }: ReceivedText<E>
      ) {
        const { from } = text
        const keyword = optOutOf(text, yield* people.isOptedOut(scope, connection.id, from))
        yield* people.getsTexts(scope, connection.id, from)
        if (keyword === "out") yield* people.cannotGet(scope, connection.id, from, optedOut)
        if (keyword === "in") yield* people.canGet(scope, connection.id, from, receivedAt)
        yield* connections.note(connection.id, { kind: "inbound" })
        if (keyword !== undefined && !(yield* people.isKnown(scope, connection.id, from))) return undefined
        const files = yield* media
        const raw = Buffer.from(JSON.stringify(form))
        const { key } = yield* blobs.put(scope.tenant.id, Stream.make(raw))
        return readText(connection, text, {
          ...files,
          isKeyword: keyword !== undefined,
          raw: { key, size: raw.length },
          receivedAt
        })
      })
      return SmsReader.of({ read })
    })
  )
}
