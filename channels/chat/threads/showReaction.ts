import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import type { StatusCategory } from "../../../src/domain/Status.ts"
import { callSlack, type SlackFailure } from "../SlackFailure.ts"

/** What the app's reaction below the message that began a ticket tells of its status. */
export const statusMarks: Readonly<Record<StatusCategory, string>> = {
  open: "ticket",
  pending: "hourglass_flowing_sand",
  resolved: "white_check_mark",
  closed: "lock"
}

/** What it tells below a message that has reached the customer. */
export const sentMark = "outbox_tray"

/** Refusals after which a reaction is not worth another attempt, and nothing else suffers from that. */
const harmless: ReadonlySet<string> = new Set([
  "already_reacted",
  "no_reaction",
  "message_not_found",
  "missing_scope",
  "not_reactable",
  "no_item_specified",
  "too_many_emoji",
  "too_many_reactions"
])

/** Makes `wanted` the app's reaction to a message in place of `shown`, and answers with what is shown then. */
export const showReaction = Effect.fn("showReaction")(function* (
  client: WebClient,
  channel: string,
  ts: string,
  shown: string | undefined,
  wanted: string | undefined
) {
  if (wanted === shown) return shown
  if (wanted !== undefined)
    yield* quietly(callSlack("reactions.add", () => client.reactions.add({ channel, timestamp: ts, name: wanted })))
  if (shown !== undefined)
    yield* quietly(
      callSlack("reactions.remove", () => client.reactions.remove({ channel, timestamp: ts, name: shown }))
    )
  return wanted
})

const quietly = <A>(call: Effect.Effect<A, SlackFailure>): Effect.Effect<void, SlackFailure> =>
  call.pipe(
    Effect.catchIf(
      ({ code }) => harmless.has(code),
      () => Effect.void
    ),
    Effect.asVoid
  )
