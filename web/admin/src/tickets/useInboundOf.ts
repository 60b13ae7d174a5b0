import { useInbound } from "../data/conversation.ts"
import type { TicketIds } from "./place.ts"

/** The inbound message that became a ticket (`saidId` is the ticket's id) or one of its comments. */
export const useInboundOf = (ticket: TicketIds, saidId: string) => {
  const query = useInbound(ticket.brandId, ticket.id, true)
  const message = query.data?.find(({ commentId, outcome }) =>
    saidId === ticket.id ? outcome === "ticket_created" : commentId === saidId
  )
  return { query, message }
}
