import type { BulkAction, Status, Tag, Ticket, TicketUpdate } from "@trunkline/sdk"

/** What can be done to one ticket or to many, as the API's bulk operation says it. */
export type Action = WithoutIds<BulkAction>
/** Of each kind of action by itself: what one needs, another does not have. */
type WithoutIds<A> = A extends unknown ? Omit<A, "ticketIds"> : never

/** What an action names by a key or id, for showing it before the API has answered. */
export interface Catalogue {
  readonly statuses?: ReadonlyArray<Status> | undefined
  readonly tags?: ReadonlyArray<Tag> | undefined
}

/** The ticket as it will be, if the API agrees. */
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
    // Comments of what is in the trash can be read only once it is out of it: that has to be true first.
    default:
      return ticket
  }
}

/** What takes an action back on a ticket that was like this before; undefined where that cannot be. */
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

/** The action as a change of one ticket; undefined for those that have an operation of their own. */
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

/** Those of some tags that a ticket does not have. */
const missing = (ticket: Ticket, tags: ReadonlyArray<string> = []) =>
  tags.filter((name) => !namesOf(ticket).includes(name))

const statusOf = ({ action, status }: Action): string =>
  action === "resolve" ? "resolved" : action === "close" ? "closed" : (status ?? "open")

const categories = ["open", "pending", "resolved", "closed"] as const
const isCategory = (key: string): key is Ticket["statusCategory"] => categories.some((category) => category === key)
