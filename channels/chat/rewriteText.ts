import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import { type Posting, postText } from "./postText.ts"
import { callSlack, type SlackFailure } from "./SlackFailure.ts"
import type { Progress, Target } from "./SlackProgress.ts"

/**
 * Lets messages that were posted (`before.posted`) say something else: the first ones its parts, further ones are removed,
 * and further parts are posted as `postText` does. A message that somebody has removed meanwhile stays removed.
 */
export const rewriteText = Effect.fn("rewriteText")(function* (
  client: WebClient,
  target: Target,
  posting: Posting,
  parts: ReadonlyArray<string>,
  before: Progress,
  remember: (progress: Progress) => Effect.Effect<void>
) {
  const texts = parts.filter((part) => part !== "")
  const posted = before.posted ?? []
  const { channel } = target
  for (const [index, ts] of posted.entries()) {
    const text = texts[index]
    const blocks = index === 0 && posting.blocks !== undefined ? { blocks: [...posting.blocks] } : {}
    yield* text === undefined
      ? removeMessage(client, channel, ts)
      : unlessGone(callSlack("chat.update", () => client.chat.update({ channel, ts, text, ...blocks })))
  }
  const kept = { ...before, posted: posted.slice(0, texts.length) }
  return yield* postText(client, target, posting, texts, kept, remember)
})

/** Takes a message of ours back. */
export const removeMessage = (client: WebClient, channel: string, ts: string): Effect.Effect<void, SlackFailure> =>
  unlessGone(callSlack("chat.delete", () => client.chat.delete({ channel, ts })))

/** Somebody has removed it meanwhile, and that is as good. */
const unlessGone = <A>(call: Effect.Effect<A, SlackFailure>): Effect.Effect<void, SlackFailure> =>
  call.pipe(
    Effect.catchIf(
      ({ code }) => code === "message_not_found" || code === "file_not_found" || code === "file_deleted",
      () => Effect.void
    ),
    Effect.asVoid
  )

/** Takes a file of ours back. */
export const removeFile = (client: WebClient, file: string): Effect.Effect<void, SlackFailure> =>
  unlessGone(callSlack("files.delete", () => client.files.delete({ file })))
