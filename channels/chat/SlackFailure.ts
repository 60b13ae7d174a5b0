import { WebAPIPlatformError, WebAPIRateLimitedError } from "@slack/web-api"
import { Effect, Schema } from "effect"

/** Seconds. Slack itself asks for about a minute; a proxy in front of it may ask for anything. */
const longestRest = 3_600

/**
 * A call of Slack's Web API that did not succeed. `refused`: Slack said no, as `code` tells; `limited`: retry after
 * `retryAfter` seconds; `unknown`: no response, so whether it took effect is unknown.
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

/** Makes one call of the Web API, without retries. */
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

/** If the body is not JSON, the client reports all of it as a refusal's code: something in front of Slack responded. */
const isCode = (code: unknown): code is string => typeof code === "string" && /^\w{1,100}$/.test(code)

/** The client wraps the error, because we have it not retry. */
const limitOf = (error: unknown): number | undefined => {
  if (error instanceof WebAPIRateLimitedError) return error.retryAfter
  return error instanceof Error && "originalError" in error ? limitOf(error.originalError) : undefined
}

/** Whether the connection's credentials are no longer valid: the app has to be installed again. */
export const endsAccess = ({ code }: SlackFailure): boolean =>
  ["token_revoked", "invalid_auth", "account_inactive", "not_authed", "invalid_refresh_token"].includes(code)

/** Transient refusals, which say nothing about the request itself. */
const passing: ReadonlySet<string> = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  // The workspace is being moved into an enterprise, and comes back afterwards.
  "team_added_to_org",
  "org_login_required",
  "token_expired",
  "rate_limited",
  "ratelimited"
])

/** Whether Slack refused the request itself, and will again. */
export const isRefusal = (failure: SlackFailure): boolean =>
  failure.kind === "refused" && !passing.has(failure.code) && !endsAccess(failure)
