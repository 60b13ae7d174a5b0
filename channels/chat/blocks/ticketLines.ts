import { type Block, context, section } from "./blockKit.ts"
import { headline, type ShownTicket, stateLine } from "./ticketCard.ts"

/** Tickets as a list below a heading, for a response that only its recipient sees. */
export const ticketLines = (
  heading: string,
  tickets: ReadonlyArray<ShownTicket>,
  more: string | undefined
): { readonly text: string; readonly blocks: Array<Block> } => ({
  text: heading,
  blocks: [
    section(`*${heading}*`),
    ...tickets.map((shown) => section(`${headline(shown)}\n${stateLine(shown)}`)),
    ...(more === undefined ? [] : [context(more)])
  ]
})
