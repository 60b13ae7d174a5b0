import type { WebClient } from "@slack/web-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { BrandId } from "../../src/domain/Ids.ts"
import type { IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { ChatDirectory } from "../../src/tickets/connections/ChatDirectory.ts"
import { ChannelInbox } from "../../src/tickets/intake/ChannelInbox.ts"
import type { Occasion } from "./BoltApp.ts"
import { type Block, button, plain, section } from "./blocks/blockKit.ts"
import { type BrandChoice, fittingBrands, option } from "./blocks/brandSelect.ts"
import { changeMessage } from "./changeMessage.ts"
import { postMarked } from "./desk/postMarked.ts"
import { brandsOf } from "./desk/SlackDesk.ts"
import { inBrand } from "./inBrand.ts"
import { readMessage, type SlackMessage } from "./readMessageEvent.ts"
import { unlessGone } from "./removals.ts"
import { callSlack, isRefusal } from "./SlackFailure.ts"
import { type Handled, type MessageTrouble, SlackIntake } from "./SlackIntake.ts"
import { escapeSlack } from "./text/toSlackText.ts"
import { messagesIn, nameIn, objectOf, objectsOf, textOf } from "./wire.ts"

/** The kind of an answer in the inbox. */
export const brandChoiceKind = "brand_choice"
/** The block id of a question, which holds the `ts` of the message that it is about. */
const askedAbout = new RegExp(`^${brandChoiceKind} (\\d{1,12}\\.\\d{6})$`)
/** The action ids of its buttons. */
export const brandChoiceAction = /^brand_choice_/

/** Buttons that Slack accepts in one block; for more brands, there is a searchable list. */
const mostButtons = 25
/** Newest messages that are searched for what somebody wrote before answering, and for open questions. */
const lookedThrough = 200
/** Seconds before the message in question from which on that search begins. */
const lookBack = 7 * 24 * 3600

/** An answer as stored in the inbox. */
const Choice = Schema.Struct({
  channel: Schema.String,
  /** The message that the question is about, and the question's own `ts`. */
  ts: Schema.String,
  question: Schema.String,
  user: Schema.String,
  brandId: BrandId
})

/**
 * Asks which brand a direct message is for, in a workspace that serves several. The ticket is created once its author has
 * answered; until then, the message waits in Slack.
 */
export class SlackBrandChoice extends Context.Service<
  SlackBrandChoice,
  {
    /** Asks about a message, once. */
    ask(occasion: Occasion, message: SlackMessage): Effect.Effect<undefined, MessageTrouble>
    /** The brands that match what somebody typed into the list, as the response to Slack. */
    suggested(occasion: Occasion, body: JsonObject): Effect.Effect<JsonObject, DatabaseUnavailable>
    /** Stores an answer when its button is pressed. */
    pressed(occasion: Occasion, body: JsonObject): Effect.Effect<void, DatabaseUnavailable>
    /** Creates one ticket from everything written since the first open question, and thereby answers all open questions. */
    chosen(occasion: Occasion, payload: JsonObject): Handled
  }
>()("trunkline/chat/SlackBrandChoice") {
  static readonly layer = Layer.effect(
    SlackBrandChoice,
    Effect.gen(function* () {
      const directory = yield* ChatDirectory
      const inbox = yield* ChannelInbox
      const intake = yield* SlackIntake

      const namesOf = ({ workspace }: Occasion) => directory.brandNames(workspace.scope, brandsOf(workspace))

      return SlackBrandChoice.of({
        ask: Effect.fn("SlackBrandChoice.ask")(function* (occasion, { channel, ts }) {
          const brands = yield* namesOf(occasion)
          const said = { text: question, blocks: [section(question), answersTo(ts, brands)] }
          const since = Math.floor(Number(ts))
          yield* postMarked(occasion.client, { channel, threadTs: undefined }, said, `brand ${ts}`, {
            attempts: occasion.attempts,
            since
          })
          return undefined
        }),

        suggested: Effect.fn("SlackBrandChoice.suggested")(function* (occasion, body) {
          const [, ts = ""] = (textOf(body["block_id"]) ?? "").split(" ")
          const fitting = fittingBrands(yield* namesOf(occasion), textOf(body["value"]) ?? "")
          const options = fitting.map(({ id, name }) => option(`${id} ${ts}`, name))
          // Options are JSON, although their type does not say so.
          return JSON.parse(JSON.stringify({ options })) as JsonObject
        }),

        pressed: Effect.fn("SlackBrandChoice.pressed")(function* ({ workspace }, body) {
          const [action = {}] = objectsOf(body["actions"])
          const container = objectOf(body["container"])
          const [brandId = "", ts = ""] = chosenIn(action).split(" ")
          const channel = nameIn(container["channel_id"]) ?? ""
          const isMeant = brandsOf(workspace).some((id) => id === brandId) && channel.startsWith("D")
          if (!isMeant || !/^\d{1,12}\.\d{6}$/.test(ts)) return
          const { id } = workspace.connection
          yield* inbox.put({
            connectionId: id,
            // A new key for each press: the previous one may have had no effect, and a repeated one has no second effect.
            dedupeKey: `slack:brand:${id}:${channel}:${ts}:${nameIn(action["action_ts"]) ?? ""}`,
            kind: brandChoiceKind,
            lane: channel,
            payload: {
              channel,
              ts,
              question: textOf(container["message_ts"]) ?? "",
              user: textOf(objectOf(body["user"])["id"]) ?? "",
              brandId
            }
          })
        }),

        chosen: Effect.fn("SlackBrandChoice.chosen")(function* (occasion, payload) {
          const { client, workspace } = occasion
          const choice = yield* Effect.orDie(Schema.decodeUnknownEffect(Choice)(payload))
          const { channel, question: asked, ts, user } = choice
          const now = yield* Clock.currentTimeMillis
          const answer = yield* callSlack("conversations.history", () =>
            client.conversations.history({
              channel,
              oldest: (Number(ts) - lookBack).toFixed(6),
              // Without `latest`, Slack returns the messages closest to `oldest` (slackhq/slack-api-docs#4). Its clock may
              // differ by a minute.
              latest: (now / 1000 + 60).toFixed(6),
              inclusive: true,
              limit: lookedThrough
            })
          )
          const found = messagesIn(answer)
          const open = found.flatMap((one) => openQuestion(one, workspace.connection.settings.botId) ?? [])
          // biome-ignore lint/complexity/useMathMinMax: times as Slack writes them, which are texts
          const since = open.reduce((first, { about }) => (about < first ? about : first), ts)
          const messages = [...found, ...(yield* inThread(client, channel, ts, found))]
            .flatMap((one) => readMessage(one, channel, true) ?? [])
            .filter((one) => one.user === user && one.ts >= since)
            .sort((a, b) => (a.ts < b.ts ? -1 : 1))
          // If another question was answered in the meantime, the conversation is bound to that ticket.
          const bound = yield* directory.thread(workspace.scope, workspace.connection.id, channel)
          const brandId = Option.match(
            Option.filter(bound, ({ isClosed }) => !isClosed),
            { onNone: () => choice.brandId, onSome: (thread) => thread.brandId }
          )
          const here = inBrand(occasion, brandId)
          let result: IntakeResult | undefined
          for (const message of messages) {
            // An earlier attempt stored this one. Its files are not fetched again, so that each attempt gets further.
            if (result !== undefined && occasion.attempts > 1 && Option.isSome(yield* intake.known(here, message)))
              continue
            const received = yield* intake.receive(here, message, { key: channel })
            result ??= received
          }
          const name = (yield* namesOf(occasion)).find(({ id }) => id === brandId)?.name ?? "the team"
          const text =
            messages.length === 0 ? nothingLeft : `:ticket: Sent to ${escapeSlack(name)}. Replies will appear here.`
          for (const question of new Set([asked, ...open.map((one) => one.ts)]))
            yield* unlessGone(changeMessage(client, { channel, ts: question, text, blocks: [section(text)] }))
          return result
        })
      })
    })
  )
}

/** A question of ours that is still open, and the message that it is about. */
const openQuestion = (message: JsonObject, botId: string) => {
  const about = objectsOf(message["blocks"]).flatMap(
    ({ block_id }) => askedAbout.exec(textOf(block_id) ?? "")?.[1] ?? []
  )
  const [ts, first] = [textOf(message["ts"]), about[0]]
  return message["bot_id"] !== botId || ts === undefined || first === undefined ? undefined : { ts, about: first }
}

/** The message that a question is about if it is a reply in a thread, which `conversations.history` does not return. */
const inThread = (client: WebClient, channel: string, ts: string, found: ReadonlyArray<JsonObject>) =>
  found.some((one) => one["ts"] === ts)
    ? Effect.succeed([])
    : callSlack("conversations.replies", () =>
        client.conversations.replies({ channel, ts, oldest: ts, latest: ts, inclusive: true })
      ).pipe(
        Effect.map((answer) => messagesIn(answer).filter((one) => one["ts"] === ts)),
        // Its author has deleted it.
        Effect.catchIf(isRefusal, () => Effect.succeed([]))
      )

const question = "Who is this for? Choose, and your message will be sent."
const nothingLeft = "Your message no longer exists. Please write again."

/** Buttons, or a searchable list if there are too many brands for buttons. */
const answersTo = (ts: string, brands: ReadonlyArray<BrandChoice>): Block => ({
  type: "actions",
  block_id: `${brandChoiceKind} ${ts}`,
  elements:
    brands.length <= mostButtons
      ? brands.map(({ id, name }, index) => button(`brand_choice_${index}`, name, `${id} ${ts}`))
      : [
          {
            type: "external_select",
            action_id: "brand_choice_search",
            min_query_length: 0,
            placeholder: plain("Choose or type a name")
          }
        ]
})

/** The value of a button, or of the option selected in a list. */
const chosenIn = (action: JsonObject): string =>
  textOf(action["value"]) ?? textOf(objectOf(action["selected_option"])["value"]) ?? ""
