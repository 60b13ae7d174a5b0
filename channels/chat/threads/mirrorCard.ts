import { Effect } from "effect"
import type { ChatFacts } from "../../../src/tickets/outbound/ChatUpdates.ts"
import { context } from "../blocks/blockKit.ts"
import { ticketCard } from "../blocks/ticketCard.ts"
import { linkOf } from "../desk/SlackDesk.ts"
import type { MirrorServices } from "./mirrorThread.ts"
import { ticketNote } from "./threadTexts.ts"

/**
 * The card of a ticket in the team's channel; `undefined` if the ticket no longer exists. A card with a note about the
 * ticket has no buttons.
 */
export const mirrorCard = Effect.fnUntraced(function* (
  { publicUrl, tickets }: MirrorServices,
  { scope, ticket }: ChatFacts,
  hasButtons: boolean
) {
  const detail = yield* tickets
    .get(scope, ticket.id, { deleted: true })
    .pipe(Effect.catchTag("NotFound", () => Effect.undefined))
  if (detail === undefined) return undefined
  const note = ticketNote(ticket)
  const card = ticketCard({
    detail,
    link: linkOf(publicUrl, detail),
    assignee: ticket.assigneeName,
    buttons: hasButtons && note === undefined ? "all" : "none"
  })
  return note === undefined ? card : { ...card, blocks: [...card.blocks, context(note)] }
})
