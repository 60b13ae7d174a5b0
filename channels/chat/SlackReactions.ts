import { Context, Effect, Layer, Option } from "effect"
import type { Causation } from "../../src/domain/Causation.ts"
import type { ChatReaction } from "../../src/domain/ChannelConnection.ts"
import type { TicketId } from "../../src/domain/Ids.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import type { StatusCategory } from "../../src/domain/Status.ts"
import { ChatDirectory } from "../../src/tickets/connections/ChatDirectory.ts"
import { Tickets } from "../../src/tickets/Tickets.ts"
import type { Occasion } from "./BoltApp.ts"
import { brandOfChannel, inBrand } from "./inBrand.ts"
import { threadKey } from "./readMessageEvent.ts"
import type { Handled } from "./SlackIntake.ts"
import { SlackMessages } from "./SlackMessages.ts"
import { type Agent, SlackPeople } from "./SlackPeople.ts"
import { objectOf, textOf } from "./wire.ts"

/** What emoji mean on a message, unless the workspace configures otherwise. */
export const usualReactions: Readonly<Record<string, ChatReaction>> = {
  ticket: "open",
  eyes: "assign",
  white_check_mark: "resolve"
}

/** Handles reactions: they create a ticket from a message; agents' reactions to its root assign and resolve it. */
export class SlackReactions extends Context.Service<
  SlackReactions,
  {
    added(occasion: Occasion, event: JsonObject): Handled
    /**
     * Undoes what the same agent did by adding it: unassigns a ticket that is theirs, reopens one that they resolved last.
     */
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

      /** Reads who reacted to what, and whether they are on the team. */
      const read = Effect.fnUntraced(function* (occasion: Occasion, event: JsonObject) {
        const { client, workspace } = occasion
        const item = objectOf(event["item"])
        const [channel, ts, user] = [textOf(item["channel"]), textOf(item["ts"]), textOf(event["user"])]
        // Skin tones make no difference.
        const name = (textOf(event["reaction"]) ?? "").replace(/::skin-tone-\d$/, "")
        const meanings = workspace.connection.settings.reactions ?? usualReactions
        const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined
        if (channel === undefined || ts === undefined || user === undefined || meaning === undefined) return undefined
        const key = threadKey(channel, ts)
        const thread = yield* directory.thread(workspace.scope, workspace.connection.id, key)
        const brandId = Option.isSome(thread) ? thread.value.brandId : brandOfChannel(workspace, channel)
        const here = inBrand(occasion, brandId)
        const agent = yield* people.agent(here.workspace, yield* people.person(workspace, client, user))
        return { here, channel, ts, meaning, thread, agent: Option.getOrUndefined(agent) }
      })

      const change = Effect.fnUntraced(function* (
        { scope }: Occasion["workspace"],
        ticketId: TicketId,
        agent: Agent,
        meaning: "assign" | "resolve",
        isAdded: boolean
      ) {
        const found = yield* tickets.get(scope, ticketId).pipe(
          Effect.asSome,
          Effect.catchTag("NotFound", () => Effect.succeedNone)
        )
        if (Option.isNone(found)) return
        const { assigneeId, statusCategory } = found.value.ticket
        const resolver = meaning === "resolve" && !isAdded ? yield* directory.resolver(scope, ticketId) : Option.none()
        const wanted = wantedBy(meaning, isAdded, {
          statusCategory,
          isAssignee: assigneeId === agent.id,
          isResolver: Option.contains(resolver, agent.id)
        })
        if (wanted === undefined) return
        const change =
          wanted === "assign"
            ? { assigneeId: agent.id }
            : wanted === "give back"
              ? { assigneeId: null }
              : { status: wanted }
        yield* tickets.update(scope, causedBy(agent, ticketId), ticketId, change).pipe(
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
          const { agent, channel, here, meaning, thread, ts } = found
          if (meaning === "open") {
            const { channels } = occasion.workspace.connection.settings
            const role = channels.find(({ channelId }) => channelId === channel)?.role
            return agent !== undefined || role === "customer" ? yield* messages.open(here, channel, ts) : undefined
          }
          if (agent !== undefined && Option.isSome(thread))
            yield* change(here.workspace, thread.value.ticketId, agent, meaning, true)
          return undefined
        }),

        removed: Effect.fn("SlackReactions.removed")(function* (occasion, event) {
          const found = yield* read(occasion, event)
          if (found?.agent === undefined || found.meaning === "open" || Option.isNone(found.thread)) return undefined
          yield* change(found.here.workspace, found.thread.value.ticketId, found.agent, found.meaning, false)
          return undefined
        })
      })
    })
  )
}

/**
 * What an agent's reaction changes, if anything. Adding it assigns or resolves; removing it undoes that, if it was they who
 * did it and nobody has changed it since.
 */
export const wantedBy = (
  meaning: "assign" | "resolve",
  isAdded: boolean,
  ticket: { readonly statusCategory: StatusCategory; readonly isAssignee: boolean; readonly isResolver: boolean }
): "assign" | "give back" | "resolved" | "open" | undefined => {
  const { isAssignee, isResolver, statusCategory } = ticket
  if (meaning === "assign") return isAdded ? (isAssignee ? undefined : "assign") : isAssignee ? "give back" : undefined
  if (isAdded) return statusCategory === "open" || statusCategory === "pending" ? "resolved" : undefined
  return statusCategory === "resolved" && isResolver ? "open" : undefined
}

/** A member of the team, acting in Slack. */
const causedBy = (agent: Agent, id: string): Causation => ({
  id,
  actor: { type: "agent", id: agent.id, name: agent.name, channel: "chat" }
})
