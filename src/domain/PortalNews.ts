import type { CustomerId } from "./Ids.ts"

/** What customers hear of. Spam is not among it: a ticket that is marked as such looks like any other. */
export const portalNewsTypes = [
  "ticket.created",
  "ticket.updated",
  "ticket.deleted",
  "ticket.restored",
  "ticket.merged",
  "comment.created",
  "comment.updated",
  "comment.deleted",
  "attachment.created",
  "attachment.deleted"
] as const
export type PortalNewsType = (typeof portalNewsTypes)[number]

/** Something that a customer can see has changed on a ticket of theirs. What it is, they read there. */
export interface PortalNews {
  readonly type: PortalNewsType
  readonly ticketId: string
  /** From when on there is something to read, as ISO 8601: a comment may wait. */
  readonly readableFrom?: string | undefined
}

/** Fields of a ticket whose change shows in a portal. */
export const shownToCustomers = ["title", "body", "status", "priority", "customerId", "mergedIntoId"] as const

const shown: ReadonlySet<string> = new Set(shownToCustomers)

/** What of an event's data tells whether its customer may hear of it. */
interface EventData {
  readonly id?: string
  readonly ticketId?: string
  readonly customerId: string | null
  readonly changes?: ReadonlyArray<string>
  readonly comment?: { readonly visibility: string; readonly sendAt?: string }
  readonly attachment?: { readonly isInternal: boolean }
}

/** What a customer hears of an event, by its envelope; undefined when it is none of theirs, or the team's alone. */
export const portalNewsOf = (type: string, payload: string, customerId: CustomerId): PortalNews | undefined => {
  const named = portalNewsTypes.find((one) => one === type)
  // Most events are about others: that is told without reading them.
  if (named === undefined || !payload.includes(customerId)) return undefined
  const { data }: { readonly data: EventData } = JSON.parse(payload)
  const ticketId = data.ticketId ?? data.id
  const isInternal = data.comment?.visibility === "internal" || data.attachment?.isInternal === true
  const readableFrom = named === "comment.created" ? data.comment?.sendAt : undefined
  const isUnseen = named === "ticket.updated" && data.changes?.some((change) => shown.has(change)) !== true
  return ticketId === undefined || data.customerId !== customerId || isInternal || isUnseen
    ? undefined
    : { type: named, ticketId, ...(readableFrom === undefined ? {} : { readableFrom }) }
}
