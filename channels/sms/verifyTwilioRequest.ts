import { Effect, Redacted } from "effect"
import type { FormEntries } from "./readForm.ts"

/**
 * Whether Twilio signed these parameters for this address, with one of the tokens. `url` is the public one and what was
 * asked for behind it. The signature covers no moment and puts no mark between names and values: shape and repetition are
 * for the caller to check (docs/security.md).
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
    // An address that is none.
    return false
  }
})
