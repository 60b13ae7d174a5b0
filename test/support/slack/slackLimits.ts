import { checkInput } from "./slackInputs.ts"
import { SlackRefusal, type Wire } from "./slackRecords.ts"

/** Largest lengths, in characters, of the parts of a message or view (docs.slack.dev, Block Kit reference). */
const blockTexts: Record<string, number> = { section: 3000, header: 150, context: 2000 }
const blocksOfMessage = 50
const blocksOfView = 100
const viewBytes = 250_000

const isObject = (value: unknown): value is Wire => typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown) => (isObject(value) && typeof value["text"] === "string" ? value["text"] : "")

const checkBlock = (block: unknown): ReadonlyArray<string> => {
  if (!isObject(block) || typeof block["type"] !== "string") return ["no more than an object with a type is a block"]
  if (block["type"] === "input") return checkInput(block)
  const limit = blockTexts[block["type"]]
  const id = block["block_id"]
  const elements = Array.isArray(block["elements"]) ? block["elements"] : []
  return [
    ...(limit !== undefined && textOf(block["text"]).length > limit ? [`text of ${block["type"]} over ${limit}`] : []),
    ...(block["type"] === "section" && block["text"] === undefined && block["fields"] === undefined
      ? ["section without text or fields"]
      : []),
    ...(typeof id === "string" && id.length > 255 ? ["block_id over 255"] : []),
    ...(new Set(elements.map((element) => (isObject(element) ? element["action_id"] : element))).size < elements.length
      ? ["action_id twice in a block"]
      : []),
    ...(block["type"] === "actions" && (elements.length === 0 || elements.length > 25) ? ["1 to 25 elements"] : []),
    ...elements.flatMap((element) =>
      isObject(element) && element["type"] === "button"
        ? [
            ...(textOf(element["text"]).length > 75 ? ["text of button over 75"] : []),
            ...(String(element["value"] ?? "").length > 2000 ? ["value of button over 2000"] : []),
            ...(typeof element["action_id"] === "string" || element["url"] !== undefined ? [] : ["no action_id"])
          ]
        : []
    )
  ]
}

const checkBlocks = (blocks: unknown, most: number): ReadonlyArray<string> => {
  if (!Array.isArray(blocks)) return ["blocks is no array"]
  const ids = blocks.flatMap((block) =>
    isObject(block) && typeof block["block_id"] === "string" ? [block["block_id"]] : []
  )
  return [
    ...(blocks.length > most ? [`more than ${most} blocks`] : []),
    ...(new Set(ids).size === ids.length ? [] : ["block_id twice"]),
    ...blocks.flatMap(checkBlock)
  ]
}

/** Refuses a message that Slack would refuse. */
export const checkMessage = (args: Wire) => {
  const { blocks, text } = args
  if (typeof args["thread_ts"] === "number") throw new SlackRefusal("invalid_arguments", ["thread_ts is no string"])
  if ((text === undefined || text === "") && blocks === undefined) throw new SlackRefusal("no_text")
  if (typeof text === "string" && text.length > 40_000) throw new SlackRefusal("msg_too_long")
  const faults = blocks === undefined ? [] : checkBlocks(blocks, blocksOfMessage)
  if (faults.length > 0) throw new SlackRefusal("invalid_blocks", faults)
}

/** Refuses unfurls that Slack would refuse: it accepts only URLs that it asked about. */
export const checkUnfurl = (args: Wire, asked: ReadonlyMap<string, ReadonlySet<string>>) => {
  const links = asked.get(String(args["unfurl_id"]))
  if (links === undefined) throw new SlackRefusal("cannot_find_message")
  if (args["source"] !== "composer" && args["source"] !== "conversations_history")
    throw new SlackRefusal("missing_source")
  const { unfurls } = args
  if (!isObject(unfurls) || Object.keys(unfurls).length === 0) throw new SlackRefusal("missing_unfurls")
  for (const [url, shown] of Object.entries(unfurls)) {
    if (!links.has(url)) throw new SlackRefusal("cannot_unfurl_url", [url])
    const faults = isObject(shown) ? checkBlocks(shown["blocks"], blocksOfMessage) : ["no object"]
    if (faults.length > 0) throw new SlackRefusal("invalid_blocks", faults)
  }
}

/** Refuses a view that Slack would refuse. */
export const checkView = (view: unknown): Wire => {
  if (!isObject(view)) throw new SlackRefusal("invalid_arguments", ["view is no object"])
  const type = view["type"]
  if (type !== "modal" && type !== "home") throw new SlackRefusal("invalid_arguments", ["view.type"])
  if (Buffer.byteLength(JSON.stringify(view)) > viewBytes) throw new SlackRefusal("view_too_large")
  const hasInput =
    Array.isArray(view["blocks"]) && view["blocks"].some((block) => isObject(block) && block["type"] === "input")
  const faults = [
    ...checkBlocks(view["blocks"], blocksOfView),
    ...["title", "submit", "close"].flatMap((part) =>
      textOf(view[part]).length > 24 ? [`${part} over 24 characters`] : []
    ),
    ...(type === "modal" && textOf(view["title"]) === "" ? ["modal without title"] : []),
    ...(type === "modal" && hasInput && view["submit"] === undefined ? ["inputs without submit"] : []),
    ...(String(view["private_metadata"] ?? "").length > 3000 ? ["private_metadata over 3000 characters"] : []),
    ...(String(view["callback_id"] ?? "").length > 255 ? ["callback_id over 255 characters"] : [])
  ]
  if (faults.length > 0) throw new SlackRefusal("invalid_arguments", faults)
  return view
}
