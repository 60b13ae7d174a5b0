import type { WebClient } from "@slack/web-api"
import { Context, Effect, FiberSet, Layer, Option } from "effect"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { ChatDirectory } from "../../../src/tickets/connections/ChatDirectory.ts"
import type { Occasion } from "../BoltApp.ts"
import { nameOf } from "../blocks/ticketCard.ts"
import { notice } from "../blocks/windows.ts"
import { messageTitle, readMessage, type SlackMessage, threadKey } from "../readMessageEvent.ts"
import { SlackAppSettings } from "../SlackAppSettings.ts"
import { callSlack } from "../SlackFailure.ts"
import { SlackIntake } from "../SlackIntake.ts"
import { escapeSlack } from "../text/toSlackText.ts"
import { objectOf, textOf } from "../wire.ts"
import { answerUrl } from "./answerUrl.ts"
import { openWindow } from "./openWindow.ts"
import { refusalWords } from "./refusalWords.ts"
import { SlackDesk, type Visitor } from "./SlackDesk.ts"
import { SlackForms } from "./SlackForms.ts"
import { whyNotOpened } from "./whyNotOpened.ts"

/** The title of the form for a ticket from a message. */
const title = "Create ticket"

/** Handles the app's entries in Slack's menus: they open a form for a new ticket, empty or with the text of a message. */
export class SlackShortcuts extends Context.Service<
  SlackShortcuts,
  {
    /** “Create ticket” in a message's menu. */
    ofMessage(occasion: Occasion, body: JsonObject): Effect.Effect<void>
    /** “New ticket” in the global menu. */
    blank(occasion: Occasion, body: JsonObject): Effect.Effect<void>
  }
>()("trunkline/chat/SlackShortcuts") {
  static readonly layer = Layer.effect(
    SlackShortcuts,
    Effect.gen(function* () {
      const { apiUrl } = yield* SlackAppSettings
      const desk = yield* SlackDesk
      const directory = yield* ChatDirectory
      const forms = yield* SlackForms
      const intake = yield* SlackIntake
      const notOpened = yield* whyNotOpened
      const work = yield* FiberSet.make<unknown, unknown>()

      const visitorOf = ({ client, workspace }: Occasion, body: JsonObject) =>
        desk.visitor(workspace, client, textOf(objectOf(body["user"])["id"]) ?? "")

      /** Why no ticket can be created from a message; `undefined` if one can. */
      const obstacle = Effect.fnUntraced(function* (occasion: Occasion, visitor: Visitor, message: SlackMessage) {
        const { client, workspace } = occasion
        const { connection, scope } = workspace
        const { channel } = message
        const role = connection.settings.channels.find(({ channelId }) => channelId === channel)?.role
        if (role === "agent" && visitor.agent === undefined) return refusalWords({ _tag: "NotOfTeam" })
        const rootTs = message.threadTs ?? message.ts
        const thread = yield* directory.thread(scope, connection.id, threadKey(channel, rootTs))
        if (Option.isSome(thread)) {
          const known = yield* Effect.option(desk.find(visitor, thread.value.ticketId))
          return Option.match(known, {
            onNone: () => "This conversation is already a ticket.",
            onSome: (detail) => `This conversation is already a ticket: *${escapeSlack(nameOf({ detail }))}*.`
          })
        }
        return (yield* isReadable(client, channel, rootTs))
          ? undefined
          : "I cannot read this conversation. Invite me to the channel, then try again."
      })

      const formOf = Effect.fnUntraced(function* (occasion: Occasion, body: JsonObject) {
        const channel = textOf(objectOf(body["channel"])["id"]) ?? ""
        const message = readMessage(objectOf(body["message"]), channel, false)
        if (message === undefined) return notice(title, "Only a message that a person wrote can become a ticket.")
        const visitor = yield* visitorOf(occasion, body)
        const reason = yield* obstacle(occasion, visitor, message)
        if (reason !== undefined) return notice(title, reason)
        const description = yield* intake.read(occasion, message)
        return yield* forms.ticket(visitor, {
          title: messageTitle(description),
          description,
          channel,
          origin: { channel, ts: message.ts, threadTs: message.threadTs ?? message.ts }
        })
      })

      return SlackShortcuts.of({
        ofMessage: Effect.fn("SlackShortcuts.ofMessage")(function* (occasion, body) {
          const trigger = textOf(body["trigger_id"]) ?? ""
          yield* openWindow(work, occasion.client, trigger, title, formOf(occasion, body)).pipe(
            Effect.catchTag("SlackFailure", (failure) =>
              Effect.flatMap(notOpened(occasion.workspace, failure), (text) =>
                FiberSet.run(
                  work,
                  answerUrl(apiUrl, textOf(body["response_url"]) ?? "", {
                    response_type: "ephemeral",
                    replace_original: false,
                    text
                  })
                )
              )
            ),
            Effect.asVoid
          )
        }),

        blank: Effect.fn("SlackShortcuts.blank")(function* (occasion, body) {
          const form = Effect.flatMap(visitorOf(occasion, body), (visitor) =>
            forms.ticket(visitor, { title: "", description: "" })
          )
          yield* openWindow(work, occasion.client, textOf(body["trigger_id"]) ?? "", "New ticket", form).pipe(
            // A global shortcut has no response URL.
            Effect.catchTag("SlackFailure", (failure) => Effect.asVoid(notOpened(occasion.workspace, failure)))
          )
        })
      })
    })
  )
}

const isReadable = (client: WebClient, channel: string, ts: string) =>
  callSlack("conversations.replies", () => client.conversations.replies({ channel, ts, limit: 1 })).pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ kind }) => kind === "refused",
      () => Effect.succeed(false)
    )
  )
