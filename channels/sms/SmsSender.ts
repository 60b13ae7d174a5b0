import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import { mayWriteTo, type SmsConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { optedOut } from "../../src/domain/TicketConversation.ts"
import { segmented } from "../../src/domain/textSegments.ts"
import type { Delivered } from "../../src/tickets/outbound/attemptMessage.ts"
import type { ChannelMessage } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { deliverMessages } from "../../src/tickets/outbound/deliverMessages.ts"
import { OutboundStore } from "../../src/tickets/outbound/OutboundStore.ts"
import { pauseAfter } from "../../src/tickets/outbound/pauseAfter.ts"
import { SmsBudget, type SpentLimit } from "../../src/tickets/outbound/SmsBudget.ts"
import { deliveryVerdict, notDelivered } from "./deliveryVerdict.ts"
import { SmsPeople } from "./SmsPeople.ts"
import { begunFrom, type Progress, progressOf } from "./SmsProgress.ts"
import { TextComposer } from "./TextComposer.ts"
import { type TakenText, TwilioApi } from "./TwilioApi.ts"
import { TwilioFailure } from "./TwilioFailure.ts"
import { TwilioSettings } from "./TwilioSettings.ts"

/** How long one node holds the lease on a message; an attempt takes at most half of it. */
const lease = Duration.minutes(4)
/** Attempts at a message: about a day, with the pauses between them. */
const mostAttempts = 100
/** Times that a text is submitted while it is unknown whether Twilio has accepted it. */
const mostAskings = 2
/** Milliseconds by which clocks may differ. */
const skew = 60_000
/** Milliseconds after which a message of which nothing was submitted is composed anew, because its links expire. */
const wordsLast = 12 * 3_600_000

/** Sends agents' comments as text messages, from the number that the customer wrote to. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const api = yield* TwilioApi
    const composer = yield* TextComposer
    const budget = yield* SmsBudget
    const messages = yield* OutboundStore
    const people = yield* SmsPeople
    const { doubt, publicUrl } = yield* TwilioSettings

    /** The first of these texts that does not belong to another message; one that has failed if there is no other. */
    const takenAs = Effect.fnUntraced(function* (
      { id }: ChannelMessage,
      connection: SmsConnection,
      texts: ReadonlyArray<TakenText>
    ) {
      for (const text of [...texts].sort((one, other) => Number(one.isLost) - Number(other.isLost))) {
        const owner = yield* here(messages.sentBy(connection.id, { externalId: text.sid }))
        if (Option.getOrElse(owner, () => id) === id) return text
      }
      return undefined
    })

    const send = Effect.fnUntraced(function* (
      message: ChannelMessage,
      connection: SmsConnection,
      remember: (progress: Progress) => Effect.Effect<void>
    ): Effect.fn.Return<Delivered, TwilioFailure> {
      const to = message.recipient.externalId ?? message.conversation.key
      if (!mayWriteTo(connection, to))
        return {
          outcome: "refused",
          permanent: true,
          reason: "The number may not send to this country (destinations)"
        }
      const begun = begunFrom(progressOf(Option.some(message.progress)), message.externalId)
      let { asked, sent } = begun
      const words = lastingWords(begun, yield* Clock.currentTimeMillis) ?? {
        at: yield* Clock.currentTimeMillis,
        ...(yield* here(composer.compose(message, connection)))
      }
      const { mediaUrls, parts } = words
      const isOptedOut = here(people.isOptedOut(message.scope, connection.id, to))
      if (words !== begun.words) {
        if (yield* isOptedOut) return takenBack
        const spent = yield* here(budget.take(message.scope, connection, to, parts.length))
        if (Option.isSome(spent)) return saving(spent.value)
      }
      const { earlier = [] } = begun
      const kept = (progress: Pick<Progress, "sent" | "asked">) => remember({ words, earlier, ...progress })
      for (const [index, body] of parts.entries()) {
        if (index < sent.length) continue
        const now = yield* Clock.currentTimeMillis
        if (asked !== undefined) {
          const left = asked.at + Duration.toMillis(doubt) - now
          if (left > 0) return waiting(Duration.millis(left))
          const known = yield* takenAs(
            message,
            connection,
            likely(
              // A text reported as failed is the one being sent again.
              (yield* api.sentTo(connection, to)).filter(({ isLost, sid }) => !isLost || sid !== message.externalId),
              body,
              asked.at,
              [...earlier, ...sent]
            )
          )
          if (known?.isLost === true) {
            // Sending it again means all of it.
            yield* remember({ words, sent: [], earlier: [...earlier, ...sent, known.sid] })
            const { errorCode: code } = known
            const why = { kind: "refused", message: notDelivered(code) } as const
            return yield* new TwilioFailure(code === undefined ? why : { ...why, code })
          }
          if (known !== undefined) {
            ;[sent, asked] = [[...sent, known.sid], undefined]
            yield* kept({ sent })
            continue
          }
          if (asked.times >= mostAskings) {
            // If somebody has it sent again, it is searched for once more, and then submitted.
            yield* kept({ sent, asked: { at: asked.at, times: 0 } })
            return { outcome: "refused", permanent: true, reason: "It is not known whether Twilio has sent it" }
          }
        }
        // They may have opted out since it was written, or since the previous part.
        if (yield* isOptedOut) return takenBack
        asked = { at: now, times: (asked?.times ?? 0) + 1 }
        yield* kept({ sent, asked })
        const isLast = index === parts.length - 1
        const sid = yield* api
          .send(connection, {
            to,
            body,
            mediaUrls: index === 0 ? mediaUrls : [],
            statusCallback: `${publicUrl}/v1/channels/sms/${connection.id}/status?o=${message.id}${isLast ? "" : "&last=0"}`
          })
          .pipe(Effect.tapError(({ kind }) => (kind === "unknown" ? Effect.void : kept({ sent }))))
        ;[sent, asked] = [[...sent, sid], undefined]
        yield* kept({ sent })
      }
      // Not every carrier confirms delivery, so acceptance clears the number; if the text fails, its status marks the
      // number again.
      yield* people
        .getsTexts(message.scope, connection.id, to)
        .pipe(Effect.catchTag("DatabaseUnavailable", () => Effect.void))
      return { outcome: "sent", externalId: sent.at(-1), segments: segmentsOf(words) }
    })

    return deliverMessages({
      kind: "sms",
      lease,
      retryDelay: (attempts, random) => (attempts > mostAttempts ? undefined : pauseAfter(attempts, random)),
      deliver: Effect.fn("SmsSender.deliver")(function* (message, connection, remember) {
        const begunAt = yield* DateTime.now
        return yield* send(message, connection, (progress) => remember({ ...progress })).pipe(
          Effect.catchTag("TwilioFailure", (failure) =>
            Effect.gen(function* () {
              const unreachable = deliveryVerdict(failure.code)?.unreachable
              const phone = message.recipient.externalId ?? message.conversation.key
              if (unreachable !== undefined)
                yield* people
                  .cannotGet(message.scope, connection.id, phone, unreachable, begunAt)
                  // The next message gets the same response from Twilio.
                  .pipe(Effect.catchTag("DatabaseUnavailable", () => Effect.void))
              return failed(failure, doubt)
            })
          )
        )
      })
    })
  })
)

/** The number of segments, which carriers charge for; a text with pictures counts as one. */
const segmentsOf = ({ mediaUrls, parts }: NonNullable<Progress["words"]>): number =>
  parts
    .map((part, index) => (index === 0 && mediaUrls.length > 0 ? 1 : segmented(part).segments))
    .reduce((sum, segments) => sum + segments, 0)

/** The parts composed by an earlier attempt, unless nothing was submitted and its links are old. */
const lastingWords = ({ asked, sent, words }: Progress, now: number): Progress["words"] =>
  words !== undefined && (sent.length > 0 || asked !== undefined || now - words.at < wordsLast) ? words : undefined

/** Maps a failure of our own database, which leaves Twilio out of it. */
const here = <A>(found: Effect.Effect<A, DatabaseUnavailable>) =>
  Effect.mapError(found, () => new TwilioFailure({ kind: "unreachable", message: "The database was unavailable" }))

/** The message waits for room within a limit, and says which. */
const saving = ({ limit, texts, wait }: SpentLimit): Delivered => ({
  outcome: "waiting",
  reason: `It waits: at most ${texts} texts ${limitNames[limit]}`,
  wait,
  concerns: "connection"
})

const limitNames: Record<SpentLimit["limit"], string> = {
  hourly: "may go to one customer within an hour (hourlyLimit of the number)",
  daily: "may be sent from this number within 24 hours (its dailyLimit)",
  brand: "may be sent from all numbers of the brand within 24 hours (its smsDailyLimit)"
}

/** Texts accepted by Twilio that may be the submitted one, judged by their content. */
const likely = (
  taken: ReadonlyArray<TakenText>,
  body: string,
  askedAt: number,
  others: ReadonlyArray<string>
): ReadonlyArray<TakenText> =>
  taken.filter(
    (one) =>
      !others.includes(one.sid) && one.createdAt.getTime() >= askedAt - skew && letters(one.body) === letters(body)
  )

/** Only letters and digits, because smart encoding changes punctuation. */
const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The message is no longer sent. */
const takenBack: Delivered = { outcome: "refused", permanent: true, reason: optedOut }

const waiting = (wait: Duration.Duration): Delivered => ({
  outcome: "waiting",
  reason: "It is not yet known whether Twilio has sent it",
  wait,
  concerns: "message"
})

/** Twilio's codes for refusing the account as a whole: wrong credentials, and an inactive account. */
const accountRefused: ReadonlySet<number> = new Set([20003, 20005])

/** Maps a failure to what it means for the message and its connection. */
const failed = (failure: TwilioFailure, doubt: Duration.Duration): Delivered => {
  const { code, kind, message, retryAfter, status } = failure
  if (kind === "unknown") return { outcome: "unavailable", reason: message, wait: doubt }
  if (kind === "unreachable") return { outcome: "unavailable", reason: message }
  if (kind === "limited")
    return { outcome: "refused", permanent: false, reason: message, wait: Duration.seconds(retryAfter ?? 5) }
  if (status === 401 || (code !== undefined && accountRefused.has(code)))
    return {
      outcome: "unavailable",
      reason:
        "Twilio rejects the account's token or API key, or has suspended the account. Change the credentials, or enable the number again once the account is active: waiting messages are then sent",
      status: "needs_reauth"
    }
  return { outcome: "refused", permanent: true, reason: deliveryVerdict(code)?.reason ?? message }
}
