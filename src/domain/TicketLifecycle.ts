import type { DateTime } from "effect"
import type { TicketPolicy } from "./Brand.ts"
import type { EventType } from "./Event.ts"
import type { TicketId } from "./Ids.ts"
import type { Status, StatusCategory } from "./Status.ts"
import type { Ticket } from "./Ticket.ts"

/** The brand's active status with this key. */
export const findStatus = (brand: TicketPolicy, key: string): Status | undefined =>
  brand.statuses.find((status) => status.key === key && status.isActive)

/** The status in which tickets start and to which a customer's reply returns them. Every brand has one. */
export const defaultStatus = (brand: TicketPolicy): Status => {
  const status = brand.statuses.find((status) => status.isDefault) ?? brand.statuses.find(({ key }) => key === "open")
  if (status === undefined) throw new Error(`brand ${brand.id} has no default status`)
  return status
}

/** The status for a command that names only a category, such as closing: the system one, else the first active one. */
export const statusOfCategory = (brand: TicketPolicy, category: StatusCategory): Status | undefined => {
  const active = brand.statuses.filter((status) => status.category === category && status.isActive)
  return active.find(({ key }) => key === category) ?? active[0]
}

const isDone = (ticket: Ticket) => ticket.statusCategory === "resolved" || ticket.statusCategory === "closed"

/**
 * Moves a ticket to another status. Entering resolved or closed sets its date, leaving closed clears its reason, and
 * returning from either to open or pending counts as reopening.
 */
export const moveTo = (ticket: Ticket, status: Status, now: DateTime.Utc): Ticket => {
  if (status.key === ticket.status) return ticket
  const moved: Ticket = { ...ticket, statusId: status.id, status: status.key, statusCategory: status.category }
  if (status.category === ticket.statusCategory) return moved
  switch (status.category) {
    case "open":
    case "pending":
      return isDone(ticket)
        ? {
            ...moved,
            reopenCount: ticket.reopenCount + 1,
            resolvedAt: undefined,
            closedAt: undefined,
            closeReason: undefined
          }
        : moved
    case "resolved":
      return { ...moved, resolvedAt: now, closedAt: undefined, closeReason: undefined }
    case "closed":
      return { ...moved, closedAt: now }
  }
}

/** The finer event, besides `ticket.updated`, that a change of the status category causes. */
export const transitionEvent = (before: Ticket, after: Ticket): EventType | undefined => {
  if (before.statusCategory === after.statusCategory) return undefined
  if (after.statusCategory === "resolved") return "ticket.resolved"
  if (after.statusCategory === "closed") return "ticket.closed"
  return isDone(before) ? "ticket.reopened" : undefined
}

/** The ticket after an agent's public reply: the customer no longer waits. */
export const agentReplied = (
  ticket: Ticket,
  brand: TicketPolicy,
  setStatus: Status | undefined,
  now: DateTime.Utc
): Ticket => {
  const answered: Ticket = {
    ...ticket,
    firstRespondedAt: ticket.firstRespondedAt ?? now,
    lastAgentReplyAt: now,
    waitingSince: undefined
  }
  const status = setStatus ?? (brand.replyStatus === "keep" ? undefined : statusOfCategory(brand, brand.replyStatus))
  return status === undefined ? answered : moveTo(answered, status, now)
}

/**
 * The ticket after a customer's reply: it waits for the team, and is open again unless the reply names a status. On a spam
 * ticket, only the dates change.
 */
export const customerReplied = (
  ticket: Ticket,
  brand: TicketPolicy,
  setStatus: Status | undefined,
  now: DateTime.Utc
): Ticket => {
  const waiting: Ticket = { ...ticket, lastCustomerReplyAt: now, waitingSince: ticket.waitingSince ?? now }
  const stays = ticket.isSpam || ticket.statusCategory === "open"
  const status = setStatus ?? (stays ? undefined : defaultStatus(brand))
  const moved = status === undefined ? waiting : moveTo(waiting, status, now)
  const reopened = moved.reopenCount > ticket.reopenCount
  return reopened && brand.assigneeOnReopen === "unassign" ? { ...moved, assigneeId: undefined } : moved
}

/** A ticket after it was merged into `target`: closed as a duplicate. A ticket that was already closed keeps its status. */
export const mergedInto = (ticket: Ticket, target: TicketId, brand: TicketPolicy, now: DateTime.Utc): Ticket => {
  const status = ticket.statusCategory === "closed" ? undefined : statusOfCategory(brand, "closed")
  const closed = status === undefined ? ticket : moveTo(ticket, status, now)
  return { ...closed, closeReason: "duplicate", mergedIntoId: target }
}

/**
 * The last ticket or customer in the chain of merges that starts at `id`, as far as `find` knows it, or `undefined` if the
 * chain is a cycle.
 */
export const endOfMerges = <Id extends string>(
  id: Id,
  find: (id: Id) => { readonly mergedIntoId?: Id | undefined } | undefined
): Id | undefined => {
  const visited = new Set<Id>()
  let end = id
  while (!visited.has(end)) {
    visited.add(end)
    const next = find(end)?.mergedIntoId
    if (next === undefined) return end
    end = next
  }
  return undefined
}
