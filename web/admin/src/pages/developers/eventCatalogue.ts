import type { Event } from "@trunkline/sdk"

type EventName = Event["event"]

/** Every event by the first word of its name. The compiler reports a name that the API has and this list lacks. */
const names = {
  "ticket.created": "ticket",
  "ticket.updated": "ticket",
  "ticket.resolved": "ticket",
  "ticket.closed": "ticket",
  "ticket.reopened": "ticket",
  "ticket.deleted": "ticket",
  "ticket.restored": "ticket",
  "ticket.spam_marked": "ticket",
  "ticket.spam_unmarked": "ticket",
  "ticket.merged": "ticket",
  "comment.created": "comment",
  "comment.updated": "comment",
  "comment.deleted": "comment",
  "attachment.created": "attachment",
  "attachment.deleted": "attachment",
  "customer.created": "customer",
  "customer.updated": "customer",
  "message.sent": "message",
  "message.delayed": "message",
  "message.delivered": "message",
  "message.failed": "message",
  "message.bounced": "message"
} as const satisfies Record<EventName, string>

export const eventNames = Object.keys(names) as ReadonlyArray<EventName>

/** The groups that a subscription can name, such as `ticket.*`, and `*` for all. */
export const eventGroups: ReadonlyArray<string> = ["*", ...new Set(Object.values(names).map((group) => `${group}.*`))]
