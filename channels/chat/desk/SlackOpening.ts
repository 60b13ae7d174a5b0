import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { BrandId, TicketId } from "../../../src/domain/Ids.ts"
import { priorities } from "../../../src/domain/Ticket.ts"
import type { TicketDetail } from "../../../src/domain/TicketDetail.ts"
import type { InboxResult, LeasedEntry } from "../../../src/tickets/intake/ChannelInbox.ts"
import { Tickets } from "../../../src/tickets/Tickets.ts"
import type { Occasion } from "../BoltApp.ts"
import { foreign } from "../blocks/blockKit.ts"
import { nameOf, ticketCard } from "../blocks/ticketCard.ts"
import { FormOrigin } from "../blocks/ticketForm.ts"
import { changeMessage } from "../changeMessage.ts"
import { inBrand } from "../inBrand.ts"
import { threadKey } from "../readMessageEvent.ts"
import { callSlack, SlackFailure } from "../SlackFailure.ts"
import { SlackFiles } from "../SlackFiles.ts"
import { type FormFields, SlackIntake, withMissing } from "../SlackIntake.ts"
import { SlackMessages } from "../SlackMessages.ts"
import { SlackWorkspaces } from "../SlackWorkspaces.ts"
import { escapeSlack } from "../text/toSlackText.ts"
import { NotOfTeam } from "./NotOfTeam.ts"
import { postMarked } from "./postMarked.ts"
import { type Refusal, refusalWords } from "./refusalWords.ts"
import { brandsOf, onceOf, SlackDesk, type Visitor } from "./SlackDesk.ts"

/** The kind of a submitted form in the inbox. */
export const openingKind = "new_ticket"

/** A submitted form as stored in the inbox: who submitted it, and what it says. */
export const Opening = Schema.Struct({
  viewId: Schema.String,
  user: Schema.String,
  brandId: BrandId,
  title: Schema.String,
  description: Schema.String,
  priority: Schema.Literals(priorities),
  email: Schema.optionalKey(Schema.String),
  /** In Slack's own format. */
  files: Schema.Array(Schema.Record(Schema.String, Schema.Json)),
  origin: Schema.optionalKey(FormOrigin)
})
export type Opening = typeof Opening.Type

/** The message that a ticket was to be created from is already a ticket, was deleted, or can no longer be read. */
class MessageGone extends Schema.TaggedError<MessageGone>()("MessageGone", {}) {}

/** Slack's error codes for that. */
const gone: ReadonlySet<string> = new Set([
  "message_not_found",
  "thread_not_found",
  "channel_not_found",
  "not_in_channel"
])

const orGone = <A, E, R>(asked: Effect.Effect<A, E, R>): Effect.Effect<A, E | MessageGone, R> =>
  Effect.catchIf(
    asked,
    (error) => error instanceof SlackFailure && gone.has(error.code),
    () => Effect.fail(new MessageGone())
  )

/** Refusals that a retry would not change. */
const final: ReadonlySet<string> = new Set(["InvalidInput", "LimitReached", "NotOfTeam", "MessageGone"])

/** Seconds by which Slack's clock may differ from ours. */
const clockTolerance = 60

/** Creates tickets from submitted forms. A form takes effect once, however many attempts there are. */
export class SlackOpening extends Context.Service<
  SlackOpening,
  {
    open(
      occasion: Occasion,
      entry: Pick<LeasedEntry, "payload" | "receivedAt">
    ): Effect.Effect<InboxResult | undefined, Refusal>
  }
>()("trunkline/chat/SlackOpening") {
  static readonly layer = Layer.effect(
    SlackOpening,
    Effect.gen(function* () {
      const desk = yield* SlackDesk
      const files = yield* SlackFiles
      const ids = yield* IdGenerator
      const intake = yield* SlackIntake
      const messages = yield* SlackMessages
      const tickets = yield* Tickets
      const workspaces = yield* SlackWorkspaces

      const direct = ({ client }: Occasion, user: string) =>
        Effect.map(
          callSlack("conversations.open", () => client.conversations.open({ users: user })),
          ({ channel }) => channel?.id ?? ""
        )

      /** Creates the submitter's own ticket, whose thread begins with a message from us in their direct conversation. */
      const ownTicket = Effect.fnUntraced(function* (occasion: Occasion, opening: Opening, since: number) {
        const { attempts, client, workspace } = occasion
        const channel = yield* direct(occasion, opening.user)
        const title = escapeSlack(opening.title)
        const root = { channel, threadTs: undefined }
        const said = { text: `:ticket: *${title}*\nOpening a ticket…` }
        const ts = yield* postMarked(client, root, said, opening.viewId, { attempts, since })
        const result = yield* intake.receive(
          occasion,
          {
            channel,
            isDirect: true,
            ts,
            threadTs: undefined,
            user: opening.user,
            text: "",
            blocks: [],
            passedOn: [],
            files: opening.files
          },
          { key: threadKey(channel, ts), form: { ...fieldsOf(opening), dedupe: `view:${opening.viewId}` } }
        )
        const visitor = yield* desk.visitor(workspace, client, opening.user)
        const found = result.ticketId === undefined ? undefined : yield* ticketOf(visitor, result.ticketId)
        if (found !== undefined)
          yield* changeMessage(client, {
            channel,
            ts,
            text: [
              `:ticket: *${escapeSlack(nameOf({ detail: found }))}*`,
              ...(opening.description === "" ? [] : [quoted(opening.description, quotedLength)]),
              "Replies will appear in this thread. To add something, write here."
            ].join("\n")
          })
        return result
      })

      /** Creates a ticket from a message with its thread and files; the thread stays the ticket's conversation. */
      const ofMessage = Effect.fnUntraced(function* (
        occasion: Occasion,
        visitor: Visitor,
        opening: Opening,
        origin: FormOrigin,
        since: number
      ) {
        const { attempts, client } = occasion
        const { permalink } = yield* callSlack("chat.getPermalink", () =>
          client.chat.getPermalink({ channel: origin.channel, message_ts: origin.ts })
        ).pipe(orGone)
        const links = permalink === undefined ? [] : [{ url: permalink, title: "Message in Slack", type: "slack" }]
        const form = { ...fieldsOf(opening), text: opening.description || undefined, links }
        const result = yield* orGone(messages.open(occasion, origin.channel, origin.threadTs, { ts: origin.ts, form }))
        // Somebody else has created the ticket, or the author has deleted the message.
        if (result === undefined) return yield* new MessageGone()
        const found = result.ticketId === undefined ? undefined : yield* ticketOf(visitor, result.ticketId)
        const name = found === undefined ? undefined : escapeSlack(nameOf({ detail: found }))
        const by = escapeSlack(visitor.person.name ?? "Someone")
        if (name !== undefined)
          yield* postMarked(
            client,
            { channel: origin.channel, threadTs: origin.threadTs },
            { text: `:ticket: ${by} turned this into a ticket: *${name}*` },
            opening.viewId,
            { attempts, since }
          )
        return result
      })

      /** Creates a ticket that a member of the team writes for a customer: replies go to the customer's address. */
      const forCustomer = Effect.fnUntraced(function* (
        occasion: Occasion,
        visitor: Visitor,
        opening: Opening,
        email: string,
        since: number
      ) {
        const { attempts, client, workspace } = occasion
        const { agent } = visitor
        if (agent === undefined || !visitor.brands.includes(opening.brandId)) return yield* new NotOfTeam()
        const scope = { ...workspace.scope, brandId: opening.brandId }
        const { secrets } = yield* workspaces.access(workspace.connection)
        const now = yield* DateTime.now
        const fetched = yield* files.fetch(scope.tenant.id, secrets.botToken, opening.files, attempts)
        const body = withMissing(opening.description, fetched)
        const made = yield* tickets.create(
          scope,
          {
            id: ids.next("request"),
            actor: { type: "agent", id: agent.id, name: agent.name, channel: "chat" }
          },
          {
            title: opening.title,
            body: body === "" ? undefined : body,
            priority: opening.priority,
            customer: { email },
            createdBy: agent.id,
            source: "web",
            files: fetched.flatMap((one) =>
              "file" in one
                ? [
                    {
                      ...one.file,
                      id: ids.next("attachment"),
                      brandId: scope.brandId,
                      status: "UPLOADED" as const,
                      isInternal: false,
                      uploadedBy: agent.id,
                      createdAt: now,
                      updatedAt: now
                    }
                  ]
                : []
            )
          },
          {
            ...onceOf(workspace, `view:${opening.viewId}`, opening.viewId),
            answer: ({ ticket }: TicketDetail) => ({ status: 201, headers: {}, body: JSON.stringify(ticket.id) })
          }
        )
        const ticketId = made.replayed
          ? Schema.decodeSync(Schema.fromJsonString(TicketId))(made.answer.body)
          : made.value.ticket.id
        const [shown] = yield* desk.shown(visitor, [yield* desk.find(visitor, ticketId)])
        const channel = yield* direct(occasion, opening.user)
        if (shown !== undefined)
          yield* postMarked(client, { channel, threadTs: undefined }, ticketCard(shown), opening.viewId, {
            attempts,
            since
          })
        const result: InboxResult = { outcome: "ticket_created", ticketId }
        return result
      })

      const ticketOf = (visitor: Visitor, id: TicketId) =>
        desk.find(visitor, id).pipe(Effect.catchTag("NotFound", () => Effect.undefined))

      /** Tells the submitter why the ticket was not created. */
      const refused = Effect.fnUntraced(function* (
        occasion: Occasion,
        opening: Opening,
        refusal: Refusal,
        since: number
      ) {
        const channel = yield* direct(occasion, opening.user)
        const { description, title } = opening
        const text = [
          `The ticket “${escapeSlack(title)}” was not created. ${refusalWords(refusal)}`,
          ...(description === "" ? [] : [quoted(description, description.length)])
        ].join("\n")
        const { attempts, client } = occasion
        yield* postMarked(client, { channel, threadTs: undefined }, { text }, opening.viewId, { attempts, since })
        return undefined
      })

      return SlackOpening.of({
        open: Effect.fn("SlackOpening.open")(function* (asked, { payload, receivedAt }) {
          const opening = yield* Effect.orDie(Schema.decodeUnknownEffect(Opening)(payload))
          // The workspace may no longer serve that brand.
          const isKnown = brandsOf(asked.workspace).includes(opening.brandId)
          const occasion = isKnown ? inBrand(asked, opening.brandId) : asked
          const since = Math.floor(receivedAt.epochMilliseconds / 1000) - clockTolerance
          const visitor = yield* desk.visitor(occasion.workspace, occasion.client, opening.user)
          const { email, origin } = opening
          const made: Effect.Effect<InboxResult, Refusal> =
            origin !== undefined
              ? ofMessage(occasion, visitor, opening, origin, since)
              : email === undefined || email === visitor.person.email
                ? ownTicket(occasion, opening, since)
                : forCustomer(occasion, visitor, opening, email, since)
          return yield* Effect.catchIf(
            made,
            ({ _tag }) => final.has(_tag),
            (refusal) => refused(occasion, opening, refusal, since)
          )
        })
      })
    })
  )
}

const fieldsOf = ({ description, priority, title }: Opening): FormFields => ({ title, text: description, priority })

/** Characters shown of a quoted description. */
const quotedLength = 500

const quoted = (text: string, most: number) => `>${foreign(text, most).replaceAll("\n", "\n>")}`
