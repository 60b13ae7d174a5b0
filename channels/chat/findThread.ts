import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import { callSlack, isRefusal, SlackFailure } from "./SlackFailure.ts"
import { messagesIn } from "./wire.ts"

/** Fails like posting a text if the thread is gone or locked. If Slack cannot say now, it is assumed to exist. */
export const findThread = Effect.fnUntraced(function* (client: WebClient, channel: string, ts: string) {
  const answer = yield* callSlack("conversations.replies", () =>
    client.conversations.replies({ channel, ts, limit: 1 })
  ).pipe(
    Effect.catchIf(
      (failure) => !isRefusal(failure) || failure.code !== "thread_not_found",
      () => Effect.succeed({})
    )
  )
  if (messagesIn(answer)[0]?.["is_locked"] === true)
    return yield* new SlackFailure({
      method: "conversations.replies",
      kind: "refused",
      code: "restricted_action_thread_locked"
    })
})
