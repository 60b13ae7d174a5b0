import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import type { Block } from "./blocks/blockKit.ts"
import { callSlack, type SlackFailure } from "./SlackFailure.ts"

/** A posted message, and its new content. */
interface ChangedMessage {
  readonly channel: string
  readonly ts: string
  readonly text: string
  readonly blocks?: ReadonlyArray<Block> | undefined
  readonly username?: string | undefined
}

/**
 * Changes a message of ours. Unlike a posted text, Slack treats a changed one as typed by a person: its markup shows as
 * plain characters, unless `parse` says otherwise (shaharia-lab/slackcli#106).
 */
export const changeMessage = (
  client: WebClient,
  { blocks, channel, text, ts, username }: ChangedMessage
): Effect.Effect<void, SlackFailure> =>
  Effect.asVoid(
    callSlack("chat.update", () =>
      client.chat.update({
        channel,
        ts,
        text,
        parse: "none",
        ...(blocks === undefined ? {} : { blocks: [...blocks] }),
        ...(username === undefined ? {} : { username })
      })
    )
  )
