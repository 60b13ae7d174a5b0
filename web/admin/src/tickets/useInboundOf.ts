import type { Ticket } from "@trunkline/sdk"
import { useInbound } from "../data/conversation.ts"

/** What came in from outside and became a ticket (`saidId` is its own) or one of its comments. */
export const useInboundOf = (ticket: Ticket, saidId: string) => {
  const query = useInbound(ticket.brandId, ticket.id, true)
  const message = query.data?.find(({ commentId, outcome }) =>
    saidId === ticket.id ? outcome === "ticket_created" : commentId === saidId
  )
  return { query, message }
}
