import type { WebClient } from "@slack/web-api"
import { Effect, Option, Schema } from "effect"
import { type StatusCategory, statusCategories } from "../../../src/domain/Status.ts"
import type { ChatFacts, LeasedUpdate } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { isThreadOver, postText } from "../postText.ts"
import { type Progress, targetOf } from "../SlackProgress.ts"
import type { ThreadWork } from "./SlackThreads.ts"
import { showReaction, statusMarks } from "./showReaction.ts"
import { statusLine } from "./threadTexts.ts"

/** What a customer's thread currently shows of its ticket. */
const Shown = Schema.Struct({
  reaction: Schema.optionalKey(Schema.String),
  category: Schema.optionalKey(Schema.Literals(statusCategories))
})

/**
 * Shows the ticket's status in the customer's thread: as a reaction on its root, and in a line when the ticket is resolved
 * or reopened. Beyond that, customers only see what agents write to them.
 */
export const customerThread = Effect.fn("customerThread")(function* (
  client: WebClient,
  update: LeasedUpdate,
  facts: ChatFacts,
  { keep, turn }: ThreadWork
) {
  const { root, ticket, ticketPost } = facts
  if (ticket.isSpam || ticket.isDeleted || ticket.mergedInto !== undefined) return
  const target = targetOf(update.lane)
  const before = Option.getOrElse(Schema.decodeUnknownOption(Shown)(ticketPost?.shown), () => Shown.make({}))
  const reaction =
    root === undefined
      ? before.reaction
      : yield* showReaction(client, target.channel, root, before.reaction, statusMarks[ticket.statusCategory])
  const line = statusLine(ticket, before.category ?? ("open" satisfies StatusCategory), false)
  let messages = ticketPost?.messages ?? []
  if (line !== undefined) {
    yield* turn(target.channel)
    const said = yield* postText(client, target, update, [line], {}, () => Effect.void).pipe(
      // Somebody has deleted the thread: the next reply begins another one.
      Effect.catchIf(isThreadOver, () => Effect.succeed<Progress>({}))
    )
    messages = said.posted ?? messages
  }
  const shown = { ...(reaction === undefined ? {} : { reaction }), category: ticket.statusCategory }
  if (shown.reaction !== before.reaction || shown.category !== before.category)
    yield* keep("ticket", target.channel, { messages, shown })
})
