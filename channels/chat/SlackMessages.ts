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

/** Messages per page of a thread, and pages read at most. */
const pageSize = 200
const mostPages = 10

/** Milliseconds. Slack delivers the event of a message within this time, retries included. */
const toldWithin = 10 * 60_000

/** The message of a thread that a ticket is to be created from. */
export interface AskedMessage {
  readonly ts: string
  readonly form: FormFields
}

/** Handles what people write in channels, in threads and to the bot. */
export class SlackMessages extends Context.Service<
  SlackMessages,
  {
    /** Handles an event `message`. */
    heard(occasion: Occasion, event: JsonObject): Handled
    /** Handles an event `app_mention`, which turns the message or its thread into a ticket. */
    mentioned(occasion: Occasion, event: JsonObject): Handled
    /**
     * Creates a ticket from a message and all its replies, unless there already is one. `asked` names the message of the
     * thread that the ticket is about, with the fields of a form.
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

      /** The key of a message's thread, the ticket's thread if there is one, and the occasion within its brand. */
      const placed = Effect.fnUntraced(function* (occasion: Occasion, message: SlackMessage) {
        const { channel, isDirect, threadTs, ts } = message
        // Tickets opened by a form have threads of their own within direct conversations.
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

      /** Whether we posted it, according to our own records, whoever it names as its author. */
      const isOurs = (occasion: Occasion, message: SlackMessage) =>
        Effect.map(
          intake.known(occasion, message),
          Option.exists((known) => !isTheirs(known))
        )

      const authorOf = ({ client, workspace }: Occasion, { user }: SlackMessage) =>
        people.author(workspace, client, user)

      /** Adds a message to a thread that is bound to a ticket. */
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
        // A bare mention is handled by the event `app_mention`.
        if (isBareMention(message, occasion.workspace.connection.settings.botUserId)) return undefined
        const { here, key, thread } = yield* placed(occasion, message)
        if (yield* isOurs(here, message)) return undefined
        if (message.isDirect) {
          // A reply belongs to what it replies to.
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

      /** Whether the first event about a message may still arrive. */
      const mayCome = ({ workspace }: Occasion, ts: string) =>
        Effect.map(
          Clock.currentTimeMillis,
          (now) => now - Number(ts) * 1000 <= toldWithin && workspace.connection.settings.simulated !== true
        )

      /** A reply that arrived before the event of the message it replies to: it brings in the whole thread. */
      const early = Effect.fnUntraced(function* (occasion: Occasion, channel: string, rootTs: string) {
        if (!(yield* mayCome(occasion, rootTs))) return undefined
        const found = yield* thread(occasion, channel, rootTs)
        // Slack sends us no usable event for a root that no person wrote.
        return found[0]?.ts === rootTs ? yield* opened(occasion, channel, found) : undefined
      })

      /** Reads the messages of a thread page by page, its root first. */
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

      /** Creates a ticket from the messages of a thread, in their order, unless there already is one. */
      const opened = Effect.fnUntraced(function* (
        occasion: Occasion,
        channel: string,
        found: ReadonlyArray<SlackMessage>,
        asked?: AskedMessage
      ) {
        const { botUserId } = occasion.workspace.connection.settings
        const [first] = found
        // The author of the message that a form is about may have deleted it.
        if (first === undefined || (asked !== undefined && !found.some(({ ts }) => ts === asked.ts))) return undefined
        const rootTs = first.threadTs ?? first.ts
        const key = threadKey(channel, rootTs)
        // An earlier attempt may have created the ticket without getting to the remaining messages.
        if (occasion.attempts <= 1 && Option.isSome(yield* threadOf(occasion, key))) return undefined
        const messages =
          asked === undefined
            ? found
            : [...found.filter((one) => one.ts === asked.ts), ...found.filter((one) => one.ts !== asked.ts)]
        let result: IntakeResult | undefined
        for (const message of messages) {
          // Our own messages are not taken in, and a bare mention says nothing more.
          if (message.user === botUserId || (isBareMention(message, botUserId) && message.ts !== asked?.ts)) continue
          // An earlier attempt stored this one. Its files are not fetched again, so that each attempt gets further.
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

      /** Applies its author's change to a message that was taken in before. */
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
              // The edit arrived before the message it edits, and carries the same message: what arrives afterwards is no
              // news.
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

/** Whether somebody else wrote it. */
const isTheirs = ({ direction }: { readonly direction: "in" | "out" }) => direction === "in"

const channelOf = ({ workspace }: Occasion, id: string) =>
  workspace.connection.settings.channels.find(({ channelId }) => channelId === id)

/** Whether it mentions us and says nothing else. */
const isBareMention = ({ files, passedOn, text }: SlackMessage, botUserId: string): boolean =>
  files.length === 0 && passedOn.length === 0 && text.includes(`<@${botUserId}`) && withoutMentions(text) === ""

const hint =
  "Mention me and say what you need, and I will open a ticket. In a thread, just mention me to turn the whole thread into a ticket."
