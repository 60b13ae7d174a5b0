import { Context, Duration, Effect, Fiber, FiberSet, Layer, Option } from "effect"
import type { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import type { Occasion } from "../BoltApp.ts"
import type { Block } from "../blocks/blockKit.ts"
import { nameOf, ticketCard } from "../blocks/ticketCard.ts"
import { longestTitle } from "../blocks/ticketForm.ts"
import { ticketLines } from "../blocks/ticketLines.ts"
import { messageTitle } from "../readMessageEvent.ts"
import { SlackAppSettings } from "../SlackAppSettings.ts"
import { fromSlackText, type SlackNames } from "../text/fromSlackText.ts"
import { escapeSlack } from "../text/toSlackText.ts"
import { textOf } from "../wire.ts"
import { answerUrl } from "./answerUrl.ts"
import { openWindow } from "./openWindow.ts"
import { commandHelp, readCommand, type TicketCommand, type TicketNumber } from "./readCommand.ts"
import { type Refusal, refusalWords } from "./refusalWords.ts"
import { SlackDesk, type Visitor } from "./SlackDesk.ts"
import { SlackForms } from "./SlackForms.ts"
import { whyNotOpened } from "./whyNotOpened.ts"

/** How long a direct response may take; after that, it follows through the command's response URL. */
const patience = Duration.seconds(2)
/** Tickets per response. */
const mostShown = 10

interface Message {
  readonly text: string
  readonly blocks?: ReadonlyArray<Block>
}

/** Handles `/ticket`. Only whoever typed it sees the response, which also says what went wrong. */
export class SlackCommands extends Context.Service<
  SlackCommands,
  {
    /** The response to Slack; `undefined` if a form opens. Says that a change was made only once it is stored. */
    typed(occasion: Occasion, command: JsonObject): Effect.Effect<JsonObject | undefined>
  }
>()("trunkline/chat/SlackCommands") {
  static readonly layer = Layer.effect(
    SlackCommands,
    Effect.gen(function* () {
      const { apiUrl } = yield* SlackAppSettings
      const desk = yield* SlackDesk
      const forms = yield* SlackForms
      const notOpened = yield* whyNotOpened
      const work = yield* FiberSet.make<unknown, unknown>()

      const one = Effect.fnUntraced(function* (
        visitor: Visitor,
        name: TicketNumber,
        then: (ticket: TicketDetail) => Effect.Effect<Message, Refusal>
      ) {
        const found = yield* desk.numbered(visitor, name)
        const [first] = found
        if (first === undefined) return { text: refusalWords({ _tag: "NotFound" }) }
        return found.length > 1
          ? ticketLines("Which one? Include the prefix of its number.", yield* desk.shown(visitor, found), undefined)
          : yield* then(first)
      })

      const list = Effect.fnUntraced(function* (visitor: Visitor, which: "mine" | "unassigned") {
        const { items, next } = yield* desk.list(visitor, { list: which }, mostShown)
        if (items.length === 0) return { text: emptyList(visitor, which) }
        return ticketLines(
          visitor.agent === undefined ? "Your tickets" : which === "mine" ? "Assigned to you" : "Unassigned",
          yield* desk.shown(visitor, items),
          next === undefined ? undefined : "More tickets are on the Home tab of this app."
        )
      })

      const answer = (visitor: Visitor, command: TicketCommand, key: string): Effect.Effect<Message, Refusal> => {
        switch (command.kind) {
          case "list":
            return list(visitor, command.which)
          case "show":
            return one(visitor, command.number, (ticket) =>
              Effect.map(desk.shown(visitor, [ticket]), ([shown]) =>
                shown === undefined ? { text: refusalWords({ _tag: "NotFound" }) } : ticketCard(shown)
              )
            )
          case "write":
            return one(visitor, command.number, (ticket) =>
              Effect.map(desk.write(visitor, ticket.ticket.id, command, key), (detail) => ({
                text:
                  command.visibility === "internal"
                    ? `Your note was added to ${escapeSlack(nameOf({ detail }))}. Only the team can read it.`
                    : `Your reply was added to ${escapeSlack(nameOf({ detail }))}.`
              }))
            )
          case "search":
            return Effect.gen(function* () {
              const found = yield* desk.search(visitor, command.words, mostShown)
              return found.length === 0
                ? { text: "No tickets match all of these words." }
                : ticketLines("Found", yield* desk.shown(visitor, found), undefined)
            })
          case "incomplete":
            return Effect.succeed({ text: `Something is missing. Write \`/ticket ${command.usage}\`.` })
          default:
            return Effect.succeed({ text: commandHelp(visitor.agent !== undefined) })
        }
      }

      const opened = Effect.fnUntraced(function* (
        { client, workspace }: Occasion,
        visitor: Effect.Effect<Visitor, DatabaseUnavailable>,
        typed: string,
        body: JsonObject
      ) {
        const channel = textOf(body["channel_id"])
        const start = isTitle(typed)
          ? { title: typed, description: "" }
          : { title: messageTitle(typed), description: typed }
        const form = Effect.flatMap(visitor, (known) => forms.ticket(known, { ...start, channel }))
        return yield* openWindow(work, client, textOf(body["trigger_id"]) ?? "", "New ticket", form).pipe(
          Effect.as(undefined),
          Effect.catchTag("SlackFailure", (failure) =>
            Effect.map(notOpened(workspace, failure), (text) => ephemeralMessage({ text }))
          )
        )
      })

      return SlackCommands.of({
        typed: Effect.fn("SlackCommands.typed")(function* (occasion, body) {
          const command = readCommand(fromSlackText(textOf(body["text"]) ?? "", [], labelsAlone))
          const visitor = desk.visitor(occasion.workspace, occasion.client, textOf(body["user_id"]) ?? "")
          if (command.kind === "new") return yield* opened(occasion, visitor, command.title, body)
          const told = yield* FiberSet.run(
            work,
            Effect.flatMap(visitor, (known) => answer(known, command, `command:${textOf(body["trigger_id"])}`)).pipe(
              Effect.catch((refusal) => Effect.succeed<Message>({ text: refusalWords(refusal) })),
              Effect.catchCause((cause) =>
                Effect.as(Effect.logError("A command failed", cause), { text: refusalWords({ _tag: "Defect" }) })
              ),
              Effect.map(ephemeralMessage)
            )
          )
          const soon = yield* Effect.timeoutOption(Fiber.join(told), patience)
          if (Option.isSome(soon)) return soon.value
          yield* FiberSet.run(
            work,
            Effect.flatMap(Fiber.join(told), (message) =>
              answerUrl(apiUrl, textOf(body["response_url"]) ?? "", message)
            )
          )
          return ephemeralMessage({ text: "One moment…" })
        })
      })
    })
  )
}

/** A longer text is the description, and the title is derived from it. */
const isTitle = (typed: string) => !typed.includes("\n") && typed.length <= longestTitle

/** In commands, Slack writes names beside the ids. */
const labelsAlone: SlackNames = { user: () => undefined, channel: () => undefined }

const emptyList = ({ agent }: Visitor, which: "mine" | "unassigned") =>
  agent === undefined
    ? "You have no tickets here. Use `/ticket` to open one."
    : which === "mine"
      ? "Nothing is assigned to you."
      : "Every open ticket is assigned to someone."

const ephemeralMessage = ({ blocks, text }: Message): JsonObject => ({
  response_type: "ephemeral",
  text,
  // Blocks are JSON, although their type does not say so.
  ...(blocks === undefined ? {} : { blocks: JSON.parse(JSON.stringify(blocks)) as ReadonlyArray<JsonObject> })
})
