import { Schema } from "effect"

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
  asked: Schema.optionalKey(Schema.Struct({ at: Schema.Finite, times: Schema.Int }))
})
export type Progress = typeof Progress.Type
