import type { types } from "@slack/bolt"
import { beginningOf } from "../../../src/domain/beginningOf.ts"
import { escapeSlack } from "../text/toSlackText.ts"

// The part of Slack's Block Kit (docs.slack.dev, Block Kit reference) that is used here. Callers escape other people's text
// for `mrkdwn`; `plain_text` is never interpreted.

export type Block = types.KnownBlock
export type Button = types.Button

/** Characters that Slack accepts in a section, in a button's label and value, and in `private_metadata`. */
export const blockLimits = { section: 3000, button: 75, value: 2000, metadata: 3000 } as const

/** The text, cut to `most` characters if it is longer, at a character boundary. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${beginningOf(text, most - 1).trimEnd()}…`

/** Somebody else's text, escaped for `mrkdwn` and cut to `most` characters. */
export const foreign = (text: string, most: number): string => escapeSlack(shortened(text, most))

export const plain = (text: string): types.PlainTextElement => ({ type: "plain_text", text, emoji: true })

export const section = (text: string): Block => ({ type: "section", text: { type: "mrkdwn", text } })

export const context = (text: string): Block => ({ type: "context", elements: [{ type: "mrkdwn", text }] })

export const button = (
  actionId: string,
  label: string,
  value: string,
  style?: "primary" | "danger" | undefined
): Button => ({
  type: "button",
  action_id: actionId,
  text: plain(shortened(label, blockLimits.button)),
  value,
  ...(style === undefined ? {} : { style })
})

/** A link that looks like a button. Slack reports clicks on it, too. */
export const linkButton = (label: string, url: string): Button => ({
  type: "button",
  action_id: "open_link",
  text: plain(label),
  url
})
