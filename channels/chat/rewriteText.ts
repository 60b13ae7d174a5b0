import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import { type Posting, postText } from "./postText.ts"
import { removeMessage, unlessGone } from "./removals.ts"
import { callSlack } from "./SlackFailure.ts"
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
