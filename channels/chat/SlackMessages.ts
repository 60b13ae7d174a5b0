import { Clock, Context, Effect, Layer, Option } from "effect"
import type { IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { ChatDirectory, type ChatThread } from "../../src/tickets/connections/ChatDirectory.ts"
import type { Occasion } from "./BoltApp.ts"
import { brandsOf } from "./desk/SlackDesk.ts"
import { brandOfChannel, inBrand } from "./inBrand.ts"
import { conversationKey, readMessage, readMessageEvent, type SlackMessage, threadKey } from "./readMessageEvent.ts"
import { SlackBrandChoice } from "./SlackBrandChoice.ts"
import { callSlack } from "./SlackFailure.ts"
import { type FormFields, type Handled, SlackIntake } from "./SlackIntake.ts"
import { SlackPeople } from "./SlackPeople.ts"
import { tellAuthor } from "./tellAuthor.ts"
import { withoutMentions } from "./text/withoutMentions.ts"
import { SlackTeamAnswers } from "./threads/SlackTeamAnswers.ts"
import { messagesIn } from "./wire.ts"

/** Messages of one page of a thread, and pages that are read of it. */
const pageSize = 200
const mostPages = 10

/** Milliseconds within which Slack tells of a message, its last retry included. */
const toldWithin = 10 * 60_000

/** The message of a thread that a ticket is to be made of. */
export interface AskedMessage {
  readonly ts: string
  readonly form: FormFields
}

/** What people say in channels, threads and to the bot, and what becomes of it. */
export class SlackMessages extends Context.Service<
  SlackMessages,
  {
    /** An event `message`. */
    heard(occasion: Occasion, event: JsonObject): Handled
    /** An event `app_mention`: whatever it is in becomes a ticket. */
    mentioned(occasion: Occasion, event: JsonObject): Handled
    /**
     * Makes a ticket of a message and all that was answered to it; where there is one already, that stays. `asked`: which
     * message of the thread it is about, and what somebody made of that in a form.
     */
    open(occasion: Occasion, channel: string, rootTs: string, asked?: AskedMessage): Handled
  }
>()("trunkline/chat/SlackMessages") {
  static readonly layer = Layer.effect(
    SlackMessages,
    Effect.gen(function* () {
      const brands = yield* SlackBrandChoice
      const directory = yield* ChatDirectory
      const intake = yield* SlackIntake
      const people = yield* SlackPeople
      const team = yield* SlackTeamAnswers

      const threadOf = ({ workspace }: Occasion, key: string) =>
        directory.thread(workspace.scope, workspace.connection.id, key)

      /** The thread that a message is part of, where a ticket is talked about in it, and the brand that it is a thing of. */
      const placed = Effect.fnUntraced(function* (occasion: Occasion, message: SlackMessage) {
        const { channel, isDirect, threadTs, ts } = message
        // Tickets that were opened by a form have threads of their own in direct conversations.
        const keys =
          isDirect && threadTs !== undefined
            ? [threadKey(channel, threadTs), channel]
            : [isDirect ? channel : threadKey(channel, threadTs ?? ts)]
        for (const key of keys) {
          const thread = yield* threadOf(occasion, key)
          if (Option.isSome(thread)) return { key, thread, here: inBrand(occasion, thread.value.brandId) }
        }
        const brandId = brandOfChannel(occasion.workspace, channel)
        return { key: conversationKey(message), thread: Option.none<ChatThread>(), here: inBrand(occasion, brandId) }
      })

      /** Whether we wrote it, as we remember: whoever it says that it is by. */
      const isOurs = (occasion: Occasion, message: SlackMessage) =>
        Effect.map(
          intake.known(occasion, message),
          Option.exists((known) => !isTheirs(known))
        )

      const authorOf = ({ client, workspace }: Occasion, { user }: SlackMessage) =>
        people.author(workspace, client, user)

      /** Into a thread that a ticket is talked about in. */
      const answer = Effect.fnUntraced(function* (
        occasion: Occasion,
        message: SlackMessage,
        mode: "customer" | "agent"
      ) {
        if (mode === "agent") return yield* team.heard(occasion, message)
        const author = yield* authorOf(occasion, message)
        return yield* intake.receive(occasion, message, {
          author: author === undefined ? undefined : { ...author, visibility: "public" }
        })
      })

      const said = Effect.fnUntraced(function* (occasion: Occasion, message: SlackMessage) {
        // Who only calls us is heard by the mention.
        if (isBareMention(message, occasion.workspace.connection.settings.botUserId)) return undefined
        const { here, key, thread } = yield* placed(occasion, message)
        if (yield* isOurs(here, message)) return undefined
        if (message.isDirect) {
          // Below something that was said before it is about that.
          const isNew = Option.match(thread, {
            onNone: () => true,
            onSome: ({ isClosed }) => isClosed && message.threadTs === undefined
          })
          return isNew && brandsOf(occasion.workspace).length > 1
            ? yield* brands.ask(occasion, message)
            : yield* intake.receive(here, message, { key })
        }
        if (Option.isSome(thread)) return yield* answer(here, message, thread.value.mode)
        const channel = channelOf(occasion, message.channel)
        if (channel?.role !== "customer" || channel.trigger !== "every_message") return undefined
        return message.threadTs === undefined
          ? yield* intake.receive(here, message, {})
          : yield* early(here, message.channel, message.threadTs)
      })

      /** Whether Slack may still tell of a message for the first time. */
      const mayCome = ({ workspace }: Occasion, ts: string) =>
        Effect.map(
          Clock.currentTimeMillis,
          (now) => now - Number(ts) * 1000 <= toldWithin && workspace.connection.settings.simulated !== true
        )

      /** An answer that came before what it answers, of which Slack tells in a moment: it brings the whole thread. */
      const early = Effect.fnUntraced(function* (occasion: Occasion, channel: string, rootTs: string) {
        if (!(yield* mayCome(occasion, rootTs))) return undefined
        const found = yield* thread(occasion, channel, rootTs)
        // What nobody has said, or an app, is no message that Slack tells us of.
        return found[0]?.ts === rootTs ? yield* opened(occasion, channel, found) : undefined
      })

      /** The messages of a thread, its root first, page by page. */
      const thread = Effect.fnUntraced(function* ({ client }: Occasion, channel: string, rootTs: string) {
        const found: Array<SlackMessage> = []
        let cursor: string | undefined
        for (let page = 0; page < mostPages; page++) {
          const from = cursor
          const answer = yield* callSlack("conversations.replies", () =>
            client.conversations.replies({ channel, ts: rootTs, limit: pageSize, ...(from ? { cursor: from } : {}) })
          )
          found.push(...messagesIn(answer).flatMap((one) => readMessage(one, channel, false) ?? []))
          cursor = answer.response_metadata?.next_cursor
          if (!cursor) return found
        }
        yield* Effect.logWarning("A thread is longer than the part that is read", { messages: found.length })
        return found
      })

      /** A ticket of the messages of a thread, in their order; where there is one already, that stays. */
      const opened = Effect.fnUntraced(function* (
        occasion: Occasion,
        channel: string,
        found: ReadonlyArray<SlackMessage>,
        asked?: AskedMessage
      ) {
        const { botUserId } = occasion.workspace.connection.settings
        const [first] = found
        // Of what a form is about its author may have taken back what was said.
        if (first === undefined || (asked !== undefined && !found.some(({ ts }) => ts === asked.ts))) return undefined
        const rootTs = first.threadTs ?? first.ts
        const key = threadKey(channel, rootTs)
        // An earlier attempt may have made the ticket, and not have come to the rest.
        if (occasion.attempts <= 1 && Option.isSome(yield* threadOf(occasion, key))) return undefined
        const messages =
          asked === undefined
            ? found
            : [...found.filter((one) => one.ts === asked.ts), ...found.filter((one) => one.ts !== asked.ts)]
        let result: IntakeResult | undefined
        for (const message of messages) {
          // We write nothing of our own in, and what calls us says nothing more.
          if (message.user === botUserId || (isBareMention(message, botUserId) && message.ts !== asked?.ts)) continue
          // An earlier attempt came so far: its files are not fetched again, so that each attempt comes further.
          if (result !== undefined && occasion.attempts > 1 && Option.isSome(yield* intake.known(occasion, message)))
            continue
          const author = result === undefined ? undefined : yield* authorOf(occasion, message)
          const received = yield* intake.receive(occasion, message, {
            key,
            author: author === undefined ? undefined : { ...author, visibility: "public" },
            form: message.ts === asked?.ts ? asked.form : undefined
          })
          result ??= received
        }
        return result
      })

      const open: SlackMessages["Service"]["open"] = Effect.fn("SlackMessages.open")(
        function* (occasion, channel, ts, asked) {
          return yield* opened(occasion, channel, yield* thread(occasion, channel, ts), asked)
        }
      )

      /** What somebody did to a message of theirs that something was made of. */
      const revised = Effect.fnUntraced(function* (
        occasion: Occasion,
        kind: "edit" | "removal",
        message: SlackMessage,
        key: string
      ) {
        const { here, thread } = yield* placed(occasion, message)
        if (Option.isNone(thread) || !Option.exists(yield* intake.known(here, message), isTheirs)) return Option.none()
        if (kind === "edit" && thread.value.mode === "agent") return Option.some(yield* team.edited(here, message, key))
        const author = yield* authorOf(here, message)
        return Option.some(
          yield* intake.revise(here, kind, message, key, author && { ...author, visibility: "public" })
        )
      })

      return SlackMessages.of({
        open,

        heard: Effect.fn("SlackMessages.heard")(function* (occasion, event) {
          const news = readMessageEvent(event)
          switch (news.kind) {
            case "said":
              return yield* said(occasion, news.message)
            case "edited": {
              const { message } = news
              const taken = yield* revised(occasion, "edit", message, news.editedTs)
              if (Option.isSome(taken)) return taken.value
              // It came before what it edits, which says what it said before: that is the same message, and no news then.
              const isFirst = !message.isDirect && (yield* mayCome(occasion, message.ts))
              return isFirst ? yield* said(occasion, message) : undefined
            }
            case "removed":
              return Option.getOrUndefined(yield* revised(occasion, "removal", news.message, ""))
            case "nothing":
              return undefined
          }
        }),

        mentioned: Effect.fn("SlackMessages.mentioned")(function* (occasion, event) {
          const channelId = typeof event["channel"] === "string" ? event["channel"] : ""
          const message = readMessage(event, channelId, false)
          const { botUserId, channels } = occasion.workspace.connection.settings
          const channel = channels.find((one) => one.channelId === channelId)
          if (message === undefined || channel?.role === "agent" || channel?.trigger === "shortcut") return undefined
          const isBare = isBareMention(message, botUserId)
          const { here, thread: bound } = yield* placed(occasion, message)
          if (Option.isSome(bound)) return isBare ? undefined : yield* answer(here, message, bound.value.mode)
          if (message.threadTs !== undefined) return yield* open(here, channelId, message.threadTs)
          if (!isBare) return yield* intake.receive(here, message, {})
          yield* tellAuthor(occasion, message, hint)
          return undefined
        })
      })
    })
  )
}

/** Somebody else wrote it. */
const isTheirs = ({ direction }: { readonly direction: "in" | "out" }) => direction === "in"

const channelOf = ({ workspace }: Occasion, id: string) =>
  workspace.connection.settings.channels.find(({ channelId }) => channelId === id)

/** It calls us and says nothing else. */
const isBareMention = ({ files, passedOn, text }: SlackMessage, botUserId: string): boolean =>
  files.length === 0 && passedOn.length === 0 && text.includes(`<@${botUserId}`) && withoutMentions(text) === ""

const hint =
  "Mention me and say what you need, and I will open a ticket. In a thread, just mention me to turn the whole thread into a ticket."
