import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import { changeMessage } from "./changeMessage.ts"
import { type Posting, postText } from "./postText.ts"
import { removeMessage, unlessGone } from "./removals.ts"
import type { SlackFailure } from "./SlackFailure.ts"
import type { Progress, Target } from "./SlackProgress.ts"

/**
 * Replaces the text of posted messages (`before.posted`) with new parts: surplus messages are deleted, and surplus parts
 * are posted as by `postText`. A message that somebody has deleted stays deleted. The author's name is sent again, because
 * Slack shows the app's own name if it is left out (slackapi/node-slack-sdk#944).
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
  const name = before.anonymous === true ? undefined : posting.authorName
  for (const [index, ts] of posted.entries()) {
    const text = texts[index]
    const blocks = index === 0 ? posting.blocks : undefined
    yield* text === undefined
      ? removeMessage(client, channel, ts)
      : unlessGone(underName(name, (username) => changeMessage(client, { channel, ts, text, blocks, username })))
  }
  const kept = { ...before, posted: posted.slice(0, texts.length) }
  return yield* postText(client, target, posting, texts, kept, remember)
})

/** Refusals to post under another name. */
const nameless: ReadonlySet<string> = new Set(["missing_scope", "invalid_arguments", "invalid_arg_name"])

/** Makes the change under the name, or without it if Slack refuses that. */
const underName = (
  name: string | undefined,
  change: (username: string | undefined) => Effect.Effect<void, SlackFailure>
): Effect.Effect<void, SlackFailure> =>
  Effect.catchIf(
    change(name),
    ({ code }) => name !== undefined && nameless.has(code),
    () => change(undefined)
  )
