import type { JsonObject } from "../../src/domain/Json.ts"
import { titleOf } from "../../src/tickets/intake/titleOf.ts"
import { isOtherBot } from "./isOwnEvent.ts"
import { nameIn, objectOf, objectsOf, textOf } from "./wire.ts"

/** What somebody else said elsewhere, which the author of a message has passed on with it. */
export interface PassedOn {
  readonly author: string | undefined
  /** Where it was said. */
  readonly link: string | undefined
  readonly text: string
  readonly blocks: ReadonlyArray<JsonObject>
}

/** A message as somebody wrote it. */
export interface SlackMessage {
  readonly channel: string
  /** In a conversation with our bot alone. */
  readonly isDirect: boolean
  readonly ts: string
  /** The message that it answers; none for one that stands by itself, or begins a thread. */
  readonly threadTs: string | undefined
  readonly user: string
  readonly text: string
  readonly blocks: ReadonlyArray<JsonObject>
  readonly passedOn: ReadonlyArray<PassedOn>
  /** Those of what is passed on, too. */
  readonly files: ReadonlyArray<JsonObject>
}

/** What a `message` event tells. Slack adds subtypes all the time: what is not listed here is `nothing`. */
export type MessageNews =
  | { readonly kind: "said"; readonly message: SlackMessage }
  | { readonly kind: "edited"; readonly message: SlackMessage; readonly editedTs: string }
  | { readonly kind: "removed"; readonly message: SlackMessage }
  | { readonly kind: "nothing" }

/** Subtypes that are something said. */
const content: ReadonlySet<string | undefined> = new Set([undefined, "file_share", "me_message", "thread_broadcast"])

/** What is passed on with one message: Slack takes a hundred attachments. */
const mostShared = 100

const nothing: MessageNews = { kind: "nothing" }

export const readMessageEvent = (event: JsonObject): MessageNews => {
  const channel = nameIn(event["channel"])
  if (channel === undefined || !/^[A-Z0-9]+$/.test(channel)) return nothing
  const isDirect = textOf(event["channel_type"]) === "im"
  switch (textOf(event["subtype"])) {
    case "message_changed": {
      const changed = objectOf(event["message"])
      // Of a message that was answered a sign is left, which changes it.
      if (textOf(changed["subtype"]) === "tombstone") return removedIn(event, channel, isDirect)
      const message = readMessage(changed, channel, isDirect)
      const editedTs = nameIn(objectOf(changed["edited"])["ts"])
      // Unfurled links and guessed languages change a message too.
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

/** A message out of an event or of `conversations.replies`; none where no person said something in it. */
export const readMessage = (message: JsonObject, channel: string, isDirect: boolean): SlackMessage | undefined => {
  const { ts, user } = { ts: textOf(message["ts"]), user: nameIn(message["user"]) }
  if (ts === undefined || !/^\d{1,10}\.\d{6}$/.test(ts) || user === undefined) return undefined
  if (!content.has(textOf(message["subtype"])) || isOtherBot(message)) return undefined
  const threadTs = nameIn(message["thread_ts"])
  // Links that only show what they lead to are attachments, too.
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

/** By what a thread is known: its channel and the message that began it. */
export const threadKey = (channel: string, rootTs: string): string => `${channel}:${rootTs}`

/** The conversation that a message is part of: its thread, or, with our bot alone, all of it. */
export const conversationKey = ({ channel, isDirect, threadTs, ts }: SlackMessage): string =>
  isDirect ? channel : threadKey(channel, threadTs ?? ts)

/** What a ticket is called that somebody opened by writing: their first line, whether it quotes or not. */
export const messageTitle = (text: string): string => titleOf(text.replace(/^[>\s]+/, "")) ?? ""
