import type { Json, JsonObject } from "../../../src/domain/Json.ts"
import { objectOf, objectsOf, textOf } from "../wire.ts"
import type { SlackNames } from "./fromSlackText.ts"

const text = (value: Json | undefined): string => textOf(value) ?? ""

/** The emoji in the rich text of a message, by name. */
export const emojiIn = (blocks: ReadonlyArray<JsonObject>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const walk = (nodes: ReadonlyArray<JsonObject>) => {
    for (const node of nodes) {
      if (node["type"] === "emoji") found.set(text(node["name"]), emojiOf(node))
      walk(objectsOf(node["elements"]))
    }
  }
  walk(blocks.filter((block) => block["type"] === "rich_text"))
  return found
}

/** Code points per emoji; families with skin tones have a dozen. */
const mostPoints = 30

const emojiOf = (node: JsonObject): string => {
  const points = text(node["unicode"])
    .split("-", mostPoints + 1)
    .map((point) => (/^[0-9a-f]{2,6}$/.test(point) ? Number.parseInt(point, 16) : 0))
  return points.length <= mostPoints && points.every((point) => point > 0 && point <= 0x10ffff)
    ? String.fromCodePoint(...points)
    : `:${text(node["name"])}:`
}

/**
 * A link as Markdown, or only its address if the label says no more. Slack turns typed addresses and numbers into links:
 * `example.com` into `http://example.com`, `+49 30 1234` into `tel:+49301234`.
 */
export const linkText = (address: string, label = ""): string => {
  const bare = address.replace(/^(?:mailto|tel):/, "")
  if (address.startsWith("tel:") && digits(label) === digits(bare)) return label
  return label === "" || typed(label) === typed(bare) ? bare : `[${label}](${address})`
}

const digits = (number: string) => number.replace(/\D/g, "")

/** An address in the form in which people type it. */
const typed = (address: string) => address.replace(/^https?:\/\//, "").replace(/\/$/, "")

/**
 * The rich text of a message (docs.slack.dev, Rich text block) as plain text, with lists and quotes marked as in Markdown.
 */
export const richText = (blocks: ReadonlyArray<JsonObject>, names: SlackNames): string =>
  blocks
    .flatMap((block) =>
      block["type"] === "rich_text"
        ? objectsOf(block["elements"]).map((part) => partText(part, names))
        : [text(objectOf(block["text"])["text"])]
    )
    .join("\n")
    .trim()

const partText = (part: JsonObject, names: SlackNames): string => {
  const elements = objectsOf(part["elements"])
  switch (part["type"]) {
    case "rich_text_list": {
      const indent = "  ".repeat(typeof part["indent"] === "number" ? Math.min(part["indent"], 8) : 0)
      // A list that is interrupted by a nested one continues with an offset.
      const first = typeof part["offset"] === "number" ? 1 + part["offset"] : 1
      return elements
        .map((item, index) => {
          const mark = part["style"] === "ordered" ? `${first + index}.` : "-"
          return `${indent}${mark} ${spanText(objectsOf(item["elements"]), names)}`
        })
        .join("\n")
    }
    case "rich_text_quote":
      return `> ${spanText(elements, names).replaceAll("\n", "\n> ")}`
    case "rich_text_preformatted":
      return `\`\`\`\n${spanText(elements, names)}\n\`\`\``
    default:
      return spanText(elements, names)
  }
}

const spanText = (elements: ReadonlyArray<JsonObject>, names: SlackNames): string =>
  elements
    .map((element) => {
      const id = (name: string) => text(element[name])
      switch (element["type"]) {
        case "text":
          return text(element["text"])
        case "link":
          return linkText(text(element["url"]), text(element["text"]))
        case "user":
          return `@${names.user(id("user_id")) ?? id("user_id")}`
        case "channel":
          return `#${names.channel(id("channel_id")) ?? id("channel_id")}`
        case "usergroup":
          return `@${id("usergroup_id")}`
        case "broadcast":
          return `@${id("range")}`
        case "emoji":
          return emojiOf(element)
        case "date":
          return id("fallback")
        case "color":
          return id("value")
        default:
          return ""
      }
    })
    .join("")
