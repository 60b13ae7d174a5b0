import { Option, Schema } from "effect"
import type { JsonObject } from "../../src/domain/Json.ts"

/**
 * How far the sending of a message got: its composed parts, Twilio's ids of the parts that it has accepted, in order, and
 * the request without a response so far. Stored before each request, so that neither a lost response nor a killed process
 * sends a text twice, or with other words.
 */
export const Progress = Schema.Struct({
  words: Schema.optionalKey(
    Schema.Struct({ at: Schema.Finite, parts: Schema.Array(Schema.String), mediaUrls: Schema.Array(Schema.String) })
  ),
  sent: Schema.Array(Schema.String),
  asked: Schema.optionalKey(Schema.Struct({ at: Schema.Finite, times: Schema.Int })),
  /** Twilio's ids of the parts of earlier tries, after which the message failed and was sent again from the beginning. */
  earlier: Schema.optionalKey(Schema.Array(Schema.String))
})
export type Progress = typeof Progress.Type

/** Earlier ids that are kept for late callbacks: those of a dozen tries of the longest message. */
const mostEarlier = 120

/** A message's stored progress, or an empty one. */
export const progressOf = (kept: Option.Option<JsonObject>): Progress =>
  Option.getOrElse(Option.flatMap(kept, Schema.decodeUnknownOption(Progress)), () => ({ sent: [] }))

/**
 * The progress with which an attempt starts. If `externalId` is one of the sent parts, the message was sent and has failed
 * since, so sending it again means all of it.
 */
export const begunFrom = (progress: Progress, externalId: string | undefined): Progress => {
  const { earlier = [], sent } = progress
  return externalId !== undefined && sent.includes(externalId)
    ? { sent: [], earlier: [...earlier, ...sent].slice(-mostEarlier) }
    : progress
}
