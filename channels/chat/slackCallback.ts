import { Clock, Effect, Option, Result } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { type AppId, parseId } from "../../src/domain/Ids.ts"
import type {
  CallbackAnswer,
  CallbackRequest,
  ProviderCallback
} from "../../src/tickets/connections/ProviderCallbacks.ts"
import { isSslCheck, readSlackBody } from "./readSlackBody.ts"
import type { SlackAnswer, SlackReceiver } from "./SlackReceiver.ts"
import type { SlackRegistrations } from "./SlackRegistrations.ts"
import { verifySlackRequest } from "./verifySlackRequest.ts"

/** Bytes. The largest request body; Slack's own are far smaller. */
const maxBytes = 1024 * 1024

const path = "/v1/channels/slack/events"

/**
 * The endpoints that Slack calls for events, commands and interactions alike: one for the operator's app, and one for each
 * app of a brand, with the app's id at the end of the path. The path determines whose secret a request must be signed with,
 * before anything in it is trusted; an app that is unknown or has no secret gets 404. Unsigned requests get 401. Signed
 * ones get 200 whatever they say, because Slack turns events off after too many failures; but what could not be stored gets
 * 503, and Slack sends it again.
 */
export const slackCallbacks = (
  receiver: SlackReceiver["Service"],
  registrations: SlackRegistrations["Service"]
): ReadonlyArray<ProviderCallback> => {
  const callback = (
    path: ProviderCallback["path"],
    appIn: (params: CallbackRequest["params"]) => Option.Option<AppId | undefined>
  ): ProviderCallback => {
    const secretFor = (params: CallbackRequest["params"]) =>
      Option.match(appIn(params), {
        onNone: () => Effect.succeedNone,
        onSome: (app) =>
          Effect.map(
            registrations.signingSecret(app),
            Option.map((secret) => ({ app, secret }))
          )
      })
    return {
      method: "POST",
      path,
      maxBytes,
      refuse: (params) =>
        Effect.match(secretFor(params), {
          onSuccess: (found) => (Option.isNone(found) ? unknown : undefined),
          onFailure: () => later
        }),
      answer: Effect.fnUntraced(
        function* ({ body, headers, params }: CallbackRequest) {
          const contentType = headers["content-type"]?.[0]
          if (isSslCheck(contentType, body)) return { status: 200 }
          const found = yield* secretFor(params)
          if (Option.isNone(found)) return unknown
          const { app, secret } = found.value
          const now = yield* Clock.currentTimeMillis
          const signature = verifySlackRequest({ body, headers }, secret, now)
          // Either a replay, or our clock is wrong, in which case all of Slack's requests are rejected.
          if (signature.kind === "untimely")
            yield* Effect.logWarning(
              "A request signed by Slack is from another time: is this server's clock correct?",
              {
                secondsOff: signature.secondsOff
              }
            )
          if (signature.kind !== "genuine") return { status: 401 }
          const read = readSlackBody(contentType, body)
          return Result.isFailure(read) ? { status: 400 } : ok(yield* receiver.take(read.success, app))
        },
        Effect.catchTag("DatabaseUnavailable", (_: DatabaseUnavailable) => Effect.succeed(later))
      )
    }
  }
  return [
    callback(path, () => Option.some(undefined)),
    callback(`${path}/:appKey`, ({ appKey = "" }) => parseId("app", appKey))
  ]
}

const unknown: CallbackAnswer = { status: 404 }
const later: CallbackAnswer = { status: 503, headers: { "retry-after": "1" } }

const ok = (answer: SlackAnswer): CallbackAnswer => {
  if (answer === undefined) return { status: 200 }
  return typeof answer === "string"
    ? { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: answer }
    : { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(answer) }
}
