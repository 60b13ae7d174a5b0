import { Clock, Effect, type Redacted, Result } from "effect"
import type { CallbackAnswer, CallbackRequest, ProviderCallback } from "../../src/tickets/ProviderCallbacks.ts"
import { isSslCheck, readSlackBody } from "./readSlackBody.ts"
import type { SlackAnswer, SlackReceiver } from "./SlackReceiver.ts"
import { verifySlackRequest } from "./verifySlackRequest.ts"

/** Bytes of a request; Slack's own are far smaller. */
const maxBytes = 1024 * 1024

/**
 * The address that Slack calls, for events, commands and interactions alike. What it did not sign is answered with 401
 * and what it did with 200, whatever it says: too many failures, and Slack turns its events off. What could not be kept
 * is answered with 503, and Slack sends it again.
 */
export const slackCallback = (
  receiver: SlackReceiver["Service"],
  signingSecret: Redacted.Redacted
): ProviderCallback => ({
  method: "POST",
  path: "/v1/channels/slack/events",
  maxBytes,
  answer: Effect.fnUntraced(function* ({ body, headers }: CallbackRequest) {
    const contentType = headers["content-type"]?.[0]
    if (isSslCheck(contentType, body)) return { status: 200 }
    const now = yield* Clock.currentTimeMillis
    if (!verifySlackRequest({ body, headers }, signingSecret, now)) return { status: 401 }
    const read = readSlackBody(contentType, body)
    if (Result.isFailure(read)) return { status: 400 }
    return yield* Effect.match(receiver.take(read.success), {
      onSuccess: ok,
      onFailure: () => ({ status: 503, headers: { "retry-after": "1" } })
    })
  })
})

const ok = (answer: SlackAnswer): CallbackAnswer => {
  if (answer === undefined) return { status: 200 }
  return typeof answer === "string"
    ? { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: answer }
    : { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(answer) }
}
