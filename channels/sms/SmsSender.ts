import { Clock, Duration, Effect, Layer, Option, Schema } from "effect"
import type { SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { ChannelMessage } from "../../src/tickets/ChannelOutbox.ts"
import { type Delivered, deliverMessages } from "../../src/tickets/deliverMessages.ts"
import { FileLinks } from "../../src/tickets/FileLinks.ts"
import { OutboundStore } from "../../src/tickets/OutboundStore.ts"
import { deliveryVerdict } from "./deliveryVerdict.ts"
import { SmsPeople } from "./SmsPeople.ts"
import { splitText } from "./splitText.ts"
import { type TakenText, TwilioApi } from "./TwilioApi.ts"
import { TwilioFailure } from "./TwilioFailure.ts"
import { TwilioSettings } from "./TwilioSettings.ts"
import { mostMedia } from "./twilioMessages.ts"

/** How long a message is one node's; an attempt takes half of it at most. */
const lease = Duration.minutes(4)
/** Seconds between attempts: the first pause doubles up to the longest, for about a day. */
const pause = { first: 2, longest: 15 * 60, attempts: 100 }
/** Times that a text is handed in of which it is not known whether Twilio took it. */
const mostAskings = 2
/** Milliseconds by which clocks may differ. */
const skew = 60_000
/** Pictures that phones show, and their bytes. */
const shown = { types: new Set(["image/jpeg", "image/png", "image/gif"]), bytes: 5 * 1024 * 1024 }
/** How long the links to files work: pictures are fetched at once, others when the customer looks. */
const linkLifetime = { picture: Duration.hours(24), file: Duration.days(7) }

/**
 * How far a message came: Twilio's ids of the texts that it has, in their order, and the one that was handed in without
 * an answer so far. Kept before each request, so that neither a lost answer nor a killed process texts anybody twice.
 */
const Progress = Schema.Struct({
  sent: Schema.Array(Schema.String),
  asked: Schema.optionalKey(Schema.Struct({ at: Schema.Finite, times: Schema.Int }))
})
type Progress = typeof Progress.Type

/** Sends agents' comments as text messages, from the number that the customer wrote to. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const api = yield* TwilioApi
    const links = yield* FileLinks
    const messages = yield* OutboundStore
    const people = yield* SmsPeople
    const { doubt, publicUrl } = yield* TwilioSettings

    /** Text and pictures; files that phones do not show are links in the text. */
    const wordsOf = Effect.fnUntraced(function* ({ files, scope, text }: ChannelMessage) {
      const pictures = files
        .filter(({ contentType, size }) => shown.types.has(contentType) && size <= shown.bytes)
        .slice(0, mostMedia)
      const linkTo = (file: (typeof files)[number], lifetime: Duration.Duration) =>
        Effect.map(links.download(scope.tenant, file, { lifetime }), ({ url }) => url)
      const others = yield* Effect.forEach(
        files.filter((file) => !pictures.includes(file)),
        (file) => Effect.map(linkTo(file, linkLifetime.file), (url) => `${file.filename}: ${url}`)
      )
      const mediaUrls = yield* Effect.forEach(pictures, (file) => linkTo(file, linkLifetime.picture))
      return { parts: splitText([text.trim(), ...others].filter((line) => line !== "").join("\n")), mediaUrls }
    })

    /** The first of these that is no other message's. */
    const takenAs = Effect.fnUntraced(function* (
      { id }: ChannelMessage,
      connection: SmsConnection,
      sids: ReadonlyArray<string>
    ) {
      for (const sid of sids) {
        const owner = yield* Effect.mapError(
          messages.sentBy(connection.id, { externalId: sid }),
          () => new TwilioFailure({ kind: "unreachable", message: "The database was away" })
        )
        if (Option.getOrElse(owner, () => id) === id) return sid
      }
      return undefined
    })

    const send = Effect.fnUntraced(function* (
      message: ChannelMessage,
      connection: SmsConnection,
      remember: (progress: Progress) => Effect.Effect<void>
    ): Effect.fn.Return<Delivered, TwilioFailure> {
      const to = message.recipient.externalId ?? message.conversation.key
      const { mediaUrls, parts } = yield* wordsOf(message)
      if (parts === undefined)
        return { outcome: "refused", permanent: true, reason: "The message is too long for text messages" }
      const before = Schema.decodeUnknownOption(Progress)(message.progress)
      let { asked, sent }: Progress = Option.getOrElse(before, () => ({ sent: [] }))
      for (const [index, body] of parts.entries()) {
        if (index < sent.length) continue
        const now = yield* Clock.currentTimeMillis
        if (asked !== undefined) {
          const left = asked.at + Duration.toMillis(doubt) - now
          if (left > 0) return waiting(Duration.millis(left))
          const known = yield* takenAs(
            message,
            connection,
            likely(yield* api.sentTo(connection, to), body, asked.at, sent)
          )
          if (known !== undefined) {
            ;[sent, asked] = [[...sent, known], undefined]
            yield* remember({ sent })
            continue
          }
          if (asked.times >= mostAskings)
            return { outcome: "refused", permanent: true, reason: "It is not known whether Twilio has sent it" }
        }
        asked = { at: now, times: (asked?.times ?? 0) + 1 }
        yield* remember({ sent, asked })
        const isLast = index === parts.length - 1
        const sid = yield* api
          .send(connection, {
            to,
            body,
            mediaUrls: index === 0 ? mediaUrls : [],
            statusCallback: `${publicUrl}/v1/channels/sms/${connection.id}/status?o=${message.id}${isLast ? "" : "&last=0"}`
          })
          .pipe(Effect.tapError(({ kind }) => (kind === "unknown" ? Effect.void : remember({ sent }))))
        ;[sent, asked] = [[...sent, sid], undefined]
        yield* remember({ sent })
      }
      return { outcome: "sent", externalId: sent.at(-1) }
    })

    return deliverMessages({
      kind: "sms",
      lease,
      retryDelay: (attempts, random) =>
        attempts > pause.attempts
          ? undefined
          : Duration.seconds(
              Math.min(pause.longest, pause.first * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 2)
            ),
      deliver: Effect.fn("SmsSender.deliver")((message, connection, remember) =>
        send(message, connection, (progress) => remember({ ...progress })).pipe(
          Effect.catchTag("TwilioFailure", (failure) =>
            Effect.gen(function* () {
              const unreachable = deliveryVerdict(failure.code)?.unreachable
              const phone = message.recipient.externalId ?? message.conversation.key
              if (unreachable !== undefined)
                yield* people
                  .cannotGet(message.scope, connection.id, phone, unreachable)
                  // The next message hears it from Twilio again.
                  .pipe(Effect.catchTag("DatabaseUnavailable", () => Effect.void))
              return failed(failure, doubt)
            })
          )
        )
      )
    })
  })
)

/** Texts that Twilio has and that may be the one that was handed in, by what they say. */
const likely = (
  taken: ReadonlyArray<TakenText>,
  body: string,
  askedAt: number,
  sent: ReadonlyArray<string>
): ReadonlyArray<string> =>
  taken
    .filter(
      (one) =>
        !sent.includes(one.sid) && one.createdAt.getTime() >= askedAt - skew && letters(one.body) === letters(body)
    )
    .map(({ sid }) => sid)

/** Smart encoding changes punctuation. */
const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "")

const waiting = (wait: Duration.Duration): Delivered => ({
  outcome: "refused",
  permanent: false,
  reason: "It is not known yet whether Twilio has sent it",
  wait
})

/** What a failure means for the message and its connection. */
export const failed = (failure: TwilioFailure, doubt: Duration.Duration): Delivered => {
  const { code, kind, message, retryAfter, status } = failure
  if (kind === "unknown") return { outcome: "unavailable", reason: message, wait: doubt }
  if (kind === "unreachable") return { outcome: "unavailable", reason: message }
  if (kind === "limited")
    return { outcome: "refused", permanent: false, reason: message, wait: Duration.seconds(retryAfter ?? 5) }
  if (status === 401 || code === 20003)
    return {
      outcome: "unavailable",
      reason: "Twilio refuses the account's token: change it, and what waits is sent",
      status: "needs_reauth"
    }
  return { outcome: "refused", permanent: true, reason: deliveryVerdict(code)?.reason ?? message }
}
