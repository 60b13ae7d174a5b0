import type { ChatPostMessageArguments, WebClient } from "@slack/web-api"
import { Effect } from "effect"
import type { ChannelMessage } from "../../src/tickets/outbound/ChannelOutbox.ts"
import type { Block } from "./blocks/blockKit.ts"
import { removeMessage } from "./removals.ts"
import { callSlack, isRefusal, SlackFailure } from "./SlackFailure.ts"
import type { Progress, Target } from "./SlackProgress.ts"
import { messagesIn, objectOf, textOf } from "./wire.ts"

/** By what we find a message of ours again. */
const eventType = "ticket_comment"
/** Messages that are looked through for one of ours: Slack's most, and more than are written between two attempts. */
const lookedThrough = 999

/** What is posted, under an id by which it is found again. */
export interface Posting extends Pick<ChannelMessage, "attempts" | "createdAt"> {
  readonly id: string
  readonly authorName?: string | undefined
  /** Beside the text of its first part, which is then for notifications. */
  readonly blocks?: ReadonlyArray<Block> | undefined
}

/** Refusals of a thread that takes no more, while its channel may: it was removed, or locked by an admin. */
const over: ReadonlySet<string> = new Set([
  "thread_not_found",
  "cannot_reply_to_message",
  "restricted_action_thread_locked"
])

/** Whether a thread takes no more: what was to be said in it can be said elsewhere. */
export const isThreadOver = ({ code }: SlackFailure): boolean => over.has(code)

/**
 * Posts the parts of a text that an earlier attempt did not, each once: where an attempt may have posted without hearing
 * of it, the conversation is looked through first. Answers with how far it came. What has moved on (`before.isMoved`) begins
 * a thread of its own, with its other parts in it.
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
          // Without the right to write under a name the app writes under its own.
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

/** Where the next part goes. */
const placeOf = (target: Target, { isMoved, posted }: Progress): Target =>
  isMoved === true ? { channel: target.channel, threadTs: posted?.[0] } : target

/**
 * Posts one part. Where the message that began the thread was removed before anybody had answered it, Slack posts into the channel
 * itself and tells so by nothing but the thread that its answer leaves out (slack-go/slack#1571): that is taken back.
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

/** Whether nothing is left of a thread. */
const isGone = (client: WebClient, channel: string, threadTs: string): Effect.Effect<boolean, SlackFailure> =>
  callSlack("conversations.replies", () => client.conversations.replies({ channel, ts: threadTs, limit: 1 })).pipe(
    Effect.as(false),
    Effect.catchIf(isRefusal, ({ code }) => Effect.succeed(code === "thread_not_found"))
  )

/** The parts of a message that are there already, by their numbers. */
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

/** Nothing of it was posted before it was written; Slack's clock may differ by a minute. */
const secondsOf = ({ createdAt }: Pick<Posting, "createdAt">): string =>
  String(Math.floor(createdAt.epochMilliseconds / 1000) - 60)
