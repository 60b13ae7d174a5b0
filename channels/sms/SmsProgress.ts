import { Option, Schema } from "effect"
import type { JsonObject } from "../../src/domain/Json.ts"

/**
 * How far a message came: what it says, Twilio's ids of the texts that it has, in their order, and the one that was handed
 * in without an answer so far. Kept before each request, so that neither a lost answer nor a killed process texts anybody
 * twice, or something else than before.
 */
export const Progress = Schema.Struct({
  words: Schema.optionalKey(
    Schema.Struct({ at: Schema.Finite, parts: Schema.Array(Schema.String), mediaUrls: Schema.Array(Schema.String) })
  ),
  sent: Schema.Array(Schema.String),
  asked: Schema.optionalKey(Schema.Struct({ at: Schema.Finite, times: Schema.Int })),
  /** Twilio's ids of the texts that it had before it failed, and was to be sent again from the first. */
  earlier: Schema.optionalKey(Schema.Array(Schema.String))
})
export type Progress = typeof Progress.Type

/** Texts of a message that late callbacks are known by: those of a dozen tries of the longest. */
const mostEarlier = 120

/** What is kept as a message's progress, if it is any. */
export const progressOf = (kept: Option.Option<JsonObject>): Progress =>
  Option.getOrElse(Option.flatMap(kept, Schema.decodeUnknownOption(Progress)), () => ({ sent: [] }))

/**
 * How far an attempt at it came that begins now. Whose texts are known by what Twilio called one of them (`externalId`) has
 * left and failed since: whoever sends it again means all of it.
 */
export const begunFrom = (progress: Progress, externalId: string | undefined): Progress => {
  const { earlier = [], sent } = progress
  return externalId !== undefined && sent.includes(externalId)
    ? { sent: [], earlier: [...earlier, ...sent].slice(-mostEarlier) }
    : progress
}
