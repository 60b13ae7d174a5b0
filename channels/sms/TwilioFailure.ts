import { Schema } from "effect"

/** Node's error codes for a request that was never sent. */
const unsent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])

/** Twilio's codes for a temporary lack of room, whatever the HTTP status: too many requests, and a number's full queue. */
const tooMany = new Set([20429, 21611])

/**
 * A request that did not succeed. `refused`: Twilio said why. `limited`: too many at once. `unreachable`: Twilio never
 * received it. `unknown`: it is not known whether it took effect.
 */
export class TwilioFailure extends Schema.TaggedError<TwilioFailure>()("TwilioFailure", {
  kind: Schema.Literals(["refused", "limited", "unreachable", "unknown"]),
  status: Schema.optionalKey(Schema.Int),
  /** From Twilio's error dictionary. */
  code: Schema.optionalKey(Schema.Int),
  /** Seconds. */
  retryAfter: Schema.optionalKey(Schema.Int),
  message: Schema.String
}) {}

/** The failure for an unsuccessful response. */
export const answered = (status: number, body: unknown, retryAfter: string | undefined): TwilioFailure => {
  const { code, message } = bodyOf(body)
  const seconds = Number(retryAfter)
  return new TwilioFailure({
    kind:
      status === 429 || (code !== undefined && tooMany.has(code)) ? "limited" : status >= 500 ? "unknown" : "refused",
    status,
    ...(code === undefined ? {} : { code }),
    ...(Number.isInteger(seconds) && seconds > 0 ? { retryAfter: Math.min(seconds, 3_600) } : {}),
    message: `Twilio responded with ${message ?? `status ${status}`}${code === undefined ? "" : ` (${code})`}`
  })
}

/** The failure for a request without a response. */
export const unanswered = (cause: unknown): TwilioFailure => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined
  return code !== undefined && unsent.has(code)
    ? new TwilioFailure({ kind: "unreachable", message: `Twilio could not be reached (${code})` })
    : new TwilioFailure({ kind: "unknown", message: `Twilio did not respond${code === undefined ? "" : ` (${code})`}` })
}

const bodyOf = (body: unknown): { readonly code?: number; readonly message?: string } => {
  const value: unknown = typeof body === "string" ? parsed(body) : body
  if (typeof value !== "object" || value === null) return {}
  const code = "code" in value && Number.isInteger(value.code) ? Number(value.code) : undefined
  const message = "message" in value && typeof value.message === "string" ? value.message : undefined
  return { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
