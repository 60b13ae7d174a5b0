import type { Occasion } from "./BoltApp.ts"
import type { SlackMessage } from "./readMessageEvent.ts"
import { callSlack } from "./SlackFailure.ts"

/** Says something about a message to who wrote it, where they wrote it, and to nobody else. */
export const tellAuthor = ({ client }: Occasion, { channel, threadTs, user }: SlackMessage, text: string) =>
  callSlack("chat.postEphemeral", () =>
    client.chat.postEphemeral({ channel, user, text, ...(threadTs === undefined ? {} : { thread_ts: threadTs }) })
  )
