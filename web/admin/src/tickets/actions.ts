import type { BulkAction, Status, Tag, Ticket, TicketUpdate } from "@trunkline/sdk"

/** An action on one ticket or many, as in the API's bulk operation. */
export type Action = WithoutIds<BulkAction>
/** Distributes over the union, since the actions have different fields. */
type WithoutIds<A> = A extends unknown ? Omit<A, "ticketIds"> : never

/** The records that actions name by key or id, to show their effect before the API has answered. */
export interface Catalogue {
  readonly statuses?: ReadonlyArray<Status> | undefined
  readonly tags?: ReadonlyArray<Tag> | undefined
}

/** Returns the ticket as it will be if the API accepts the action. */
export const after = (ticket: Ticket, action: Action, { statuses = [], tags = [] }: Catalogue = {}): Ticket => {
  switch (action.action) {
    case "assign": {
      const { assigneeId: _, ...rest } = ticket
      return { ...rest, ...(typeof action.assigneeId === "string" ? { assigneeId: action.assigneeId } : {}) }
    }
    case "setStatus":
    case "resolve":
    case "close": {
      const key = statusOf(action)
      const status = statuses.find((one) => one.key === key)
      const category = status?.category ?? (isCategory(key) ? key : ticket.statusCategory)
      return {
        ...ticket,
        status: key,
        statusCategory: category,
        ...(status === undefined ? {} : { statusRef: status })
      }
    }
    case "setPriority":
      return { ...ticket, priority: action.priority ?? ticket.priority }
    case "addTags":
      return {
        ...ticket,
        tags: [...ticket.tags, ...tags.filter(({ name }) => missing(ticket, action.tags).includes(name))]
      }
    case "removeTags":
      return { ...ticket, tags: ticket.tags.filter(({ name }) => !action.tags?.includes(name)) }
    case "spam":
      return { ...ticket, isSpam: true }
    case "notSpam":
      return { ...ticket, isSpam: false }
    case "delete":
      return { ...ticket, deletedAt: new Date().toISOString() }
    // The comments of a ticket in the trash can be read only once it has been restored, so that is not anticipated.
    default:
      return ticket
  }
}

/** Returns the action that undoes another on a ticket that was like this before, or `undefined` if there is none. */
export const undoOf = (before: Ticket, { action, tags = [] }: Action): Action | undefined => {
  switch (action) {
    case "assign":
      return { action, assigneeId: before.assigneeId ?? null }
    case "setStatus":
    case "resolve":
    case "close":
      return { action: "setStatus", status: before.status }
    case "setPriority":
      return { action, priority: before.priority }
    case "addTags":
      return { action: "removeTags", tags: missing(before, tags) }
    case "removeTags":
      return { action: "addTags", tags: namesOf(before).filter((name) => tags.includes(name)) }
    case "setCategory":
      return { action, categoryId: before.categoryId ?? null }
    case "spam":
      return { action: "notSpam" }
    case "notSpam":
      return { action: "spam" }
    case "delete":
      return { action: "restore" }
    case "restore":
      return { action: "delete" }
    default:
      return undefined
  }
}

/** Returns the action as an update of one ticket; `undefined` for actions with their own operation. */
export const updateOf = (action: Action): TicketUpdate | undefined => {
  switch (action.action) {
    case "assign":
      return { assigneeId: action.assigneeId ?? null }
    case "setStatus":
    case "resolve":
    case "close":
      return { status: statusOf(action) }
    case "setPriority":
      return action.priority === undefined ? undefined : { priority: action.priority }
    case "setCategory":
      return { categoryId: action.categoryId ?? null }
    default:
      return undefined
  }
}

const namesOf = ({ tags }: Ticket) => tags.map(({ name }) => name)

/** Returns the tags that a ticket does not have. */
const missing = (ticket: Ticket, tags: ReadonlyArray<string> = []) =>
  tags.filter((name) => !namesOf(ticket).includes(name))

const statusOf = ({ action, status }: Action): string =>
  action === "resolve" ? "resolved" : action === "close" ? "closed" : (status ?? "open")

const categories = ["open", "pending", "resolved", "closed"] as const
const isCategory = (key: string): key is Ticket["statusCategory"] => categories.some((category) => category === key)
