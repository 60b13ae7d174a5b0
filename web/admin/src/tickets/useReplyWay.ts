import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"

/**
 * How a reply would be sent now; not read for tickets in the trash. It may change whenever the customer or anybody else changes
 * the ticket.
 */
export const useReplyWay = ({ brandId, customerId, deletedAt, id, version }: Ticket) =>
  useQuery({
    enabled: deletedAt === undefined,
    queryKey: [...keys.replyWay(id), customerId, version],
    queryFn: ({ signal }) => client.messages.replyWay(brandId, id, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0
  }).data
