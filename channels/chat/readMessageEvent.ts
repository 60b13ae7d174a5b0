import type { JsonObject } from "../../src/domain/Json.ts"
import { titleOf } from "../../src/tickets/intake/titleOf.ts"
import { isOtherBot } from "./isOwnEvent.ts"
import { nameIn, objectOf, objectsOf, textOf } from "./wire.ts"

/** A message from elsewhere that the author of a message has forwarded with it. */
export interface PassedOn {
  readonly author: string | undefined
  /** The address of the original. */
  readonly link: string | undefined
  readonly text: string
  readonly blocks: ReadonlyArray<JsonObject>
}

/** A message that a person wrote. */
export interface SlackMessage {
  readonly channel: string
  /** Whether it is in a direct conversation with our bot. */
  readonly isDirect: boolean
  readonly ts: string
  /** The root of its thread; `undefined` if it stands alone or is a root itself. */
  readonly threadTs: string | undefined
  readonly user: string
  readonly text: string
  readonly blocks: ReadonlyArray<JsonObject>
  readonly passedOn: ReadonlyArray<PassedOn>
  /** Includes those of forwarded messages. */
  readonly files: ReadonlyArray<JsonObject>
}

/** What a `message` event means. Slack keeps adding subtypes: those not listed here are `nothing`. */
export type MessageNews =
  | { readonly kind: "said"; readonly message: SlackMessage }
  | { readonly kind: "edited"; readonly message: SlackMessage; readonly editedTs: string }
  | { readonly kind: "removed"; readonly message: SlackMessage }
  | { readonly kind: "nothing" }

/** Subtypes of messages that a person wrote. */
const content: ReadonlySet<string | undefined> = new Set([undefined, "file_share", "me_message", "thread_broadcast"])

/** Forwarded messages per message: Slack allows a hundred attachments. */
const mostShared = 100

const nothing: MessageNews = { kind: "nothing" }

export const readMessageEvent = (event: JsonObject): MessageNews => {
  const channel = nameIn(event["channel"])
  if (channel === undefined || !/^[A-Z0-9]+$/.test(channel)) return nothing
  const isDirect = textOf(event["channel_type"]) === "im"
  switch (textOf(event["subtype"])) {
    case "message_changed": {
      const changed = objectOf(event["message"])
      // A deleted message with replies is replaced by a tombstone.
      if (textOf(changed["subtype"]) === "tombstone") return removedIn(event, channel, isDirect)
      const message = readMessage(changed, channel, isDirect)
      const editedTs = nameIn(objectOf(changed["edited"])["ts"])
      // Unfurled links and detected languages change a message, too.
      return message === undefined || editedTs === undefined ? nothing : { kind: "edited", message, editedTs }
    }
    case "message_deleted":
      return removedIn(event, channel, isDirect)
    default: {
      const message = readMessage(event, channel, isDirect)
      return message === undefined ? nothing : { kind: "said", message }
    }
  }
}

const removedIn = (event: JsonObject, channel: string, isDirect: boolean): MessageNews => {
  const message = readMessage(objectOf(event["previous_message"]), channel, isDirect)
  return message === undefined ? nothing : { kind: "removed", message }
}

/** Reads a message from an event or from `conversations.replies`; `undefined` if no person wrote it. */
export const readMessage = (message: JsonObject, channel: string, isDirect: boolean): SlackMessage | undefined => {
  const { ts, user } = { ts: textOf(message["ts"]), user: nameIn(message["user"]) }
  if (ts === undefined || !/^\d{1,10}\.\d{6}$/.test(ts) || user === undefined) return undefined
  if (!content.has(textOf(message["subtype"])) || isOtherBot(message)) return undefined
  const threadTs = nameIn(message["thread_ts"])
  // Unfurled links are attachments, too.
  const shared = objectsOf(message["attachments"])
    .filter(({ is_share }) => is_share === true)
    .slice(0, mostShared)
  return {
    channel,
    isDirect,
    ts,
    threadTs: threadTs === ts ? undefined : threadTs,
    user,
    text: textOf(message["text"]) ?? "",
    blocks: objectsOf(message["blocks"]),
    passedOn: shared.map(passedOnIn),
    files: [message, ...shared].flatMap(({ files }) => objectsOf(files))
  }
}

const passedOnIn = (attachment: JsonObject): PassedOn => ({
  author: textOf(attachment["author_name"]) || textOf(attachment["author_subname"]) || undefined,
  link: textOf(attachment["from_url"]) ?? textOf(attachment["original_url"]),
  text: textOf(attachment["text"]) ?? "",
  blocks: objectsOf(attachment["message_blocks"]).flatMap(({ message }) => objectsOf(objectOf(message)["blocks"]))
})

/** The key of a thread: its channel and the `ts` of its root. */
export const threadKey = (channel: string, rootTs: string): string => `${channel}:${rootTs}`

/** The key of a message's conversation: its thread, or the whole direct conversation with our bot. */
export const conversationKey = ({ channel, isDirect, threadTs, ts }: SlackMessage): string =>
  isDirect ? channel : threadKey(channel, threadTs ?? ts)

/** The title of a ticket opened by a message: its first line, without quote marks. */
export const messageTitle = (text: string): string => titleOf(text.replace(/^[>\s]+/, "")) ?? ""
