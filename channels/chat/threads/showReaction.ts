import type { WebClient } from "@slack/web-api"
import { Effect } from "effect"
import type { StatusCategory } from "../../../src/domain/Status.ts"
import { callSlack, type SlackFailure } from "../SlackFailure.ts"

/** The app's reaction on a ticket's root message, by the ticket's status. */
export const statusMarks: Readonly<Record<StatusCategory, string>> = {
  open: "ticket",
  pending: "hourglass_flowing_sand",
  resolved: "white_check_mark",
  closed: "lock"
}

/** The app's reaction on a message that has reached the customer. */
export const sentMark = "outbox_tray"

/** Refusals to ignore: another attempt would not help, and nothing depends on the reaction. */
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

/** Replaces the app's reaction `shown` on a message with `wanted`, and returns the reaction that it has then. */
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
