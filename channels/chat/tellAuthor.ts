import { Effect } from "effect"
import type { Occasion } from "./BoltApp.ts"
import type { SlackMessage } from "./readMessageEvent.ts"
import { callSlack, type SlackFailure } from "./SlackFailure.ts"

/** Refusals that say that the author, or the channel, is there no more. */
const gone: ReadonlySet<string> = new Set(["user_not_in_channel", "channel_not_found", "not_in_channel", "is_archived"])

/**
 * Says something about a message to who wrote it, where they wrote it, and to nobody else. Where they are gone by then, nobody is
 * told, and what is made of the message does not depend on it.
 */
export const tellAuthor = (
  { client }: Occasion,
  { channel, threadTs, user }: SlackMessage,
  text: string
): Effect.Effect<void, SlackFailure> =>
  callSlack("chat.postEphemeral", () =>
    client.chat.postEphemeral({ channel, user, text, ...(threadTs === undefined ? {} : { thread_ts: threadTs }) })
  ).pipe(
    Effect.catchIf(
      ({ code }) => gone.has(code),
      () => Effect.void
    ),
    Effect.asVoid
  )
