import type { QueryClient } from "@tanstack/react-query"
import type { EventTicket, Ticket, TrunklineEvent } from "@trunkline/sdk"
import { keys } from "../app/queries.ts"
import { isAwaited } from "./inTurn.ts"
import { readSoon } from "./readSoon.ts"
import { patchTickets } from "./tickets.ts"

/** Makes what was read what it has become: at once where the event tells it, and otherwise by reading it again. */
export const applyEvent = (queryClient: QueryClient, { data }: TrunklineEvent) => {
  const stale = (...queryKeys: ReadonlyArray<ReadonlyArray<string>>) => readSoon(queryClient, queryKeys)
  const staleTicket = (id: string) => {
    stale(keys.ticket(id), keys.comments(id), keys.history(id), keys.inbound(id), keys.watchers(id))
    staleLists(queryClient)
  }
  // Whom a message has not reached may get none by this way any more.
  if ("message" in data) stale(keys.comments(data.ticketId), keys.replyWay(data.ticketId))
  else if ("attachment" in data) {
    stale(keys.files(data.ticketId), keys.comments(data.ticketId))
    // Rows say how many there are.
    staleLists(queryClient)
  } else if ("comment" in data) staleTicket(data.ticketId)
  else if ("ticketNumber" in data) {
    // What is being done to it is shown already.
    if (!isAwaited(data.id)) patchTickets(queryClient, new Set([data.id]), (ticket) => toldBy(data, ticket))
    staleTicket(data.id)
  } else if ("id" in data) stale(keys.customer(data.id), keys.customers)
}

/** A ticket as an event tells it; an older event than what was read changes nothing. */
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

/** A tag that only the event has told of; its colour comes with the next reading. */
const newTag = (id: string, name: string, { brandId, updatedAt }: Ticket) => ({
  ...{ id, name, brandId, color: "#6b7280", createdAt: updatedAt, updatedAt }
})

const lists = [keys.tickets, keys.stats, ["ticketsOf"]]
/** Reads the lists and the counts again, once for all that happens in a moment. */
export const staleLists = (queryClient: QueryClient) => readSoon(queryClient, lists)
