import { assert, it } from "@effect/vitest"
import { WebAPIRateLimitedError } from "@slack/web-api"
import { Effect } from "effect"
import { callSlack } from "../../../channels/chat/SlackFailure.ts"

it.effect(
  "A limit of Slack's is waited for as long as it asks, and for an hour at most: what asks for more is not Slack",
  () =>
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
