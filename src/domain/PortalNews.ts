import type { CustomerId } from "./Ids.ts"

/** The events that customers hear of. Spam events are not among them: to customers, a spam ticket looks like any other. */
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

/** Says that something visible to a customer has changed on one of their tickets. They read the change from the ticket. */
export interface PortalNews {
  readonly type: PortalNewsType
  readonly ticketId: string
  /** When the change becomes readable, as ISO 8601, because a comment may be delayed. */
  readonly readableFrom?: string | undefined
}

/** Fields of a ticket whose changes are visible in a portal. */
export const shownToCustomers = ["title", "body", "status", "priority", "customerId", "mergedIntoId"] as const

const shown: ReadonlySet<string> = new Set(shownToCustomers)

/** The members of an event's data that decide whether its customer may hear of it. */
interface EventData {
  readonly id?: string
  readonly ticketId?: string
  readonly customerId: string | null
  readonly changes?: ReadonlyArray<string>
  readonly comment?: { readonly visibility: string; readonly sendAt?: string }
  readonly attachment?: { readonly isInternal: boolean }
}

/** What a customer hears of an event, or `undefined` if it is about another customer or internal to the team. */
export const portalNewsOf = (type: string, payload: string, customerId: CustomerId): PortalNews | undefined => {
  const named = portalNewsTypes.find((one) => one === type)
  // Most events are about other customers, and are skipped without parsing them.
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
