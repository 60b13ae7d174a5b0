import { Effect } from "effect"
import type { Occasion } from "./BoltApp.ts"
import type { SlackMessage } from "./readMessageEvent.ts"
import { callSlack, isRefusal, type SlackFailure } from "./SlackFailure.ts"

/**
 * Sends a message's author an ephemeral reply where they wrote it. If Slack refuses, because they have left or for any
 * other reason, nobody is told, and what becomes of the message does not depend on it.
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
