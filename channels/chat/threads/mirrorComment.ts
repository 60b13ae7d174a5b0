import { createHash } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import type { ChatFacts, LeasedUpdate } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { postText } from "../postText.ts"
import { removeFile, removeMessage } from "../removals.ts"
import { rewriteText } from "../rewriteText.ts"
import { Progress, type Target } from "../SlackProgress.ts"
import { sendFiles } from "../sendFiles.ts"
import type { MirrorServices } from "./mirrorThread.ts"
import type { ThreadWork } from "./SlackThreads.ts"
import { sentMark, showReaction } from "./showReaction.ts"
import { commentText } from "./threadTexts.ts"

/** What the team's thread currently shows of a comment; its text as a hash. */
const Shown = Schema.Struct({
  text: Schema.String,
  reaction: Schema.optionalKey(Schema.String),
  files: Schema.optionalKey(Schema.Array(Schema.String))
})

const hashOf = (parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 22)

/**
 * Brings a comment up to date in the team's thread: posts it, changes it, or deletes it. A comment that was written in that
 * channel is already there and stays its author's: it only gets the mark for what has reached the customer, as other
 * comments do.
 */
export const mirrorComment = Effect.fn("mirrorComment")(function* (
  { apiUrl, blobs, client }: MirrorServices,
  update: LeasedUpdate,
  { comment, commentPost }: ChatFacts,
  { keep, remember, turn }: ThreadWork,
  target: Target
) {
  if (comment === undefined) return
  const { channel } = target
  const before = Option.getOrUndefined(Schema.decodeUnknownOption(Shown)(commentPost?.shown))
  const wantedMark = comment.isSent && !comment.isGone ? sentMark : undefined

  const written = comment.writtenAs?.startsWith(`${channel}:`) === true ? comment.writtenAs : undefined
  if (written !== undefined) {
    const ts = written.slice(channel.length + 1)
    const reaction = yield* showReaction(client, channel, ts, before?.reaction, wantedMark)
    if (reaction !== before?.reaction)
      yield* keep("comment", channel, {
        messages: [],
        shown: { text: "", ...(reaction === undefined ? {} : { reaction }) }
      })
    return
  }

  if (comment.isGone) {
    if (commentPost === undefined || before === undefined) return
    for (const ts of commentPost.messages) yield* removeMessage(client, channel, ts)
    for (const file of before.files ?? []) yield* removeFile(client, file)
    yield* keep("comment", channel, { messages: [], shown: { text: before.text } })
    return
  }

  const { authorName, parts } = commentText(comment)
  const text = hashOf(parts)
  // It was deleted and has since been restored: it is posted anew.
  const posted = commentPost?.messages ?? []
  let messages: ReadonlyArray<string> = posted
  if (before?.text !== text || posted.length === 0) {
    const posting = { ...update, authorName }
    if (parts.length > posted.length) yield* turn(channel)
    const said =
      posted.length === 0
        ? yield* postText(client, target, posting, parts, {}, () => Effect.void)
        : yield* rewriteText(client, target, posting, parts, { posted }, () => Effect.void)
    messages = said.posted ?? []
  }
  let files = before?.files
  if (files === undefined && comment.files.length > 0) {
    const progress = Option.getOrElse(Schema.decodeUnknownOption(Progress)(update.progress), (): Progress => ({}))
    yield* keep("comment", channel, { messages, shown: { text } })
    yield* turn(channel)
    const remembering = (next: Progress) => {
      files = next.files
      return remember({ ...next })
    }
    files = progress.files
    yield* sendFiles({ client, apiUrl, blobs, remember: remembering }, target, comment.files, [], {
      ...progress,
      posted: messages
    })
  }
  const [first] = messages
  const reaction =
    first === undefined ? before?.reaction : yield* showReaction(client, channel, first, before?.reaction, wantedMark)
  yield* keep("comment", channel, {
    messages,
    shown: { text, ...(files === undefined ? {} : { files }), ...(reaction === undefined ? {} : { reaction }) }
  })
})
