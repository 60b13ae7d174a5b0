import { Context, Duration, Effect, Fiber, FiberSet, Layer, Option, Result, Schema } from "effect"
import type { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { TicketId } from "../../../src/domain/Ids.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { NotFound } from "../../../src/domain/Problems.ts"
import { ChatDirectory } from "../../../src/tickets/connections/ChatDirectory.ts"
import { ChannelInbox } from "../../../src/tickets/intake/ChannelInbox.ts"
import type { Occasion } from "../BoltApp.ts"
import { fittingBrands, option } from "../blocks/brandSelect.ts"
import { readReplyForm, replyForm } from "../blocks/replyForm.ts"
import { type FormErrors, type FormOrigin, readTicketForm, ticketForm } from "../blocks/ticketForm.ts"
import type { Window } from "../blocks/windows.ts"
import { brandOfChannel } from "../inBrand.ts"
import { threadKey } from "../readMessageEvent.ts"
import { objectOf, textOf } from "../wire.ts"
import { type Refusal, refusalWords } from "./refusalWords.ts"
import { brandsOf, SlackDesk, type Visitor } from "./SlackDesk.ts"
import { Opening, openingKind } from "./SlackOpening.ts"

/** How long a submission may take; Slack gives up after three seconds. */
const patience = Duration.seconds(2)

/** What the form for a new ticket starts with. */
export interface FormStart {
  readonly title: string
  readonly description: string
  /** The channel that it was opened from, which determines the brand. */
  readonly channel?: string | undefined
  readonly origin?: FormOrigin | undefined
}

/**
 * The forms for new tickets and replies. A form closes once its content is stored; until then it stays open, says why, and
 * may be submitted again: that has one effect.
 */
export class SlackForms extends Context.Service<
  SlackForms,
  {
    ticket(visitor: Visitor, start: FormStart): Effect.Effect<Window, DatabaseUnavailable>
    reply(visitor: Visitor, ticketId: TicketId): Effect.Effect<Window, NotFound | DatabaseUnavailable>
    /** The brands that match what somebody typed into the form's list, as the response to Slack. */
    brands(occasion: Occasion, body: JsonObject): Effect.Effect<JsonObject, DatabaseUnavailable>
    /** Stores a submitted ticket in the inbox, because its files take time to fetch; returns the response to Slack. */
    opened(occasion: Occasion, body: JsonObject): Effect.Effect<JsonObject>
    /** Stores a submitted reply; returns the response to Slack. */
    replied(occasion: Occasion, body: JsonObject): Effect.Effect<JsonObject>
  }
>()("trunkline/chat/SlackForms") {
  static readonly layer = Layer.effect(
    SlackForms,
    Effect.gen(function* () {
      const desk = yield* SlackDesk
      const directory = yield* ChatDirectory
      const inbox = yield* ChannelInbox
      const work = yield* FiberSet.make<unknown, unknown>()

      /** Closes the form when `stored` completes; otherwise shows the reason at `field`. */
      const closing = Effect.fnUntraced(function* (field: string, stored: Effect.Effect<unknown, Refusal>) {
        const told = yield* FiberSet.run(
          work,
          stored.pipe(
            Effect.as<JsonObject>({ response_action: "clear" }),
            Effect.catch((refusal) => Effect.succeed(errors({ [field]: refusalWords(refusal) }))),
            Effect.catchCause((cause) =>
              Effect.as(
                Effect.logError("A form could not be processed", cause),
                errors({ [field]: refusalWords({ _tag: "Defect" }) })
              )
            )
          )
        )
        const soon = yield* Effect.timeoutOption(Fiber.join(told), patience)
        return Option.getOrElse(soon, () => errors({ [field]: slow }))
      })

      return SlackForms.of({
        ticket: Effect.fn("SlackForms.ticket")(function* (visitor, { channel, description, origin, title }) {
          const { connection } = visitor.workspace
          const placed = connection.settings.channels.find(({ channelId }) => channelId === channel)
          const brandId = placed === undefined ? undefined : brandOfChannel(visitor.workspace, placed.channelId)
          const choice =
            brandId !== undefined
              ? [{ id: brandId, name: "" }]
              : visitor.brands.length < 2
                ? visitor.brands.map((id) => ({ id, name: "" }))
                : yield* directory.brandNames(visitor.workspace.scope, visitor.brands)
          return ticketForm({
            title,
            description,
            origin,
            isAgent: visitor.agent !== undefined,
            takesFiles: connection.settings.scopes.includes("files:read"),
            brands: choice
          })
        }),

        brands: Effect.fn("SlackForms.brands")(function* ({ client, workspace }, body) {
          const visitor = yield* desk.visitor(workspace, client, textOf(objectOf(body["user"])["id"]) ?? "")
          const known = yield* directory.brandNames(workspace.scope, visitor.brands)
          const options = fittingBrands(known, textOf(body["value"]) ?? "").map(({ id, name }) => option(id, name))
          // Options are JSON, although their type does not say so.
          return JSON.parse(JSON.stringify({ options })) as JsonObject
        }),

        reply: Effect.fn("SlackForms.reply")(function* (visitor, ticketId) {
          const [shown] = yield* desk.shown(visitor, [yield* desk.find(visitor, ticketId)])
          return shown === undefined ? yield* new NotFound({ entity: "ticket" }) : replyForm(shown)
        }),

        opened: Effect.fn("SlackForms.opened")(function* ({ workspace }, body) {
          const view = objectOf(body["view"])
          const read = readTicketForm(view)
          if (Result.isFailure(read)) return errors(read.failure)
          const { connection } = workspace
          const { brandId: wanted, email, origin, ...form } = read.success
          const viewId = textOf(view["id"]) ?? ""
          const opening: Opening = {
            ...form,
            viewId,
            user: textOf(objectOf(body["user"])["id"]) ?? "",
            brandId: brandsOf(workspace).find((id) => id === wanted) ?? connection.brandId,
            ...(email === undefined ? {} : { email }),
            ...(origin === undefined ? {} : { origin })
          }
          return yield* closing(
            "title",
            inbox.put({
              connectionId: connection.id,
              dedupeKey: `slack:${connection.settings.appId}:view:${viewId}`,
              kind: openingKind,
              // Processed in order with what is written in the thread meanwhile.
              lane: origin === undefined ? `view:${viewId}` : threadKey(origin.channel, origin.threadTs),
              payload: Schema.encodeSync(Opening)(opening)
            })
          )
        }),

        replied: Effect.fn("SlackForms.replied")(function* ({ client, workspace }, body) {
          const view = objectOf(body["view"])
          const read = readReplyForm(view)
          if (Result.isFailure(read)) return errors(read.failure)
          const { text, ticketId } = read.success
          const stored = Effect.gen(function* () {
            const id = Schema.decodeUnknownOption(TicketId)(ticketId)
            if (Option.isNone(id)) return yield* new NotFound({ entity: "ticket" })
            const visitor = yield* desk.visitor(workspace, client, textOf(objectOf(body["user"])["id"]) ?? "")
            return yield* desk.write(visitor, id.value, { text, visibility: "public" }, `view:${textOf(view["id"])}`)
          })
          return yield* closing("text", stored)
        })
      })
    })
  )
}

const slow = "This is taking longer than usual. Press the button again in a moment: nothing is done twice."

const errors = (byBlock: FormErrors): JsonObject => ({ response_action: "errors", errors: byBlock })
