import type { ChatPostMessageArguments, WebClient } from "@slack/web-api"
import { Effect } from "effect"
import type { ChannelMessage } from "../../src/tickets/outbound/ChannelOutbox.ts"
import type { Block } from "./blocks/blockKit.ts"
import { removeMessage } from "./removals.ts"
import { callSlack, isRefusal, SlackFailure } from "./SlackFailure.ts"
import type { Progress, Target } from "./SlackProgress.ts"
import { messagesIn, objectOf, textOf } from "./wire.ts"

/** The metadata type by which we recognize our own messages. */
const eventType = "ticket_comment"
/** Messages searched for one of ours: the most that Slack allows, and more than are written between two attempts. */
const lookedThrough = 999

/** What is posted, with the id by which a retry finds it. */
export interface Posting extends Pick<ChannelMessage, "attempts" | "createdAt"> {
  readonly id: string
  readonly authorName?: string | undefined
  /** Shown in place of the first part's text, which is then used for notifications. */
  readonly blocks?: ReadonlyArray<Block> | undefined
}

/** Refusals by a thread that accepts no more while its channel may: it was deleted, or locked by an admin. */
const over: ReadonlySet<string> = new Set([
  "thread_not_found",
  "cannot_reply_to_message",
  "restricted_action_thread_locked"
])

/** Whether the thread accepts no more, so that the message has to go elsewhere. */
export const isThreadOver = ({ code }: SlackFailure): boolean => over.has(code)

/**
 * Posts the parts of a text that earlier attempts did not, each once: a retry first searches the conversation for parts
 * that were posted without our receiving the response. Returns its progress. After a move (`before.isMoved`), the first
 * part begins a new thread, and the others go into it.
 */
export const postText = Effect.fn("postText")(function* (
  client: WebClient,
  target: Target,
  message: Posting,
  parts: ReadonlyArray<string>,
  before: Progress,
  remember: (progress: Progress) => Effect.Effect<void>
) {
  let progress = before
  const texts = parts.filter((part) => part !== "")
  if ((progress.posted?.length ?? 0) >= texts.length) return progress
  const look = (place: Target) =>
    message.attempts > 1 ? ourMessages(client, place, message) : Effect.succeed(new Map<number, string>())
  let place = placeOf(target, progress)
  let found = yield* look(place)
  for (const [part, text] of texts.entries()) {
    if (part < (progress.posted?.length ?? 0)) continue
    if (place.threadTs !== placeOf(target, progress).threadTs) {
      place = placeOf(target, progress)
      found = yield* look(place)
    }
    const known = found.get(part)
    if (known === undefined) {
      const posted = yield* post(client, place, message, text, part, progress.anonymous === true).pipe(
        Effect.catchIf(
          (failure) => failure.code === "missing_scope" && progress.anonymous !== true,
          // Without the permission to post under another name, the app posts under its own.
          () => {
            progress = { ...progress, anonymous: true }
            return post(client, place, message, text, part, true)
          }
        )
      )
      progress = { ...progress, posted: [...(progress.posted ?? []), posted] }
    } else progress = { ...progress, posted: [...(progress.posted ?? []), known] }
    yield* remember(progress)
  }
  return progress
})

/** Where the next part is posted. */
const placeOf = (target: Target, { isMoved, posted }: Progress): Target =>
  isMoved === true ? { channel: target.channel, threadTs: posted?.[0] } : target

/**
 * Posts one part. If the root of the thread was deleted before anybody replied, Slack posts into the channel itself, and
 * shows it only by leaving the thread out of its response (slack-go/slack#1571): such a message is deleted again.
 */
const post = (
  client: WebClient,
  { channel, threadTs }: Target,
  { authorName, blocks, id }: Posting,
  text: string,
  part: number,
  anonymous: boolean
): Effect.Effect<string, SlackFailure> => {
  const arguments_: ChatPostMessageArguments = {
    channel,
    text,
    metadata: { event_type: eventType, event_payload: { outboxId: id, part } },
    unfurl_links: false,
    unfurl_media: false,
    ...(blocks === undefined || part > 0 ? {} : { blocks: [...blocks] }),
    ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    ...(authorName === undefined || anonymous ? {} : { username: authorName })
  }
  return Effect.flatMap(
    callSlack("chat.postMessage", () => client.chat.postMessage(arguments_)),
    Effect.fnUntraced(function* ({ message, ts = "" }) {
      if (threadTs === undefined || message?.thread_ts !== undefined) return ts
      if (!(yield* isGone(client, channel, threadTs))) return ts
      yield* removeMessage(client, channel, ts)
      return yield* new SlackFailure({ method: "chat.postMessage", kind: "refused", code: "thread_not_found" })
    })
  )
}

/** Whether a thread no longer exists. */
const isGone = (client: WebClient, channel: string, threadTs: string): Effect.Effect<boolean, SlackFailure> =>
  callSlack("conversations.replies", () => client.conversations.replies({ channel, ts: threadTs, limit: 1 })).pipe(
    Effect.as(false),
    Effect.catchIf(isRefusal, ({ code }) => Effect.succeed(code === "thread_not_found"))
  )

/** The parts of a message that are already posted, by part number. */
export const ourMessages = Effect.fnUntraced(function* (
  client: WebClient,
  { channel, threadTs }: Target,
  message: Pick<Posting, "id" | "createdAt">
) {
  const from = { channel, include_all_metadata: true, limit: lookedThrough, oldest: secondsOf(message) }
  const answer =
    threadTs === undefined
      ? yield* callSlack("conversations.history", () => client.conversations.history(from))
      : yield* callSlack("conversations.replies", () => client.conversations.replies({ ...from, ts: threadTs }))
  return new Map(
    messagesIn(answer).flatMap((one) => {
      const metadata = objectOf(one["metadata"])
      const payload = objectOf(metadata["event_payload"])
      const [part, ts] = [payload["part"], textOf(one["ts"])]
      const isOurs = metadata["event_type"] === eventType && payload["outboxId"] === message.id
      return isOurs && typeof part === "number" && ts !== undefined ? [[part, ts] as const] : []
    })
  )
})

/** Where the search begins: nothing was posted before the message was created. Slack's clock may differ by a minute. */
const secondsOf = ({ createdAt }: Pick<Posting, "createdAt">): string =>
  String(Math.floor(createdAt.epochMilliseconds / 1000) - 60)
