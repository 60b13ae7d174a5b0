import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import { callSlack, type SlackFailure } from "./SlackFailure.ts"

/** Deletes a message of ours. */
export const removeMessage = (client: WebClient, channel: string, ts: string): Effect.Effect<void, SlackFailure> =>
  unlessGone(callSlack("chat.delete", () => client.chat.delete({ channel, ts })))

/** Treats a message or file that somebody else has deleted as success. */
export const unlessGone = <A>(call: Effect.Effect<A, SlackFailure>): Effect.Effect<void, SlackFailure> =>
  call.pipe(
    Effect.catchIf(
      ({ code }) => code === "message_not_found" || code === "file_not_found" || code === "file_deleted",
      () => Effect.void
    ),
    Effect.asVoid
  )

/** Deletes a file of ours. */
export const removeFile = (client: WebClient, file: string): Effect.Effect<void, SlackFailure> =>
  unlessGone(callSlack("files.delete", () => client.files.delete({ file })))
