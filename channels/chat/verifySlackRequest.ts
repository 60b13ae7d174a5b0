import { createHmac, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

/** Seconds by which a request's time may differ from ours, either way. */
const window = 300

export interface SignedRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, ReadonlyArray<string>>>
  /** The bytes as they came. */
  readonly body: Uint8Array
}

/** Whether Slack made a request: `foreign` is not its, and `untimely` says another time than ours, by so many seconds. */
export type SlackSignature =
  | { readonly kind: "genuine" | "foreign" }
  | { readonly kind: "untimely"; readonly secondsOff: number }

/**
 * Whether Slack made the request, within five minutes of `now` (Unix time in milliseconds). Compares over the raw bytes
 * and in constant time. The check of `@slack/bolt` takes times in the future, text after the signature, and other
 * bytes that decode to the same text; this one does not.
 */
export const verifySlackRequest = (
  { body, headers }: SignedRequest,
  secret: Redacted.Redacted,
  now: number
): SlackSignature => {
  const timestamp = only(headers["x-slack-request-timestamp"])
  const signature = only(headers["x-slack-signature"])
  if (!/^\d{10}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return { kind: "foreign" }
  const expected = createHmac("sha256", Redacted.value(secret)).update(`v0:${timestamp}:`).update(body).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature.slice(3), "hex"))) return { kind: "foreign" }
  const secondsOff = Math.round(now / 1000 - Number(timestamp))
  return Math.abs(now / 1000 - Number(timestamp)) > window ? { kind: "untimely", secondsOff } : { kind: "genuine" }
}

/** The value of a header that came once. */
const only = (values: ReadonlyArray<string> | undefined): string => (values?.length === 1 ? (values[0] ?? "") : "")
