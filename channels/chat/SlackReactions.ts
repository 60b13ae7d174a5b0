import { Context, Effect, Layer, Option } from "effect"
import type { Causation } from "../../src/domain/Causation.ts"
import type { IntakeResult } from "../../src/domain/InboundMessage.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { ChatDirectory } from "../../src/tickets/ChatDirectory.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import type { Occasion } from "./BoltApp.ts"
import { threadKey } from "./readMessageEvent.ts"
import type { MessageTrouble } from "./SlackIntake.ts"
import { SlackMessages } from "./SlackMessages.ts"
import { type Agent, SlackPeople } from "./SlackPeople.ts"
import { objectOf, textOf } from "./wire.ts"

/** What emoji mean below a message. */
const meanings: ReadonlyMap<string, "open" | "assign" | "resolve"> = new Map([
  ["ticket", "open"],
  ["eyes", "assign"],
  ["white_check_mark", "resolve"]
])

type Handled = Effect.Effect<IntakeResult | undefined, MessageTrouble>

/** What reactions do: make a ticket of a message, and, by agents below the message that began it, assign and resolve it. */
export class SlackReactions extends Context.Service<
  SlackReactions,
  {
    added(occasion: Occasion, event: JsonObject): Handled
    /** Who takes `:eyes:` away gives back what is assigned to them. What is resolved stays so: others may have done it too. */
    removed(occasion: Occasion, event: JsonObject): Handled
  }
>()("trunkline/chat/SlackReactions") {
  static readonly layer = Layer.effect(
    SlackReactions,
    Effect.gen(function* () {
      const directory = yield* ChatDirectory
      const messages = yield* SlackMessages
      const people = yield* SlackPeople
      const tickets = yield* Tickets

      /** Who reacted to what, and whether they are of the team. */
      const read = Effect.fnUntraced(function* ({ client, workspace }: Occasion, event: JsonObject) {
        const item = objectOf(event["item"])
        const [channel, ts, user] = [textOf(item["channel"]), textOf(item["ts"]), textOf(event["user"])]
        const meaning = meanings.get(textOf(event["reaction"]) ?? "")
        if (channel === undefined || ts === undefined || user === undefined || meaning === undefined) return undefined
        const agent = yield* people.agent(workspace, yield* people.person(workspace, client, user))
        return { channel, ts, meaning, agent: Option.getOrUndefined(agent) }
      })

      const change = Effect.fnUntraced(function* (
        { workspace }: Occasion,
        { agent, channel, meaning, ts }: { agent: Agent; channel: string; meaning: "assign" | "resolve"; ts: string },
        isAdded: boolean
      ) {
        const { connection, scope } = workspace
        const thread = yield* directory.thread(scope, connection.id, threadKey(channel, ts))
        if (Option.isNone(thread)) return
        const { ticketId } = thread.value
        const ticket = yield* tickets.get(scope, ticketId).pipe(
          Effect.asSome,
          Effect.catchTag("NotFound", () => Effect.succeedNone)
        )
        if (Option.isNone(ticket)) return
        const { assigneeId, statusCategory } = ticket.value.ticket
        const wanted =
          meaning === "assign"
            ? isAdded
              ? { assigneeId: agent.id }
              : assigneeId === agent.id
                ? { assigneeId: null }
                : undefined
            : isAdded && statusCategory !== "resolved" && statusCategory !== "closed"
              ? { status: "resolved" }
              : undefined
        if (wanted === undefined) return
        yield* tickets.update(scope, causedBy(agent, ticketId), ticketId, wanted).pipe(
          Effect.catchIf(
            (error) => error._tag !== "DatabaseUnavailable",
            (refusal) => Effect.logInfo("A reaction could not change its ticket", refusal._tag)
          )
        )
      })

      return SlackReactions.of({
        added: Effect.fn("SlackReactions.added")(function* (occasion, event) {
          const found = yield* read(occasion, event)
          if (found === undefined) return undefined
          const { agent, channel, meaning, ts } = found
          if (meaning === "open") {
            const { channels } = occasion.workspace.connection.settings
            const role = channels.find(({ channelId }) => channelId === channel)?.role
            return agent !== undefined || role === "customer" ? yield* messages.open(occasion, channel, ts) : undefined
          }
          if (agent !== undefined) yield* change(occasion, { agent, channel, meaning, ts }, true)
          return undefined
        }),

        removed: Effect.fn("SlackReactions.removed")(function* (occasion, event) {
          const found = yield* read(occasion, event)
          if (found?.agent === undefined || found.meaning === "open") return undefined
          const { agent, channel, meaning, ts } = found
          yield* change(occasion, { agent, channel, meaning, ts }, false)
          return undefined
        })
      })
    })
  )
}

/** A member of the team, at work in Slack. */
export const causedBy = (agent: Agent, id: string): Causation => ({
  id,
  actor: { type: "agent", id: agent.id, name: agent.name, channel: "chat" }
})
