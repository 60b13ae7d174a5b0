import { createHmac, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

/** Seconds. How far a request's timestamp may be from our clock, either way. */
const window = 300

export interface SignedRequest {
  /** Keys are in lower case. */
  readonly headers: Readonly<Record<string, ReadonlyArray<string>>>
  /** The raw bytes. */
  readonly body: Uint8Array
}

/** Whether Slack sent a request: `foreign` is not Slack's; `untimely` is Slack's, with a timestamp that many seconds off. */
export type SlackSignature =
  | { readonly kind: "genuine" | "foreign" }
  | { readonly kind: "untimely"; readonly secondsOff: number }

/**
 * Whether Slack sent the request, within five minutes of `now` (Unix time in milliseconds). Compares over the raw bytes and
 * in constant time. The check in `@slack/bolt` accepts future timestamps, text after the signature, and other bytes that
 * decode to the same text; this one does not.
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

/** The value of a header that occurs exactly once; otherwise empty. */
const only = (values: ReadonlyArray<string> | undefined): string => (values?.length === 1 ? (values[0] ?? "") : "")
