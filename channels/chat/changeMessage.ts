import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import type { Block } from "./blocks/blockKit.ts"
import { callSlack, type SlackFailure } from "./SlackFailure.ts"

/** Where a message of ours is, and what it says from now on. */
interface ChangedMessage {
  readonly channel: string
  readonly ts: string
  readonly text: string
  readonly blocks?: ReadonlyArray<Block> | undefined
  readonly username?: string | undefined
}

/**
 * Lets a message of ours say something else. A changed text Slack reads as if somebody had typed it, and not as what is posted:
 * markup in it is shown as its characters, unless `parse` says otherwise (shaharia-lab/slackcli#106).
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
