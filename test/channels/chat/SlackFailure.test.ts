import { assert, it } from "@effect/vitest"
import { WebAPIRateLimitedError } from "@slack/web-api"
import { Effect } from "effect"
import { callSlack } from "../../../channels/chat/SlackFailure.ts"

it.effect("A rate limit is respected as long as Slack asks, up to an hour: a longer wait cannot be Slack's", () =>
  Effect.gen(function* () {
    const waits = yield* Effect.forEach([30, 99_999_999], (seconds) =>
      callSlack("chat.postMessage", () => Promise.reject(new WebAPIRateLimitedError(seconds))).pipe(
        Effect.flip,
        Effect.map(({ kind, retryAfter }) => [kind, retryAfter])
      )
    )
    assert.deepStrictEqual(waits, [
      ["limited", 30],
      ["limited", 3_600]
    ])
  })
)
