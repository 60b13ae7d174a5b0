import type { JsonObject } from "../../../src/domain/Json.ts"
import { emojiIn, linkText, richText } from "./richText.ts"

/** The names to show for ids in a message. */
export interface SlackNames {
  readonly user: (id: string) => string | undefined
  readonly channel: (id: string) => string | undefined
}

/** Characters kept of a message: as many as Slack allows. */
export const longestMessage = 40_000
/** Characters that those can take in Slack's encoding, where `&amp;` stands for one. */
const longestWritten = 5 * longestMessage

/**
 * Converts a Slack message to plain text with Markdown links: entities decoded, mentions by name, emoji as characters if
 * the message says which they are. If it has no text, its rich text is used.
 */
export const fromSlackText = (text: string, blocks: ReadonlyArray<JsonObject>, names: SlackNames): string => {
  const emoji = emojiIn(blocks)
  const written = text.slice(0, longestWritten)
  const said = written.trim() === "" ? richText(blocks, names) : plain(written, names)
  return said
    .slice(0, longestWritten)
    .replace(/:([a-z0-9_'+-]+)(?:::(skin-tone-\d))?:/g, (code, name: string) => emoji.get(name) ?? code)
    .slice(0, longestMessage)
    .toWellFormed()
}

/** Ids of the people that a message mentions without their names. */
export const mentionedUsers = (text: string, blocks: ReadonlyArray<JsonObject>): ReadonlyArray<string> => [
  ...new Set(
    [...`${text} ${JSON.stringify(blocks)}`.matchAll(/<@([UW][A-Z0-9]+)\|?>|"user_id":"([UW][A-Z0-9]+)"/g)].flatMap(
      ([, bare, inBlock]) => bare ?? inBlock ?? []
    )
  )
]

const plain = (text: string, names: SlackNames): string =>
  text
    .replace(/<([^<>\n]*)>/g, (whole, inside: string) => controlled(whole, inside, names))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

/** Mentions of everybody in a channel or workspace, whatever their label says. */
const broadcasts: ReadonlySet<string> = new Set(["here", "channel", "everyone"])

/**
 * A Slack control sequence, without its angle brackets: `@U1|name`, `#C1|name`, `!subteam^S1|@team`, `!here`, `url|label`.
 */
const controlled = (whole: string, inside: string, names: SlackNames): string => {
  const bar = inside.indexOf("|")
  const target = bar < 0 ? inside : inside.slice(0, bar)
  const label = bar < 0 ? undefined : inside.slice(bar + 1)
  const id = target.slice(1)
  switch (target[0]) {
    case "@":
      return `@${label || (names.user(id) ?? id)}`
    case "#":
      return `#${label || (names.channel(id) ?? id)}`
    case "!":
      return broadcasts.has(id) ? `@${id}` : label || `@${id.split("^", 2).at(-1)}`
    default:
      if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return whole
      return linkText(target, label)
  }
}
