import { Duration, Effect, Layer, Option, Schema } from "effect"
import type { SlackConnection } from "../../src/domain/ChannelConnection.ts"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { ChatDirectory } from "../../src/tickets/connections/ChatDirectory.ts"
import { BlobStore } from "../../src/tickets/files/BlobStore.ts"
import type { Delivered } from "../../src/tickets/outbound/attemptMessage.ts"
import { type ChannelMessage, ChannelOutbox } from "../../src/tickets/outbound/ChannelOutbox.ts"
import { deliverMessages } from "../../src/tickets/outbound/deliverMessages.ts"
import { pauseAfter } from "../../src/tickets/outbound/pauseAfter.ts"
import { resting, restingWhereLimited, takeTurn } from "./Pace.ts"
import { isThreadOver, postText } from "./postText.ts"
import { reviseMessage } from "./reviseMessage.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { endsAccess, isRefusal, type SlackFailure } from "./SlackFailure.ts"
import { Progress, type Target, targetOf } from "./SlackProgress.ts"
import { SlackWorkspaces } from "./SlackWorkspaces.ts"
import { sendFiles } from "./sendFiles.ts"
import { namesOf, spokenText } from "./text/spokenText.ts"
import { longestText, toSlackMessages } from "./text/toSlackText.ts"

/** How long one node holds the lease on a message; an attempt takes at most half of it. */
const lease = Duration.minutes(4)
/** Attempts at a message: about a day, with the pauses between them. */
const mostAttempts = 100
/** Milliseconds that a message waits for its turn in its channel; if its turn is further away, it is put back. */
const longestTurn = 5_000

/** Sends agents' comments to the Slack threads of their tickets, under the agents' names. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const outbox = yield* ChannelOutbox
    const workspaces = yield* SlackWorkspaces

    return deliverMessages({
      kind: "chat",
      lease,
      retryDelay: (attempts, random) => (attempts > mostAttempts ? undefined : pauseAfter(attempts, random)),
      deliver: (message, connection, remember, confirm) =>
        send(message, connection, (progress) => remember({ ...progress }), confirm).pipe(
          restingWhereLimited(connection.id),
          answered,
          Effect.flatMap(withFallback(message, connection))
        ),
      revise: (revision, connection) =>
        workspaces.access(connection).pipe(
          Effect.flatMap(({ client }) => reviseMessage(client, outbox, revision)),
          answered
        )
    })
  })
)

/**
 * If the channel no longer reaches anybody, falls back to email, provided that the address certainly belongs to the
 * recipient. That is so for colleagues in the workspace itself, whose addresses Slack has confirmed. What people of another
 * company write in their profiles proves nothing: their address must be one from which the brand has received email that
 * its domain vouches for.
 */
const withFallback = (message: ChannelMessage, connection: SlackConnection) =>
  Effect.fnUntraced(function* (delivered: Delivered) {
    if (delivered.outcome !== "refused" || delivered.fallback === undefined) return delivered
    const { email, externalId } = message.recipient
    const directory = yield* ChatDirectory
    const isReachable = Effect.gen(function* () {
      if (email === undefined) return false
      const known =
        externalId === undefined ? Option.none() : yield* directory.person(message.scope, connection.id, externalId)
      const isColleagues =
        Option.isSome(known) &&
        known.value.email === email &&
        known.value.facts["isGuest"] === false &&
        known.value.facts["teamId"] === connection.settings.teamId
      return isColleagues || (yield* directory.provenByMail(message.scope, email))
    })
    const mayMail = yield* Effect.catchTag(isReachable, "DatabaseUnavailable", () => Effect.succeed(false))
    return mayMail ? delivered : { ...delivered, fallback: undefined }
  })

/** The outcome of an attempt, with every failure mapped to one. */
export const answered = <R>(attempt: Effect.Effect<Delivered, SlackFailure | DatabaseUnavailable, R>) =>
  attempt.pipe(
    Effect.catchTag("SlackFailure", (failure) => Effect.succeed(failed(failure))),
    Effect.catchTag("DatabaseUnavailable", () =>
      Effect.succeed<Delivered>({ outcome: "refused", permanent: false, reason: "The database was unavailable" })
    )
  )

const send = Effect.fn("SlackSender.send")(function* (
  message: ChannelMessage,
  connection: SlackConnection,
  remember: (progress: Progress) => Effect.Effect<void>,
  confirm: Effect.Effect<void>
) {
  const workspaces = yield* SlackWorkspaces
  const blobs = yield* BlobStore
  const { apiUrl } = yield* SlackAppSettings
  const directory = yield* ChatDirectory
  const thread = targetOf(message.conversation.key)
  const waiting = yield* takeTurn(connection.id, thread.channel, longestTurn)
  if (waiting !== undefined) return waiting
  const { client } = yield* workspaces.access(connection)
  yield* confirm
  const before = Option.getOrElse(Schema.decodeUnknownOption(Progress)(message.progress), (): Progress => ({}))
  const text = spokenText(message.text, message.files)
  const whole = text.length > longestText ? [{ filename: "message.txt", bytes: Buffer.from(text) }] : []
  const sendTo = Effect.fnUntraced(function* (to: Target, from: Progress) {
    // Slack does not say which message shows the files, so files cannot begin a thread: a message with their names does.
    const begun = from.isMoved === true && text === "" ? namesOf(message.files) : text
    const posted = yield* postText(client, to, message, toSlackMessages(begun, continued), from, remember)
    const root = posted.isMoved === true ? posted.posted?.[0] : undefined
    const target = root === undefined ? to : { ...to, threadTs: root }
    const key = `${target.channel}:${root}`
    if (root !== undefined && key !== message.conversation.key)
      yield* directory.moveThread(message.scope, connection.id, message.conversation.key, { key, root })
    const first = yield* sendFiles({ client, apiUrl, blobs, remember }, target, message.files, whole, posted)
    const ts = posted.posted?.[0] ?? first
    const sent: Delivered = {
      outcome: "sent",
      ...(ts === undefined ? {} : { externalId: `${target.channel}:${ts}` })
    }
    return sent
  })
  return yield* sendTo(thread, before).pipe(
    Effect.catchIf(
      (failure) => failure._tag === "SlackFailure" && isThreadOver(failure) && thread.threadTs !== undefined,
      // The conversation continues in a new thread, unless another message has begun one meanwhile. It starts from the
      // first part again, since earlier parts went with the old thread.
      () =>
        Effect.flatMap(
          directory.movedThread(message.scope, connection.id, message.conversation.key, message.ticketId),
          Option.match({
            onNone: () => sendTo(thread, { ...before, posted: [], isMoved: true }),
            onSome: (key) => sendTo(targetOf(key), { ...before, posted: [] })
          })
        )
    )
  )
})

const continued = "… (the whole message is attached)"

/** Reasons for permanent refusals, in words for the team. */
const refusals: ReadonlyMap<string, string> = new Map([
  ["channel_not_found", "The channel no longer exists, or the app is not in it"],
  ["invalid_channel", "The channel no longer exists, or the app is not in it"],
  ["not_in_channel", "The app is not in the channel: invite it, and send the message again"],
  ["is_archived", "The channel is archived"],
  ["restricted_action", "Only some people may post to the channel"],
  ["posting_to_channel_denied", "Only some people may post to the channel"],
  ["restricted_action_read_only_channel", "Only some people may post to the channel"],
  ["restricted_action_thread_only_channel", "The channel only accepts replies in threads"],
  ["restricted_action_non_threadable_channel", "The channel does not accept replies in threads"],
  ["restricted_action_thread_locked", "The thread is locked"],
  ["thread_not_found", "The thread no longer exists"],
  ["cannot_reply_to_message", "The thread no longer exists"],
  [
    "messages_tab_disabled",
    "The app does not accept direct messages: turn on its Messages tab, and send the message again"
  ],
  ["user_not_found", "The customer is no longer in the workspace"],
  ["cannot_dm_bot", "A bot cannot receive messages"],
  ["msg_too_long", "The message is too long"],
  ["cant_update_message", "The app may not change the message"],
  ["cant_delete_message", "The app may not delete the message"],
  ["edit_window_closed", "The message is too old to be edited in this workspace"],
  ["missing_scope", "The app does not have permission: reinstall it to grant it"],
  ["no_permission", "The app does not have permission: reinstall it to grant it"]
])

/** Maps a failure to what it means for the message and its connection. */
const failed = (failure: SlackFailure): Delivered => {
  const { code, kind, message, retryAfter } = failure
  if (kind === "unknown") return { outcome: "unavailable", reason: message }
  if (kind === "limited")
    return { outcome: "refused", permanent: false, reason: resting, wait: Duration.seconds(retryAfter ?? 1) }
  if (endsAccess(failure))
    return {
      outcome: "unavailable",
      reason: `Slack rejects the app's token (${code}): reconnect the workspace`,
      status: "needs_reauth"
    }
  const sentence = refusals.get(code)
  return sentence === undefined
    ? { outcome: "refused", permanent: isRefusal(failure), reason: message }
    : {
        outcome: "refused",
        permanent: true,
        reason: sentence,
        ...(broken.has(code) ? { fallback: "email" as const } : {})
      }
}

/** Refusals after which the channel no longer reaches anybody. */
const broken: ReadonlySet<string> = new Set([
  "channel_not_found",
  "invalid_channel",
  "not_in_channel",
  "is_archived",
  "restricted_action",
  "posting_to_channel_denied",
  "restricted_action_read_only_channel",
  "restricted_action_non_threadable_channel",
  "messages_tab_disabled",
  "user_not_found"
])
