import type { QueryClient } from "@tanstack/react-query"
import type { EventTicket, Ticket, TrunklineEvent } from "@trunkline/sdk"
import { keys } from "../app/queries.ts"
import { isAwaited } from "./inTurn.ts"
import { readSoon } from "./readSoon.ts"
import { patchTickets } from "./tickets.ts"

/** Applies an event to the cache: directly where the event has the new data, otherwise by reading again. */
export const applyEvent = (queryClient: QueryClient, { data }: TrunklineEvent) => {
  const stale = (...queryKeys: ReadonlyArray<ReadonlyArray<string>>) => readSoon(queryClient, queryKeys)
  const staleTicket = (id: string) => {
    stale(keys.ticket(id), keys.comments(id), keys.history(id), keys.inbound(id), keys.watchers(id))
    staleLists(queryClient)
  }
  // A failed delivery may mean that no further message can go this way.
  if ("message" in data) stale(keys.comments(data.ticketId), keys.replyWay(data.ticketId))
  else if ("attachment" in data) {
    stale(keys.files(data.ticketId), keys.comments(data.ticketId))
    // Rows show the number of attachments.
    staleLists(queryClient)
  } else if ("comment" in data) staleTicket(data.ticketId)
  else if ("ticketNumber" in data) {
    // The cache already shows the change that is in progress.
    if (!isAwaited(data.id)) patchTickets(queryClient, new Set([data.id]), (ticket) => toldBy(data, ticket))
    staleTicket(data.id)
  } else if ("id" in data) stale(keys.customer(data.id), keys.customers)
}

/** Returns the ticket as the event describes it, or unchanged if the event is older than what was read. */
const toldBy = (told: EventTicket, ticket: Ticket): Ticket => {
  if (told.version < ticket.version) return ticket
  const { title, status, statusCategory, priority, isSpam, version, updatedAt } = told
  const { assigneeId: _, ...rest } = ticket
  const tags = told.tags.map(({ id, name }) => ticket.tags.find((tag) => tag.id === id) ?? newTag(id, name, ticket))
  return {
    ...rest,
    ...(told.assigneeId === null ? {} : { assigneeId: told.assigneeId }),
    ...{ title, status, statusCategory, priority, isSpam, version, updatedAt, tags }
  }
}

/** A tag known only from the event. Its colour comes with the next read. */
const newTag = (id: string, name: string, { brandId, updatedAt }: Ticket) => ({
  ...{ id, name, brandId, color: "#6b7280", createdAt: updatedAt, updatedAt }
})

const lists = [keys.tickets, keys.stats, ["ticketsOf"]]
/** Reads the lists and counts again, once for all changes that happen within a moment. */
export const staleLists = (queryClient: QueryClient) => readSoon(queryClient, lists)
