import { createHash } from "node:crypto"
import type { WebClient } from "@slack/web-api"
import { Effect, Option, Schema } from "effect"
import type { SlackConnection } from "../../../src/domain/ChannelConnection.ts"
import { type StatusCategory, statusCategories } from "../../../src/domain/Status.ts"
import type { BlobStore } from "../../../src/tickets/files/BlobStore.ts"
import { type ChatFacts, type LeasedUpdate, mirrorChannel } from "../../../src/tickets/outbound/ChatUpdates.ts"
import type { Tickets } from "../../../src/tickets/Tickets.ts"
import { changeMessage } from "../changeMessage.ts"
import { isThreadOver, postText } from "../postText.ts"
import { rewriteText } from "../rewriteText.ts"
import type { SlackFailure } from "../SlackFailure.ts"
import type { Target } from "../SlackProgress.ts"
import { sendFiles } from "../sendFiles.ts"
import { mirrorCard } from "./mirrorCard.ts"
import { mirrorComment } from "./mirrorComment.ts"
import type { ThreadWork } from "./SlackThreads.ts"
import { showReaction, statusMarks } from "./showReaction.ts"
import { openingText, statusLine } from "./threadTexts.ts"

export interface MirrorServices {
  readonly apiUrl: string
  readonly blobs: BlobStore["Service"]
  readonly client: WebClient
  readonly connection: SlackConnection
  readonly publicUrl: string
  readonly tickets: Tickets["Service"]
}

/** What the team's thread currently shows of its ticket; texts as hashes. */
const Shown = Schema.Struct({
  card: Schema.String,
  opening: Schema.String,
  reaction: Schema.optionalKey(Schema.String),
  category: Schema.Literals(statusCategories),
  files: Schema.optionalKey(Schema.Boolean)
})
type Shown = typeof Shown.Type

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22)

/**
 * Brings the team's thread of a ticket up to date: its root, which is the ticket's card, the ticket's opening message, and
 * the comment that the update is about. A ticket older than its channel's setup gets its thread with the first change to
 * it; spam and tickets in the trash get none. If the thread accepts no more, because somebody has deleted or locked it, the
 * ticket gets another one.
 */
export const mirrorThread = Effect.fn("mirrorThread")(
  (services: MirrorServices, update: LeasedUpdate, facts: ChatFacts, work: ThreadWork) =>
    broughtUpToDate(services, update, facts, work).pipe(
      Effect.catchIf(
        (error) => error._tag === "SlackFailure" && isThreadOver(error) && facts.ticketPost !== undefined,
        () => broughtUpToDate(services, update, { ...facts, ticketPost: undefined }, work)
      )
    )
)

const broughtUpToDate = Effect.fnUntraced(function* (
  services: MirrorServices,
  update: LeasedUpdate,
  facts: ChatFacts,
  work: ThreadWork
) {
  const channel = mirrorChannel(update.lane) ?? ""
  const setting = services.connection.settings.channels.find((one) => one.channelId === channel)
  // The channel's settings have changed since.
  if (setting?.mirror === undefined || setting.mirror === "off") return
  const { ticket, ticketPost } = facts
  const isOver = ticket.isSpam || ticket.isDeleted || ticket.mergedInto !== undefined
  if (isOver && ticketPost?.messages[0] === undefined) return
  const root = yield* begun(services, update, facts, work, channel, setting.mirror !== "alerts")
  if (root !== undefined) yield* mirrorComment(services, update, facts, work, { channel, threadTs: root })
})

/** The root of the thread, updated to the ticket's current state, or posted if there is none. */
const begun = Effect.fnUntraced(function* (
  services: MirrorServices,
  update: LeasedUpdate,
  facts: ChatFacts,
  { keep, remember, turn }: ThreadWork,
  channel: string,
  hasButtons: boolean
) {
  const { apiUrl, blobs, client } = services
  const { ticket, ticketPost } = facts
  const top: Target = { channel, threadTs: undefined }
  const card = yield* mirrorCard(services, facts, hasButtons)
  // The ticket was deleted in the meantime.
  if (card === undefined) return ticketPost?.messages[0]
  const before = Option.getOrUndefined(Schema.decodeUnknownOption(Shown)(ticketPost?.shown))
  const opening = openingText(ticket)
  const wanted = { card: hashOf(card), opening: hashOf(opening.parts), category: ticket.statusCategory }
  let [root, ...openings] = ticketPost?.messages ?? []
  let shown: Shown | undefined = before

  const keeping = (next: Shown) => {
    shown = next
    return keep("ticket", channel, {
      messages: [...(root === undefined ? [] : [root]), ...openings],
      shown: { ...next }
    })
  }

  if (root === undefined || before === undefined) {
    yield* turn(channel)
    const posting = { ...update, id: `${update.id}/card`, blocks: card.blocks }
    const posted = yield* postText(client, top, posting, [card.text], {}, () => Effect.void)
    root = posted.posted?.[0] ?? ""
    yield* keeping({ card: wanted.card, opening: "", category: wanted.category })
  } else if (before.card !== wanted.card) {
    const ts = root
    const changed = yield* unlessRemoved(changeMessage(client, { channel, ts, text: card.text, blocks: card.blocks }))
    // Somebody has deleted the card: the thread continues below its tombstone, if there is one.
    yield* keeping({ ...before, card: changed ? wanted.card : before.card })
  }
  const thread: Target = { channel, threadTs: root }

  if (shown?.opening !== wanted.opening && shown !== undefined) {
    const posting = { ...update, id: `${update.id}/opening`, authorName: opening.authorName }
    if (opening.parts.length > openings.length) yield* turn(channel)
    const said = yield* rewriteText(client, thread, posting, opening.parts, { posted: openings }, () => Effect.void)
    openings = [...(said.posted ?? [])]
    yield* keeping({ ...shown, opening: wanted.opening })
  }
  if (shown !== undefined && shown.files !== true && ticket.files.length > 0) {
    yield* turn(channel)
    const progress = readFiles(update)
    yield* sendFiles(
      { client, apiUrl, blobs, remember: (next) => remember({ opening: next.files ?? [] }) },
      thread,
      ticket.files,
      [],
      { ...progress, posted: [root] }
    )
    yield* keeping({ ...shown, files: true })
  }

  const reaction = yield* showReaction(client, channel, root, shown?.reaction, statusMarks[wanted.category])
  const line = statusLine(ticket, (before?.category ?? wanted.category) satisfies StatusCategory, true)
  if (line !== undefined) {
    yield* turn(channel)
    yield* postText(client, thread, { ...update, id: `${update.id}/status` }, [line], {}, () => Effect.void)
  }
  if (shown !== undefined && (reaction !== shown.reaction || shown.category !== wanted.category))
    yield* keeping({
      ...shown,
      category: wanted.category,
      ...(reaction === undefined ? {} : { reaction })
    })
  return root
})

/** Files of the opening message that an earlier attempt has uploaded. */
const readFiles = ({ progress }: LeasedUpdate) => {
  const files = Option.getOrUndefined(
    Schema.decodeUnknownOption(Schema.Struct({ opening: Schema.Array(Schema.String) }))(progress)
  )?.opening
  return files === undefined || files.length === 0 ? {} : { files }
}

/** Whether the change was made; a message that somebody has deleted cannot be changed. */
const unlessRemoved = <A>(call: Effect.Effect<A, SlackFailure>): Effect.Effect<boolean, SlackFailure> =>
  call.pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ code }) => code === "message_not_found",
      () => Effect.succeed(false)
    )
  )
