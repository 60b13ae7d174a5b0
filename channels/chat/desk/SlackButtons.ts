import { Context, Effect, FiberSet, Layer, Option, Schema } from "effect"
import { TicketId } from "../../../src/domain/Ids.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { NotFound } from "../../../src/domain/Problems.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import type { TicketChange } from "../../../src/tickets/changeTicket.ts"
import { ChatDirectory } from "../../../src/tickets/connections/ChatDirectory.ts"
import type { Occasion } from "../BoltApp.ts"
import { homeActions, homePlaceIn } from "../blocks/homeTab.ts"
import { ticketActions, ticketCard, ticketIdIn } from "../blocks/ticketCard.ts"
import { notice } from "../blocks/windows.ts"
import { changeMessage } from "../changeMessage.ts"
import { threadKey } from "../readMessageEvent.ts"
import { SlackAppSettings } from "../SlackAppSettings.ts"
import { objectOf, objectsOf, textOf } from "../wire.ts"
import { answerUrl } from "./answerUrl.ts"
import { NotOfTeam } from "./NotOfTeam.ts"
import { openWindow } from "./openWindow.ts"
import { messageOf } from "./postMarked.ts"
import { type Refusal, refusalWords } from "./refusalWords.ts"
import { SlackDesk, type Visitor } from "./SlackDesk.ts"
import { SlackForms } from "./SlackForms.ts"
import { SlackHome } from "./SlackHome.ts"

/** A click on a button, or a choice in a list, in a message or on the Home tab. */
interface Press {
  readonly occasion: Occasion
  readonly body: JsonObject
  /** The payload of the button or list. */
  readonly action: JsonObject
  readonly visitor: Visitor
}

/** Handles buttons. Each click is authorized for whoever clicks, and only they are told what went wrong. */
export class SlackButtons extends Context.Service<
  SlackButtons,
  {
    /** Completes once the change is stored and the view with the button shows it. */
    pressed(occasion: Occasion, body: JsonObject): Effect.Effect<void>
  }
>()("trunkline/chat/SlackButtons") {
  static readonly layer = Layer.effect(
    SlackButtons,
    Effect.gen(function* () {
      const { apiUrl } = yield* SlackAppSettings
      const desk = yield* SlackDesk
      const directory = yield* ChatDirectory
      const forms = yield* SlackForms
      const home = yield* SlackHome
      const work = yield* FiberSet.make<unknown, unknown>()

      /** Tells something to whoever clicked, and to nobody else. */
      const tell = ({ body, occasion }: Pick<Press, "body" | "occasion">, text: string) => {
        const address = textOf(body["response_url"])
        return address === undefined
          ? openWindow(work, occasion.client, triggerOf(body), "Ticket", Effect.succeed(notice("Ticket", text))).pipe(
              Effect.catchTag("SlackFailure", ({ message }) =>
                Effect.logInfo("The reason why a click failed could not be shown", message)
              )
            )
          : answerUrl(apiUrl, address, { response_type: "ephemeral", replace_original: false, text })
      }

      /** Shows the ticket's current state where its button is. */
      const showAgain = Effect.fnUntraced(function* ({ body, occasion, visitor }: Press, detail: TicketDetail) {
        const { client, workspace } = occasion
        const container = objectOf(body["container"])
        if (textOf(container["type"]) === "view")
          return yield* home.publish(
            client,
            visitor,
            homePlaceIn(textOf(objectOf(body["view"])["private_metadata"])),
            true
          )
        const [shown] = yield* desk.shown(visitor, [detail])
        if (shown === undefined) return
        const card = ticketCard(shown)
        if (container["is_ephemeral"] === true)
          return yield* answerUrl(apiUrl, textOf(body["response_url"]) ?? "", {
            replace_original: true,
            // Blocks are JSON, although their type does not say so.
            ...(JSON.parse(JSON.stringify(card)) as JsonObject)
          })
        const [channel = "", ts = ""] = [container["channel_id"], container["message_ts"]].map(textOf)
        const { connection, scope } = workspace
        // The root of a ticket's thread is kept up to date by `SlackThreads`.
        if (Option.isSome(yield* directory.thread(scope, connection.id, threadKey(channel, ts)))) return
        yield* changeMessage(client, { channel, ts, ...messageOf(card) })
      })

      const changeOf = Effect.fnUntraced(function* ({ action, occasion, visitor }: Press, name: string) {
        if (visitor.agent === undefined) return yield* new NotOfTeam()
        const { client, workspace } = occasion
        switch (name) {
          case ticketActions.assignMe:
            return { assigneeId: visitor.agent.id }
          case ticketActions.resolve:
            return { status: "resolved" }
          case ticketActions.reopen:
            return { status: "open" }
          default: {
            const chosen = yield* desk.visitor(workspace, client, textOf(action["selected_user"]) ?? "")
            return chosen.agent === undefined ? undefined : { assigneeId: chosen.agent.id }
          }
        }
      })

      const ticketPressed = Effect.fnUntraced(function* (press: Press, name: string) {
        const { action, body, occasion, visitor } = press
        const named = Schema.decodeUnknownOption(TicketId)(
          ticketIdIn(textOf(action["value"]), textOf(action["block_id"]))
        )
        if (Option.isNone(named)) return yield* new NotFound({ entity: "ticket" })
        const id = named.value
        if (name === ticketActions.reply)
          return yield* openWindow(work, occasion.client, triggerOf(body), "Reply", forms.reply(visitor, id))
        const change: TicketChange | undefined = yield* changeOf(press, name)
        if (change === undefined)
          return yield* tell(press, "They are not a member of the support team with access to this brand.")
        yield* showAgain(press, yield* desk.change(visitor, id, change))
      })

      const pressed = Effect.fnUntraced(function* (occasion: Occasion, body: JsonObject) {
        const [action = {}] = objectsOf(body["actions"])
        const name = textOf(action["action_id"]) ?? ""
        const visitor = yield* desk.visitor(
          occasion.workspace,
          occasion.client,
          textOf(objectOf(body["user"])["id"]) ?? ""
        )
        const press: Press = { occasion, body, action, visitor }
        if (name.startsWith("ticket_")) return yield* ticketPressed(press, name)
        if (name === homeActions.newTicket) {
          const form = forms.ticket(visitor, { title: "", description: "" })
          return yield* openWindow(work, occasion.client, triggerOf(body), "New ticket", form)
        }
        yield* home.publish(occasion.client, visitor, homePlaceIn(textOf(action["value"])), true)
      })

      return SlackButtons.of({
        pressed: Effect.fn("SlackButtons.pressed")((occasion, body) =>
          pressed(occasion, body).pipe(
            Effect.catch((refusal: Refusal) => tell({ occasion, body }, refusalWords(refusal))),
            Effect.catchCause((cause) => Effect.logError("A click failed", cause))
          )
        )
      })
    })
  )
}

const triggerOf = (body: JsonObject) => textOf(body["trigger_id"]) ?? ""
