import { Effect } from "effect"
import type { Occasion } from "./BoltApp.ts"
import type { SlackMessage } from "./readMessageEvent.ts"
import { callSlack, isRefusal, type SlackFailure } from "./SlackFailure.ts"

/**
 * Says something about a message to who wrote it, where they wrote it, and to nobody else. Where Slack does not let us, because they
 * are gone by then or for any other reason, nobody is told, and what is made of the message does not depend on it.
 */
export const tellAuthor = (
  { client }: Occasion,
  { channel, threadTs, user }: SlackMessage,
  text: string
): Effect.Effect<void, SlackFailure> =>
  callSlack("chat.postEphemeral", () =>
    client.chat.postEphemeral({ channel, user, text, ...(threadTs === undefined ? {} : { thread_ts: threadTs }) })
  ).pipe(
    Effect.catchIf(isRefusal, () => Effect.void),
    Effect.asVoid
  )
