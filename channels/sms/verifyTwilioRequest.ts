import { Effect, Redacted } from "effect"
import type { FormEntries } from "./readForm.ts"

/**
 * Whether Twilio signed these parameters for this URL with one of the tokens. `url` is the public URL with the request
 * target. The signature covers no time and has no separator between names and values, so the caller has to check shape and
 * repetition (docs/security.md).
 */
export const verifyTwilioRequest = Effect.fnUntraced(function* (
  tokens: ReadonlyArray<Redacted.Redacted>,
  signatures: ReadonlyArray<string>,
  url: string,
  entries: FormEntries
) {
  const [signature] = signatures
  if (signature === undefined || signatures.length > 1) return false
  const { twilio } = yield* Effect.promise(() => import("./twilioLibrary.ts"))
  const parameters = Object.fromEntries(
    [...entries].map(([name, values]) => [name, values.length > 1 ? values : values[0]])
  )
  try {
    return tokens.some((token) => twilio.validateRequest(Redacted.value(token), signature, url, parameters))
  } catch {
    // An invalid URL.
    return false
  }
})
