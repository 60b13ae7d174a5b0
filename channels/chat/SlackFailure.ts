import { WebAPIPlatformError, WebAPIRateLimitedError } from "@slack/web-api"
import { Effect, Schema } from "effect"

/** Seconds: Slack itself asks for a minute or so, whatever stands before it for anything. */
const longestRest = 3_600

/**
 * A call of Slack's Web API without the answer that was wanted. `refused`: Slack said no, in `code`; `limited`: it is
 * to be asked again after `retryAfter` seconds; `unknown`: no answer came, and whether it was done is not known.
 */
export class SlackFailure extends Schema.TaggedError<SlackFailure>()("SlackFailure", {
  method: Schema.String,
  kind: Schema.Literals(["refused", "limited", "unknown"]),
  code: Schema.String,
  retryAfter: Schema.optionalKey(Schema.Number)
}) {
  override get message() {
    return this.kind === "unknown"
      ? `Slack did not respond to ${this.method}`
      : `Slack refused ${this.method}: ${this.code}`
  }
}

/** One call of the Web API, asked once. */
export const callSlack = <A>(method: string, call: () => Promise<A>): Effect.Effect<A, SlackFailure> =>
  Effect.tryPromise({
    try: call,
    catch: (error) => {
      if (error instanceof WebAPIPlatformError && isCode(error.data.error))
        return new SlackFailure({ method, kind: "refused", code: error.data.error })
      const limited = limitOf(error)
      return limited === undefined
        ? new SlackFailure({ method, kind: "unknown", code: "no_answer" })
        : new SlackFailure({ method, kind: "limited", code: "ratelimited", retryAfter: Math.min(limited, longestRest) })
    }
  })

/** Of a page that is no JSON the client makes a refusal with the page as its code: something before Slack has answered. */
const isCode = (code: unknown): code is string => typeof code === "string" && /^\w{1,100}$/.test(code)

/** The client wraps it, because it is not to be tried again. */
const limitOf = (error: unknown): number | undefined => {
  if (error instanceof WebAPIRateLimitedError) return error.retryAfter
  return error instanceof Error && "originalError" in error ? limitOf(error.originalError) : undefined
}

/** The connection's credentials are no good any more: it has to be installed again. */
export const endsAccess = ({ code }: SlackFailure): boolean =>
  ["token_revoked", "invalid_auth", "account_inactive", "not_authed", "invalid_refresh_token"].includes(code)

/** Refusals that say nothing of what was asked. */
const passing: ReadonlySet<string> = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  // The workspace moves into an enterprise, and is back once it has.
  "team_added_to_org",
  "org_login_required",
  "token_expired",
  "rate_limited",
  "ratelimited"
])

/** Slack has said no to what was asked, and will again. */
export const isRefusal = (failure: SlackFailure): boolean =>
  failure.kind === "refused" && !passing.has(failure.code) && !endsAccess(failure)
