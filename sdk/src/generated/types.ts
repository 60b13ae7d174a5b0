// Written by `npm run write-sdk` from the OpenAPI document.

/**
 * What a webhook is posted, of this document's kinds or of one that came after it.
 */
export type AnyEvent = WebhookEvent | UnknownEvent
/**
 * What a webhook is posted: `type` says which event it is, and with it what `data` holds.
 */
export type WebhookEvent =
  | TicketCreatedEvent
  | TicketUpdatedEvent
  | TicketResolvedEvent
  | TicketClosedEvent
  | TicketReopenedEvent
  | TicketDeletedEvent
  | TicketRestoredEvent
  | TicketSpamMarkedEvent
  | TicketSpamUnmarkedEvent
  | TicketMergedEvent
  | CommentCreatedEvent
  | CommentUpdatedEvent
  | CommentDeletedEvent
  | AttachmentCreatedEvent
  | AttachmentDeletedEvent
  | CustomerCreatedEvent
  | CustomerUpdatedEvent
  | MessageSentEvent
  | MessageDelayedEvent
  | MessageDeliveredEvent
  | MessageFailedEvent
  | MessageBouncedEvent
export type BrandsDeleteAnswer = Success | BrandContents
export type BrandsGetSchemaAnswer = Record<string, unknown>
export type BrandsPutSchemaInput = unknown
export type BrandsPutSchemaAnswer = Record<string, unknown>
export type OrganizationDeleteAnswer = OrganizationDeleted | OrganizationContents

/**
 * The answer to a request that failed (RFC 9457).
 */
export interface Problem {
  /**
   * Address of the code's documentation.
   */
  type: string
  /**
   * Fixed text per code.
   */
  title: string
  /**
   * The HTTP status.
   */
  status: number
  /**
   * This occurrence, in English, safe to show.
   */
  detail: string
  /**
   * Request path without the query.
   */
  instance: string
  /**
   * What went wrong, for programs. More values may come.
   */
  code:
    | "validation_failed"
    | "malformed_json"
    | "malformed_request"
    | "invalid_cursor"
    | "invalid_idempotency_key"
    | "unauthorized"
    | "token_expired"
    | "invalid_token"
    | "forbidden"
    | "origin_not_allowed"
    | "invalid_signature"
    | "test_mode_only"
    | "not_found"
    | "route_not_found"
    | "method_not_allowed"
    | "already_exists"
    | "ticket_merged"
    | "merge_not_possible"
    | "invalid_state"
    | "system_record"
    | "last_owner"
    | "attachment_not_uploaded"
    | "attachment_in_use"
    | "limit_reached"
    | "channel_not_ready"
    | "idempotency_in_progress"
    | "event_expired"
    | "precondition_failed"
    | "payload_too_large"
    | "uri_too_long"
    | "unsupported_media_type"
    | "range_not_satisfiable"
    | "idempotency_key_reused"
    | "rate_limited"
    | "headers_too_large"
    | "internal"
    | "upstream_failed"
    | "unavailable"
    | "timeout"
    | (string & {})
  /**
   * Same as `detail`.
   */
  message: string
  /**
   * Same as `title`.
   */
  error: string
  /**
   * Same as `status`.
   */
  statusCode: number
  /**
   * Same as the `X-Request-Id` header.
   */
  requestId: string
  /**
   * With `validation_failed`: every rule that was broken.
   */
  errors?: {
    field: string
    message: string
    /**
     * More values may come.
     */
    code:
      | "required"
      | "type"
      | "format"
      | "length"
      | "range"
      | "enum"
      | "unknown_id"
      | "not_allowed"
      | "too_many"
      | "encoding"
      | (string & {})
  }[]
  /**
   * With `already_exists`: the member whose value another record has.
   */
  field?: string
  /**
   * With `limit_reached`, `payload_too_large` and `rate_limited`: how much is allowed.
   */
  limit?: number
  /**
   * With `payload_too_large`, where the account is full: bytes that it has.
   */
  used?: number
  /**
   * With `rate_limited`: requests that are left.
   */
  remaining?: number
  /**
   * With `rate_limited`: same as `Retry-After`.
   */
  retryAfter?: number
  /**
   * With `precondition_failed`: the version that the record has.
   */
  currentVersion?: number
  /**
   * With `ticket_merged`: the ticket that takes the writes.
   */
  mergedIntoId?: string
  /**
   * With `merge_not_possible`: the ticket that stands in the way.
   */
  ticketId?: string
  /**
   * With `invalid_state`: the state that the record is in.
   */
  state?: string
  /**
   * With `forbidden`: the role or kind of credential that it takes.
   */
  required?: string
  /**
   * With `channel_not_ready`: the kind of channel.
   */
  channel?: string
  /**
   * With `upstream_failed`: whose server failed.
   */
  provider?: string
  /**
   * With `event_expired`: the oldest event that is kept.
   */
  oldestEventId?: string
  /**
   * With `attachment_in_use`: the upload that has gone with something already.
   */
  attachmentId?: string
  /**
   * With `attachment_not_uploaded`: bytes that were announced.
   */
  expectedSize?: number
  /**
   * With `attachment_not_uploaded`: bytes that have come.
   */
  receivedSize?: number
  /**
   * With `token_expired`: when the credential ended.
   */
  expiredAt?: string
}
/**
 * A ticket was opened, on any channel.
 */
export interface TicketCreatedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.created"
  /**
   * Same as `event`.
   */
  type: "ticket.created"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventNewTicket
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * Who did it, and by which way.
 */
export interface EventActor {
  /**
   * More values may come.
   */
  type: "agent" | "customer" | "api_key" | "system" | (string & {})
  /**
   * Of the member, customer or API key.
   */
  id: string | null
  name: string | null
  /**
   * By which way it goes, or came. More values may come.
   */
  channel: "api" | "dashboard" | "portal" | "email" | "chat" | "sms" | "custom" | "system" | (string & {})
}
export interface EventNewTicket {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique and ascending within the brand, never reused.
   */
  ticketNumber: number
  /**
   * What people call it, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Cut at 64 KiB, and then `bodyTruncated` is true.
   */
  body: string | null
  /**
   * `body` was cut.
   */
  bodyTruncated?: true
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, where somebody said so.
   */
  closeReason: string | null
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The same more coarsely: `web` is `api`, Slack and Discord are `chat`. More values may come.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member who works on it; nobody where it is left out or null.
   */
  assigneeId: string | null
  /**
   * What it is about.
   */
  categoryId: string | null
  /**
   * What it is marked with.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Marked as spam, which hides it from lists; its status is kept.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it goes on with.
   */
  followUpOfId: string | null
  /**
   * Addresses that belong to it.
   */
  links:
    | {
        /**
         * Where it leads.
         */
        url: string
        /**
         * What it is called.
         */
        title?: string
        /**
         * What it is, in the caller's own words.
         */
        type?: string
      }[]
    | null
  /**
   * Others who wrote, or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for a stranger who had a reply address, until somebody who takes part names them.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * Its files.
   */
  attachments: {
    /**
     * Id that starts with att_.
     */
    id: string
    filename: string
    contentType: string
    /**
     * Bytes.
     */
    size: number
  }[]
}
/**
 * Fields of a ticket changed. Counters, dates and the version alone are not told.
 */
export interface TicketUpdatedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.updated"
  /**
   * Same as `event`.
   */
  type: "ticket.updated"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketUpdate
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventTicketUpdate {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique and ascending within the brand, never reused.
   */
  ticketNumber: number
  /**
   * What people call it, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Cut at 64 KiB, and then `bodyTruncated` is true.
   */
  body: string | null
  /**
   * `body` was cut.
   */
  bodyTruncated?: true
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, where somebody said so.
   */
  closeReason: string | null
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The same more coarsely: `web` is `api`, Slack and Discord are `chat`. More values may come.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member who works on it; nobody where it is left out or null.
   */
  assigneeId: string | null
  /**
   * What it is about.
   */
  categoryId: string | null
  /**
   * What it is marked with.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Marked as spam, which hides it from lists; its status is kept.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it goes on with.
   */
  followUpOfId: string | null
  /**
   * Addresses that belong to it.
   */
  links:
    | {
        /**
         * Where it leads.
         */
        url: string
        /**
         * What it is called.
         */
        title?: string
        /**
         * What it is, in the caller's own words.
         */
        type?: string
      }[]
    | null
  /**
   * Others who wrote, or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for a stranger who had a reply address, until somebody who takes part names them.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * Moves the ticket to the customer who has this address.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * Names of the members that changed.
   */
  changes: string[]
  /**
   * Their values before and after, without `body` and without values over 16 KiB.
   */
  diff: {
    [k: string]: {
      from: unknown
      to: unknown
    }
  }
}
/**
 * A ticket was resolved; follows the `ticket.updated` that says so.
 */
export interface TicketResolvedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.resolved"
  /**
   * Same as `event`.
   */
  type: "ticket.resolved"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A ticket, and where it stood before.
 */
export interface EventTicketChange {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique and ascending within the brand, never reused.
   */
  ticketNumber: number
  /**
   * What people call it, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Cut at 64 KiB, and then `bodyTruncated` is true.
   */
  body: string | null
  /**
   * `body` was cut.
   */
  bodyTruncated?: true
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, where somebody said so.
   */
  closeReason: string | null
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The same more coarsely: `web` is `api`, Slack and Discord are `chat`. More values may come.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member who works on it; nobody where it is left out or null.
   */
  assigneeId: string | null
  /**
   * What it is about.
   */
  categoryId: string | null
  /**
   * What it is marked with.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Marked as spam, which hides it from lists; its status is kept.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it goes on with.
   */
  followUpOfId: string | null
  /**
   * Addresses that belong to it.
   */
  links:
    | {
        /**
         * Where it leads.
         */
        url: string
        /**
         * What it is called.
         */
        title?: string
        /**
         * What it is, in the caller's own words.
         */
        type?: string
      }[]
    | null
  /**
   * Others who wrote, or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for a stranger who had a reply address, until somebody who takes part names them.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * Key of the status that it had before.
   */
  previousStatus: string | null
}
/**
 * A ticket was closed; follows the `ticket.updated` that says so.
 */
export interface TicketClosedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.closed"
  /**
   * Same as `event`.
   */
  type: "ticket.closed"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A resolved or closed ticket was opened again; follows the `ticket.updated` that says so.
 */
export interface TicketReopenedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.reopened"
  /**
   * Same as `event`.
   */
  type: "ticket.reopened"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A ticket went to the trash, or was deleted for good.
 */
export interface TicketDeletedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.deleted"
  /**
   * Same as `event`.
   */
  type: "ticket.deleted"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketDeletion
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventTicketDeletion {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique and ascending within the brand, never reused.
   */
  ticketNumber: number
  /**
   * What people call it, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Cut at 64 KiB, and then `bodyTruncated` is true.
   */
  body: string | null
  /**
   * `body` was cut.
   */
  bodyTruncated?: true
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, where somebody said so.
   */
  closeReason: string | null
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The same more coarsely: `web` is `api`, Slack and Discord are `chat`. More values may come.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member who works on it; nobody where it is left out or null.
   */
  assigneeId: string | null
  /**
   * What it is about.
   */
  categoryId: string | null
  /**
   * What it is marked with.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Marked as spam, which hides it from lists; its status is kept.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it goes on with.
   */
  followUpOfId: string | null
  /**
   * Addresses that belong to it.
   */
  links:
    | {
        /**
         * Where it leads.
         */
        url: string
        /**
         * What it is called.
         */
        title?: string
        /**
         * What it is, in the caller's own words.
         */
        type?: string
      }[]
    | null
  /**
   * Others who wrote, or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for a stranger who had a reply address, until somebody who takes part names them.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * Key of the status that it had before.
   */
  previousStatus: string | null
  /**
   * When it was deleted; left out of what is there.
   */
  deletedAt: string
  /**
   * true: for good, from where it was or from the trash.
   */
  permanent: boolean
}
/**
 * A ticket came back from the trash.
 */
export interface TicketRestoredEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.restored"
  /**
   * Same as `event`.
   */
  type: "ticket.restored"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A ticket was marked as spam.
 */
export interface TicketSpamMarkedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.spam_marked"
  /**
   * Same as `event`.
   */
  type: "ticket.spam_marked"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A ticket is no longer marked as spam.
 */
export interface TicketSpamUnmarkedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.spam_unmarked"
  /**
   * Same as `event`.
   */
  type: "ticket.spam_unmarked"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A ticket was merged into another, which has its comments and files from then on.
 */
export interface TicketMergedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "ticket.merged"
  /**
   * Same as `event`.
   */
  type: "ticket.merged"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketMerge
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventTicketMerge {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique and ascending within the brand, never reused.
   */
  ticketNumber: number
  /**
   * What people call it, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Cut at 64 KiB, and then `bodyTruncated` is true.
   */
  body: string | null
  /**
   * `body` was cut.
   */
  bodyTruncated?: true
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, where somebody said so.
   */
  closeReason: string | null
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The same more coarsely: `web` is `api`, Slack and Discord are `chat`. More values may come.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member who works on it; nobody where it is left out or null.
   */
  assigneeId: string | null
  /**
   * What it is about.
   */
  categoryId: string | null
  /**
   * What it is marked with.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Marked as spam, which hides it from lists; its status is kept.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it goes on with.
   */
  followUpOfId: string | null
  /**
   * Addresses that belong to it.
   */
  links:
    | {
        /**
         * Where it leads.
         */
        url: string
        /**
         * What it is called.
         */
        title?: string
        /**
         * What it is, in the caller's own words.
         */
        type?: string
      }[]
    | null
  /**
   * Others who wrote, or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for a stranger who had a reply address, until somebody who takes part names them.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * The ticket that was merged away: the same as `id`.
   */
  sourceId: string
  /**
   * The ticket that it is part of now.
   */
  targetId: string
  targetTicketNumber: number
  /**
   * The comment of the target that has what the source was opened with: the next `comment.created` tells it. Files of the source without a comment are its files now.
   */
  openingCommentId: string
}
/**
 * A reply, or, for webhooks with `includeInternal`, a note was written. A webhook that lists `ticket.comment.created` gets it under that name.
 */
export interface CommentCreatedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "comment.created"
  /**
   * Same as `event`.
   */
  type: "comment.created"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventComment
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A comment as events tell it, with its ticket.
 */
export interface EventComment {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * What people call the ticket, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  comment: {
    /**
     * Id that starts with cmt_.
     */
    id: string
    /**
     * Cut at 64 KiB, and then `bodyTruncated` is true.
     */
    body: string
    /**
     * `body` was cut.
     */
    bodyTruncated?: true
    /**
     * The member, customer or API key who wrote it, or what the caller said.
     */
    authorId: string | null
    /**
     * Their name; customers read the brand's in place of a key's.
     */
    authorName: string | null
    /**
     * Who wrote it: the customer, the team, or a program.
     */
    authorType: "CUSTOMER" | "AGENT" | "SYSTEM"
    /**
     * `internal`: a note that only the team sees.
     */
    visibility: "public" | "internal"
    /**
     * The comment of the same ticket that it answers.
     */
    parentId: string | null
    /**
     * The channel that it came by. More values may come.
     */
    source:
      | "api"
      | "web"
      | "email"
      | "slack"
      | "discord"
      | "sms"
      | "instagram"
      | "twitter"
      | "whatsapp"
      | "custom"
      | (string & {})
    /**
     * true: a machine wrote it, such as an out-of-office reply.
     */
    isAutomated: boolean
    /**
     * When customers see it, where it waits to be sent: until then it may be taken back.
     */
    sendAt?: string
    /**
     * Its files.
     */
    attachments: {
      /**
       * Id that starts with att_.
       */
      id: string
      filename: string
      contentType: string
      /**
       * Bytes.
       */
      size: number
    }[]
    /**
     * Who gets a copy of the mail.
     */
    cc?: string[]
    /**
     * Addresses that belong to it.
     */
    links?: {
      /**
       * Where it leads.
       */
      url: string
      /**
       * What it is called.
       */
      title?: string
      /**
       * What it is, in the caller's own words.
       */
      type?: string
    }[]
    /**
     * Your own JSON object.
     */
    metadata?: Record<string, unknown>
    /**
     * Rises by one with every change; `ETag` and `If-Match` name it.
     */
    version: number
    /**
     * When it was made.
     */
    createdAt: string
    /**
     * When it was changed last.
     */
    updatedAt: string
  }
  ticket: TicketHead
}
/**
 * The ticket after the change: its version is one higher.
 */
export interface TicketHead {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * The member who works on it; nobody where it is left out or null.
   */
  assigneeId: string | null
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was changed last.
   */
  updatedAt: string
}
/**
 * A reply or note was edited.
 */
export interface CommentUpdatedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "comment.updated"
  /**
   * Same as `event`.
   */
  type: "comment.updated"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventCommentUpdate
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventCommentUpdate {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * What people call the ticket, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  comment: {
    /**
     * Id that starts with cmt_.
     */
    id: string
    /**
     * Cut at 64 KiB, and then `bodyTruncated` is true.
     */
    body: string
    /**
     * `body` was cut.
     */
    bodyTruncated?: true
    /**
     * The member, customer or API key who wrote it, or what the caller said.
     */
    authorId: string | null
    /**
     * Their name; customers read the brand's in place of a key's.
     */
    authorName: string | null
    /**
     * Who wrote it: the customer, the team, or a program.
     */
    authorType: "CUSTOMER" | "AGENT" | "SYSTEM"
    /**
     * `internal`: a note that only the team sees.
     */
    visibility: "public" | "internal"
    /**
     * The comment of the same ticket that it answers.
     */
    parentId: string | null
    /**
     * The channel that it came by. More values may come.
     */
    source:
      | "api"
      | "web"
      | "email"
      | "slack"
      | "discord"
      | "sms"
      | "instagram"
      | "twitter"
      | "whatsapp"
      | "custom"
      | (string & {})
    /**
     * true: a machine wrote it, such as an out-of-office reply.
     */
    isAutomated: boolean
    /**
     * When customers see it, where it waits to be sent: until then it may be taken back.
     */
    sendAt?: string
    /**
     * Its files.
     */
    attachments: {
      /**
       * Id that starts with att_.
       */
      id: string
      filename: string
      contentType: string
      /**
       * Bytes.
       */
      size: number
    }[]
    /**
     * Who gets a copy of the mail.
     */
    cc?: string[]
    /**
     * Addresses that belong to it.
     */
    links?: {
      /**
       * Where it leads.
       */
      url: string
      /**
       * What it is called.
       */
      title?: string
      /**
       * What it is, in the caller's own words.
       */
      type?: string
    }[]
    /**
     * Your own JSON object.
     */
    metadata?: Record<string, unknown>
    /**
     * Rises by one with every change; `ETag` and `If-Match` name it.
     */
    version: number
    /**
     * When it was made.
     */
    createdAt: string
    /**
     * When it was changed last.
     */
    updatedAt: string
  }
  ticket: TicketHead
  /**
   * Names of the members that changed.
   */
  changes: string[]
}
/**
 * A reply or note was deleted, or taken back before it was sent.
 */
export interface CommentDeletedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "comment.deleted"
  /**
   * Same as `event`.
   */
  type: "comment.deleted"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventComment
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A file came to a ticket or comment.
 */
export interface AttachmentCreatedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "attachment.created"
  /**
   * Same as `event`.
   */
  type: "attachment.created"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventAttachment
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventAttachment {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * What people call the ticket, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  attachment: Attachment
  ticket: TicketHead
}
export interface Attachment {
  /**
   * Id that starts with att_.
   */
  id: string
  /**
   * Left out while no ticket has the file.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  filename: string
  /**
   * Its media type, as declared.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * `PENDING`: announced; `FAILED`: its bytes did not come within 24 hours. More values may come.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * true on internal notes: hidden from the customer.
   */
  isInternal: boolean
  /**
   * true: a picture within a mail's text.
   */
  inline?: boolean
  /**
   * The Content-ID by which the mail's HTML names it.
   */
  contentId?: string
  /**
   * Who sent it, in the caller's own words.
   */
  uploadedBy?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * What the malware scanner says, where the server has one, once uploaded. Only a `clean` file is handed out then; a `blocked` one holds malware. More values may come.
   */
  scan?: "pending" | "clean" | "blocked" | (string & {})
  /**
   * Lower-case hex, once uploaded.
   */
  sha256?: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
/**
 * A file was deleted.
 */
export interface AttachmentDeletedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "attachment.deleted"
  /**
   * Same as `event`.
   */
  type: "attachment.deleted"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventAttachment
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * Somebody wrote to the brand for the first time, or was entered.
 */
export interface CustomerCreatedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "customer.created"
  /**
   * Same as `event`.
   */
  type: "customer.created"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventCustomerRecord
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A customer as events tell it, also once it is hidden.
 */
export interface EventCustomerRecord {
  /**
   * Id that starts with cus_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  email: string
  /**
   * true: `email` stands for somebody who has none, and gets no mail.
   */
  emailIsPlaceholder?: boolean
  name?: string
  /**
   * Address of a picture.
   */
  avatarUrl?: string
  /**
   * In E.164 form, such as +15550100.
   */
  phone?: string
  /**
   * The company that they work for. Id that starts with com_.
   */
  companyId?: string
  /**
   * Your own id of it.
   */
  externalId?: string
  /**
   * What they are known by on channels: `{channel, address}`.
   */
  identities?: {
    channel: string
    address: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * false: gets no mail at all.
   */
  notifyEmail: boolean
  /**
   * true: what they write is filed as spam.
   */
  isBlocked: boolean
  /**
   * When a mail system said that there is no such mailbox: nothing is mailed there for 60 days, or until the person writes, or `notifyEmail` is set to true.
   */
  emailBouncedAt?: string
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * When it was deleted; left out of what is there.
   */
  deletedAt?: string
  /**
   * Who they turned out to be.
   */
  mergedIntoId?: string
  /**
   * All that is known of them is gone, and is to go with receivers, too.
   */
  erasedAt?: string
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
}
/**
 * Something about a customer changed; who was deleted has `deletedAt`.
 */
export interface CustomerUpdatedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "customer.updated"
  /**
   * Same as `event`.
   */
  type: "customer.updated"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventCustomerUpdate
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventCustomerUpdate {
  /**
   * Id that starts with cus_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  email: string
  /**
   * true: `email` stands for somebody who has none, and gets no mail.
   */
  emailIsPlaceholder?: boolean
  name?: string
  /**
   * Address of a picture.
   */
  avatarUrl?: string
  /**
   * In E.164 form, such as +15550100.
   */
  phone?: string
  /**
   * The company that they work for. Id that starts with com_.
   */
  companyId?: string
  /**
   * Your own id of it.
   */
  externalId?: string
  /**
   * What they are known by on channels: `{channel, address}`.
   */
  identities?: {
    channel: string
    address: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * false: gets no mail at all.
   */
  notifyEmail: boolean
  /**
   * true: what they write is filed as spam.
   */
  isBlocked: boolean
  /**
   * When a mail system said that there is no such mailbox: nothing is mailed there for 60 days, or until the person writes, or `notifyEmail` is set to true.
   */
  emailBouncedAt?: string
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * When it was deleted; left out of what is there.
   */
  deletedAt?: string
  /**
   * Who they turned out to be.
   */
  mergedIntoId?: string
  /**
   * All that is known of them is gone, and is to go with receivers, too.
   */
  erasedAt?: string
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * Names of the members that changed.
   */
  changes: string[]
  /**
   * Their values before and after, without `body` and without values over 16 KiB.
   */
  diff: {
    [k: string]: {
      from: unknown
      to: unknown
    }
  }
}
/**
 * A message to a customer has left.
 */
export interface MessageSentEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "message.sent"
  /**
   * Same as `event`.
   */
  type: "message.sent"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventMessage
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventMessage {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * What people call the ticket, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * The comment that it belongs to.
   */
  commentId: string | null
  message: OutboundMessage
}
/**
 * A message to a customer, and how far it came.
 */
export interface OutboundMessage {
  /**
   * Id that starts with msg_.
   */
  id: string
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  /**
   * By which way it goes, or came. More values may come.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * `reply`: a comment; `autoresponse`: an acknowledgement; `notification`: that a ticket was opened for the customer. More values may come.
   */
  kind: "reply" | "autoresponse" | "notification" | (string & {})
  /**
   * Who it is from.
   */
  from?: string
  /**
   * Who it is to.
   */
  to: string
  subject?: string
  /**
   * The channel's own id: of a mail, its Message-ID.
   */
  externalId?: string
  /**
   * `queued` until the next server has it, then `sent`; `delayed` while a mail system on its way tries on; `delivered`, `bounced` or `failed` once that is known. `suppressed`: not sent, because it must not be or because nothing here can send it. More values may come.
   */
  status: "queued" | "sent" | "delayed" | "delivered" | "failed" | "bounced" | "suppressed" | (string & {})
  /**
   * How often it was tried.
   */
  attempts: number
  /**
   * Of a text message that was sent: what carriers charge for, in all its parts together.
   */
  segments?: number
  /**
   * Why: what it means, where that is known, and the words of the server that refused it.
   */
  error?: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
/**
 * A mail system on a message's way could not pass it on yet, and tries again.
 */
export interface MessageDelayedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "message.delayed"
  /**
   * Same as `event`.
   */
  type: "message.delayed"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventMessage
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A message has arrived.
 */
export interface MessageDeliveredEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "message.delivered"
  /**
   * Same as `event`.
   */
  type: "message.delivered"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventMessage
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * A message could not be sent.
 */
export interface MessageFailedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "message.failed"
  /**
   * Same as `event`.
   */
  type: "message.failed"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventRefusal
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
export interface EventRefusal {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * What people call the ticket, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string | null
  /**
   * The customer's name, where it is known.
   */
  customerName: string | null
  /**
   * What it is about was deleted for good, or its customer erased: of older events ids alone are left.
   */
  purged?: true
  /**
   * The comment that it belongs to.
   */
  commentId: string | null
  message: OutboundMessage
  /**
   * No new attempt would help.
   */
  permanent: boolean
  /**
   * `no_mailbox`: nothing is sent to the address for a while. `policy`: it was taken for spam, or SPF, DKIM or DMARC failed. More values may come.
   */
  cause: "no_mailbox" | "mailbox_full" | "too_large" | "policy" | "other" | (string & {})
}
/**
 * A message was sent, and came back.
 */
export interface MessageBouncedEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: "message.bounced"
  /**
   * Same as `event`.
   */
  type: "message.bounced"
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: EventRefusal
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * An event of a kind that came after this document: a receiver answers 2xx and ignores it.
 */
export interface UnknownEvent {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: string
  /**
   * Same as `event`: none of those that this document knows.
   */
  type: UnknownName
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  data: object
  /**
   * A test send: what it tells is made up.
   */
  test?: true
}
/**
 * Where pages load the widget from.
 */
export interface WidgetScript {
  /**
   * The widget's loader as it is now, under an address that stands for these bytes for ever.
   */
  url: string
  /**
   * Its hash, for the attribute `integrity` of a script element (Subresource Integrity) beside `crossorigin`.
   */
  integrity: string
  /**
   * Always the newest loader, which browsers ask for anew after an hour.
   */
  newestUrl: string
}
export interface SystemStatus {
  /**
   * ISO 8601, UTC, milliseconds.
   */
  at: string
  /**
   * What could not be read, and is left out below.
   */
  unread: UnreadPart[]
  nodes?: NodeStatus[]
  queues: QueueStatus[]
  database?: DatabaseStatus
  connections?: ConnectionsStatus
  migrations?: MigrationsStatus
  files: FilesStatus
}
export interface UnreadPart {
  /**
   * `nodes`, `database`, `connections`, `migrations`, `files`, `disk`, or `queues.` and what of them is missing.
   */
  part: string
  /**
   * Why: the database's trouble, or `failed`, of which the node's log tells. More values may come.
   */
  reason: "unreachable" | "overloaded" | "timeout" | "full" | "failed" | (string & {})
}
export interface NodeStatus {
  /**
   * Id that starts with node_.
   */
  id: string
  /**
   * `silent`: not heard of for 30 seconds, because it was killed or cut off from the database; such a node is shown for a day. `stopped`: as it should; shown for an hour. More values may come.
   */
  state: "running" | "silent" | "stopped" | (string & {})
  /**
   * It is the node that gives this answer.
   */
  isAnswering: boolean
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: string
  /**
   * The newest migration that its code knows.
   */
  migration: number
  /**
   * The name of its machine or container.
   */
  host: string
  /**
   * Where it listens for HTTP.
   */
  port: number
  /**
   * Its process on that machine.
   */
  pid: number
  /**
   * ISO 8601, UTC, milliseconds.
   */
  startedAt: string
  /**
   * Every ten seconds while it runs, by the database's clock.
   */
  heardAt: string
  /**
   * ISO 8601, UTC, milliseconds.
   */
  stoppedAt?: string
}
export interface QueueStatus {
  /**
   * `mail`, `chat`, `sms`, `custom`: messages out. `webhooks`: deliveries. `chat.updates`: changes of tickets to be shown in threads. `inbound.*`: what providers have handed over; mail is taken at once, and can only fail. `files.removal`, `files.scan`: bytes that nothing names any more, and files that are to be judged, the latter only with MALWARE_SCANNER.
   */
  name: string
  /**
   * All that is in it, also what is to be tried again later. 10000 stands for that many and more, here and below.
   */
  waiting: number
  /**
   * What could go now.
   */
  due: number
  /**
   * What waits for somebody: its ticket or brand is in the trash, its connection or endpoint is paused or fails.
   */
  held: number
  /**
   * Given up in the last 24 hours.
   */
  failed: number
  /**
   * ISO 8601, UTC, milliseconds.
   */
  oldestDueAt?: string
  /**
   * How long the oldest that is due, and not held, has been so: the figure to alert on.
   */
  lagSeconds: number
}
export interface DatabaseStatus {
  /**
   * Of PostgreSQL.
   */
  serverVersion: string
  bytes: number
  /**
   * The ten largest, partitions added up.
   */
  tables: {
    name: string
    /**
     * With its indexes.
     */
    bytes: number
    /**
     * As PostgreSQL estimates them.
     */
    rows: number
  }[]
}
export interface ConnectionsStatus {
  /**
   * Of the whole database server, whoever has them.
   */
  used: number
  /**
   * How many there may be.
   */
  limit: number
  /**
   * Those of this installation's nodes.
   */
  ours: number
  waitingForLocks: number
  /**
   * When the longest transaction in this database that still runs began.
   */
  oldestTransactionAt?: string
}
export interface MigrationsStatus {
  /**
   * `ahead`: the database has steps of a newer version, beside which this node can serve; `barred`: beside which it cannot. `behind`: it lacks steps of this node's code, as after a restore. More values may come.
   */
  state: "current" | "ahead" | "behind" | "barred" | (string & {})
  /**
   * The newest that the database has.
   */
  database: number
  /**
   * The newest that this node knows.
   */
  code: number
  applied: {
    id: number
    name: string
    /**
     * ISO 8601, UTC, milliseconds.
     */
    appliedAt: string
  }[]
}
export interface FilesStatus {
  /**
   * More values may come.
   */
  store: "folder" | "bucket" | (string & {})
  /**
   * Of the files of all accounts, as their limits count them.
   */
  storedBytes?: number
  /**
   * Of the disk that the folder is on, on this node.
   */
  freeBytes?: number
  sizeBytes?: number
}
export interface ActorStatus {
  name: string
  kind: string
  /**
   * The brand that it is in.
   */
  brandId?: string
  /**
   * More values may come.
   */
  state: "starting" | "running" | "backing_off" | "stopped" | (string & {})
  /**
   * How often it began again after it had failed.
   */
  restarts: number
  /**
   * What waits for it or is under way, on all nodes and whenever it is due, as it was some seconds ago: messages to be sent, or that have come in, and of a webhook its deliveries that have not ended, counted up to 1,000.
   */
  backlog: number
  /**
   * When it last did something.
   */
  lastActivityAt: string | null
  /**
   * What went wrong last.
   */
  lastError: string | null
  /**
   * When the last message came: of a workspace, number or custom channel on any node, of the mail server on this one. `lastOutboundAt` likewise, and of the mailer.
   */
  lastInboundAt?: string
  /**
   * When the last message went by it.
   */
  lastOutboundAt?: string
}
/**
 * A message that would have gone out.
 */
export interface CapturedMessage {
  /**
   * Id that starts with msg_.
   */
  id: string
  /**
   * By which way it goes, or came. More values may come.
   */
  channel: "email" | "chat" | "sms" | (string & {})
  /**
   * More values may come.
   */
  kind: "reply" | "autoresponse" | "notification" | "magic_link" | (string & {})
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId?: string
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  /**
   * Who it is from.
   */
  from: string
  /**
   * Who it is to.
   */
  to: string
  /**
   * Who gets a copy of the mail.
   */
  cc?: string[]
  subject?: string
  text: string
  html?: string
  htmlView?: MailView
  headers?: {
    [k: string]: string
  }
  /**
   * The address that an answer goes to.
   */
  replyAddress?: string
  /**
   * Its files.
   */
  attachments: {
    /**
     * Id that starts with att_.
     */
    id: string
    filename: string
    contentType: string
    size: number
  }[]
  /**
   * When it was made.
   */
  createdAt: string
}
/**
 * Where a mail is shown as its sender made it, ready for a frame. Told of one message that is asked for, not in lists.
 */
export interface MailView {
  /**
   * A document for a frame: the mail's text, colours, tables and own pictures. No script runs in it, and it loads nothing from elsewhere. With `?pictures=1` this server fetches its remote pictures, so that their servers learn when the mail is read, but not by whom or from where. Works without a credential until `expiresAt`; framed by the dashboard and by `ADMIN_ORIGINS` alone.
   */
  url: string
  /**
   * Seconds.
   */
  expiresIn: number
  /**
   * When it ends.
   */
  expiresAt: string
  /**
   * Remote pictures that are not shown unless they are asked for.
   */
  pictures: {
    count: number
    /**
     * The servers that they are on, the one with most of them first; at most 5.
     */
    hosts: string[]
  }
}
export interface SimulatedReceipt {
  /**
   * Id that starts with msg_.
   */
  messageId: string
  /**
   * Where it stands.
   */
  status: "delayed" | "delivered" | "failed" | "bounced"
  /**
   * The words of the server that refused it.
   */
  error?: string
}
export interface SimulatedResult {
  inbound: InboundMessage
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  /**
   * The events it caused, in their order.
   *
   * Items: Id that starts with evt_.
   */
  eventIds: string[]
}
/**
 * A message that came in, and what became of it.
 */
export interface InboundMessage {
  /**
   * Id that starts with inb_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * By which way it goes, or came. More values may come.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * Of a mail its Message-ID, without angle brackets.
   */
  externalId: string
  /**
   * Who it is from.
   */
  from: string
  /**
   * Who it is to.
   */
  to: string[]
  subject?: string
  /**
   * `received` waits to be read; `duplicate` and `ignored` change nothing; `failed` can be reprocessed. More values may come.
   */
  status: "received" | "processed" | "duplicate" | "ignored" | "failed" | (string & {})
  /**
   * What it became. More values may come.
   */
  outcome?: "ticket_created" | "comment_added" | "bounce" | "none" | (string & {})
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  /**
   * Why it failed.
   */
  error?: string
  /**
   * How often it was tried.
   */
  attempts: number
  /**
   * Bytes of the message as it came.
   */
  size: number
  /**
   * When it came in.
   */
  receivedAt: string
  /**
   * When it was read.
   */
  processedAt?: string
  /**
   * Of a mail: who wrote it, a person, an answering machine, another machine, or a mail system. More values may come.
   */
  kind?: "human" | "auto-replied" | "auto-generated" | "bounce" | (string & {})
  authentication?: MailAuthentication
  /**
   * What is unusual about it: `duplicate_message_id` (another message has its id, and is not the same), `sender_over_limit` (more than 60 from this sender within the hour), `ticket_over_limit` (more than 20 from this sender on the ticket within the hour: it changes no status), `relay_spam` (a trusted relay takes it for spam), `number_was_idle` (its number was silent for a year, and is somebody else's); and of text messages that failed `unroutable` (to a number that is none of the brand's), `unsupported_sender` (from where nobody can be answered), `held` (beyond the limits of new tickets).
   */
  flags: string[]
}
/**
 * Results of SPF, DKIM, DMARC and ARC. `temperror`: DNS gave no answer in time. Of mail that a machine of this server's own network relays, only signatures are checked.
 */
export interface MailAuthentication {
  spf: {
    result: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror"
    domain?: string
  }
  dkim: {
    result: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror"
    domain: string
    selector: string
    aligned: boolean
  }[]
  dmarc: {
    result: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror"
    domain?: string
    policy?: "none" | "quarantine" | "reject"
  }
  arc: {
    result: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror"
    sealer?: string
    dmarc?: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror"
  }
  /**
   * The operator's mail server in front, by the name under which it writes `Authentication-Results` (RFC 8601): SPF and DMARC are as it found them. Absent where this server asked itself.
   */
  relay?: {
    authservId: string
    isSpam: boolean
  }
}
export interface SimulatedText {
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Who it is from.
   */
  from: string
  /**
   * May be empty beside `mediaIds`.
   */
  text: string
  /**
   * A number of the brand that is enabled; its oldest when left out.
   */
  to?: string
  /**
   * A text message with the id of another is a duplicate.
   */
  messageId?: string
  /**
   * Confirmed uploads that came with it.
   *
   * @maxItems 10
   *
   * Items: Id that starts with att_.
   */
  mediaIds?: string[]
}
export interface SimulatedChat {
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  user: {
    /**
     * Who writes, as Slack names people.
     */
    id: string
    name?: string
    /**
     * The address that their profile shows.
     */
    email?: string
  }
  /**
   * What the message says, or with `edit`, what it says now.
   */
  text: string
  /**
   * A channel of the brand in which customers write; a direct conversation when left out.
   */
  channelId?: string
  /**
   * The message that it answers.
   */
  threadId?: string
  /**
   * A message with the id of another is a duplicate.
   */
  messageId?: string
  /**
   * The message `messageId` was there before: it is edited.
   */
  edit?: boolean
  /**
   * The message `messageId` was there before: it is deleted.
   */
  delete?: boolean
}
interface SimulatedMailMembers {
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  raw?: string
  /**
   * Required without `raw`: an address, or a name and an address.
   */
  from?: string
  /**
   * The brand's `inboundEmail` when left out.
   *
   * @maxItems 100
   */
  to?: string[]
  /**
   * Who gets a copy of the mail.
   *
   * @maxItems 100
   */
  cc?: string[]
  subject?: string
  text?: string
  html?: string
  /**
   * A mail with the id and content of another is a duplicate.
   */
  messageId?: string
  /**
   * Message-ID of the mail that it answers.
   */
  inReplyTo?: string
  /**
   * Message-IDs of the conversation, oldest first.
   *
   * @maxItems 100
   */
  references?: string[]
  /**
   * Further header fields by name, such as `Auto-Submitted`; at most 50.
   */
  headers?: {
    [k: string]: string
  }
  /**
   * Its files.
   *
   * @maxItems 50
   */
  attachments?: {
    filename: string
    contentType: string
    content: string
  }[]
}
/**
 * Speaks for one customer of one brand, in the portal alone.
 */
export interface PortalToken {
  /**
   * `pt_…`, shown this once. Send it as `Authorization: Bearer pt_…`.
   */
  accessToken: string
  /**
   * Same as `accessToken`.
   */
  token: string
  /**
   * How it is sent: `Authorization: Bearer …`.
   */
  tokenType: "Bearer"
  /**
   * When it ends.
   */
  expiresAt: string
  /**
   * Seconds.
   */
  expiresIn: number
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  email: string
  /**
   * Same as `email`.
   */
  customerEmail: string
  name?: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
}
export interface PortalVerification {
  /**
   * The `ml_…` of the link.
   */
  token: string
  /**
   * Seconds until it ends.
   */
  expiresIn?: string | number
}
export interface PortalBrand {
  /**
   * Id that starts with br_.
   */
  id: string
  name: string
  /**
   * Address of a small square picture.
   */
  iconUrl?: string
  /**
   * Address of the logo.
   */
  logoUrl?: string
  color?: string
}
export interface Success {
  /**
   * Always true: what failed answers an error.
   */
  success: true
}
export interface PortalLinkRequest {
  /**
   * The brand that it is in.
   */
  brandId: string
  email: string
  /**
   * Page that the link opens; `token=ml_…` is added to its query, which it exchanges at /v1/portal/verify. This server's own portal when left out.
   */
  portalUrl?: string
}
/**
 * A file and the address of its bytes.
 */
export interface PortalAttachmentLink {
  /**
   * Id that starts with att_.
   */
  id: string
  filename: string
  /**
   * Its media type, as declared.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * Where it stands. More values may come.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * When it was made.
   */
  createdAt: string
  attachment: PortalAttachment
  /**
   * Good for whoever has it. Answers ranges. An address of this server shows images and PDF in place with `?inline=1`; one of the object store always downloads.
   */
  downloadUrl: string
  /**
   * Seconds for which the address is good.
   */
  expiresIn: number
  /**
   * When it ends.
   */
  expiresAt: string
}
export interface PortalAttachment {
  /**
   * Id that starts with att_.
   */
  id: string
  filename: string
  /**
   * Its media type, as declared.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * Where it stands. More values may come.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * When it was made.
   */
  createdAt: string
}
export interface PortalUploadTicket {
  /**
   * Id that starts with att_.
   */
  id: string
  /**
   * Id that starts with att_.
   */
  attachmentId: string
  attachment: PortalAttachment
  /**
   * Send the bytes here by PUT, with `Content-Length` as `size` says and `Content-Type` as declared.
   */
  uploadUrl: string
  /**
   * How the bytes are sent.
   */
  method: "PUT"
  filename: string
  /**
   * Seconds for which the address is good.
   */
  expiresIn: number
  /**
   * When it ends.
   */
  expiresAt: string
}
export interface PortalAttachmentCreate {
  filename: string
  /**
   * Its media type, as declared.
   */
  contentType: string
  /**
   * Bytes; above the limit of this installation (50 MiB unless set otherwise) the answer is 413.
   */
  size: number
}
/**
 * A public message on a ticket.
 */
export interface PortalComment {
  /**
   * Id that starts with cmt_.
   */
  id: string
  /**
   * In text or Markdown.
   */
  body: string
  /**
   * True where `body` is only its beginning: the newest 16 MiB of a conversation's texts are whole.
   */
  bodyTruncated?: boolean
  /**
   * Who wrote it: the customer, the team, or a program.
   */
  authorType: "CUSTOMER" | "STAFF"
  /**
   * Never empty: the brand speaks for a member without a name.
   */
  authorName: string
  /**
   * Whether the customer who asks wrote it, and nobody else on the ticket, whatever they are called.
   */
  isOwn: boolean
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * Its files.
   */
  attachments: PortalAttachment[]
}
export interface PortalCommentCreate {
  /**
   * Empty or blank only with files.
   */
  body: string
  /**
   * Confirmed uploads of this customer that belong to no ticket yet.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
}
export interface PortalTicketDetail {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * What people call it, such as ACME-1042.
   */
  ticketNumber: string
  title: string
  /**
   * The category of the ticket's status.
   */
  status: "open" | "pending" | "resolved" | "closed"
  /**
   * What the brand calls the status to its customers.
   */
  statusLabel: string
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * Public comments.
   */
  commentCount: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When something last changed that the customer sees; what the team does for itself does not move it.
   */
  updatedAt: string
  /**
   * The brand that it was sent to.
   */
  brand: {
    name: string
    ticketPrefix: string
  }
  /**
   * The ticket that it was merged into, when that is the same customer's.
   */
  mergedIntoId?: string
  /**
   * Empty when there is none.
   */
  body: string
  /**
   * Oldest first.
   */
  comments: PortalComment[]
  /**
   * All files that the customer may see: the ticket's own and those of its comments, oldest first.
   */
  attachments: PortalAttachment[]
}
/**
 * A ticket as its customer sees it.
 */
export interface PortalTicket {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * What people call it, such as ACME-1042.
   */
  ticketNumber: string
  title: string
  /**
   * The category of the ticket's status.
   */
  status: "open" | "pending" | "resolved" | "closed"
  /**
   * What the brand calls the status to its customers.
   */
  statusLabel: string
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * Public comments.
   */
  commentCount: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When something last changed that the customer sees; what the team does for itself does not move it.
   */
  updatedAt: string
  /**
   * The brand that it was sent to.
   */
  brand: {
    name: string
    ticketPrefix: string
  }
  /**
   * The ticket that it was merged into, when that is the same customer's.
   */
  mergedIntoId?: string
}
export interface PortalTicketCreate {
  /**
   * Subject of the ticket.
   */
  title: string
  /**
   * Description, in text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which wins.
   */
  custom_fields?: unknown
  /**
   * Confirmed uploads of this customer that belong to no ticket yet.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
}
export interface PortalMe {
  customer: {
    /**
     * Id that starts with cus_.
     */
    id: string
    email: string
    name?: string
  }
  brand: {
    /**
     * Id that starts with br_.
     */
    id: string
    name: string
    iconUrl?: string
    logoUrl?: string
    color?: string
    ticketPrefix: string
    /**
     * The custom fields that are asked for when a ticket is opened.
     */
    fields: FieldDefinition[]
  }
  /**
   * When the token ends.
   */
  expiresAt: string
}
/**
 * The input for one custom field. It describes and restricts nothing: custom fields hold any value.
 */
export interface FieldDefinition {
  /**
   * Id that starts with fld_.
   */
  id: string
  /**
   * The member of `customFields` that it fills; never changes.
   */
  key: string
  /**
   * What is written over the input.
   */
  label: string
  /**
   * The kind of input; never changes. More values may come.
   */
  type: "text" | "number" | "boolean" | "date" | "select" | "multiselect" | "url" | "array" | "object" | (string & {})
  /**
   * A hint for forms.
   */
  required: boolean
  /**
   * What the input holds to begin with.
   */
  defaultValue?: unknown
  description?: string
  /**
   * What is shown in an empty input.
   */
  placeholder?: string
  /**
   * What a select or multiselect offers.
   */
  options?: string[]
  /**
   * Whether it is shown anywhere.
   */
  visible: boolean
  /**
   * Asked for when a ticket is opened.
   */
  showOnCreate: boolean
  /**
   * Shown as a column of lists.
   */
  showInTable: boolean
  /**
   * Shown beside the record.
   */
  showInDetail: boolean
  /**
   * Its place in the list, from 0.
   */
  sortOrder: number
  /**
   * Where the definition comes from, in your own words.
   */
  source?: string
  /**
   * When it was made.
   */
  createdAt: string
}
/**
 * The domain of its own that a brand's portal has.
 */
export interface PortalDomain {
  /**
   * `null`: the portal has no domain of its own.
   */
  domain: string | null
  /**
   * The portal is there, and links in mail lead there.
   */
  verified: boolean
  /**
   * Where the brand's portal is now.
   */
  url: string
  /**
   * What is missing, or that DNS gave no answer.
   */
  error?: string
  /**
   * The DNS records that it should have.
   */
  records: PortalDomainRecord[]
  /**
   * When DNS was last asked.
   */
  checkedAt: string | null
  /**
   * When that was proved.
   */
  verifiedAt: string | null
  /**
   * Since when a domain that was verified lacks what it needs: it stays so for three days.
   */
  failingSince: string | null
}
/**
 * A DNS record that the domain needs.
 */
export interface PortalDomainRecord {
  /**
   * More values may come.
   */
  type: "CNAME" | "TXT" | (string & {})
  /**
   * Fully qualified.
   */
  name: string
  value: string
  /**
   * `address` leads browsers here; any A, AAAA or CNAME record will do that leads to where this server is reached. `ownership` shows that the name is yours. More values may come.
   */
  purpose: "address" | "ownership" | (string & {})
  /**
   * `pending`: nothing is there yet. `failed`: something else is there, or it is gone. More values may come.
   */
  status: "pending" | "verified" | "failed" | (string & {})
  /**
   * What the last check found.
   */
  found?: string
}
export interface PortalDomainSet {
  /**
   * A host name of yours, such as help.example.com.
   */
  domain: string
}
export interface PortalRevocation {
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string
}
/**
 * A portal token without its secret.
 */
export interface ListedPortalToken {
  /**
   * `pt_…` and the token's last four characters.
   */
  preview: string
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it ends.
   */
  expiresAt: string
}
export interface PortalMagicLink {
  email: string
  /**
   * Page that the link opens; `token=ml_…` is added to its query, which it exchanges at /v1/portal/verify. This server's own portal when left out.
   */
  portalUrl?: string
}
interface PortalTokenCreateMembers {
  /**
   * The one customer whom the token is for; required.
   */
  customerEmail?: string
  /**
   * Same as `customerEmail`, which wins.
   */
  email?: string
  /**
   * Name of a customer who is new, or has none; one that they have stays.
   */
  customerName?: string | null
  /**
   * Same as `customerName`, which wins.
   */
  name?: string | null
  /**
   * Seconds until it ends.
   */
  expiresIn?: string | number
  /**
   * Company of a customer who is new, found by its name whatever its case; made if there is none.
   */
  companyName?: string | null
}
/**
 * How the caller is shown, and told of news, in this organization.
 */
export interface Profile {
  displayName: string | null
  /**
   * Address of a picture.
   */
  avatarUrl: string | null
  notifyEmail: boolean
  notifyToast: boolean
  notifyDesktop: boolean
  preferences: Record<string, unknown> | null
}
export interface ProfileUpdate {
  /**
   * The name under which customers read the member.
   */
  displayName?: string | null
  /**
   * Address of a picture.
   */
  avatarUrl?: string | null
  /**
   * Mail about watched tickets and, for owners and admins, about webhooks and domains that fail; true to begin with.
   */
  notifyEmail?: boolean
  /**
   * Notices inside the dashboard; true to begin with.
   */
  notifyToast?: boolean
  /**
   * Notices of the operating system; false to begin with.
   */
  notifyDesktop?: boolean
  preferences?: unknown
}
export interface Done {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  message: string
}
export interface OwnershipTransfer {
  newOwnerId: string
}
export interface MemberBrands {
  /**
   * Id that starts with mem_.
   */
  memberId: string
  /**
   * true: all brands, present and future.
   */
  allBrands: boolean
  /**
   * The brands that it reaches; empty where it reaches all.
   */
  brandIds: string[]
  /**
   * All brands of the account: those of live mode by name, then those of test mode.
   */
  availableBrands: {
    /**
     * Id that starts with br_.
     */
    id: string
    name: string
    livemode: boolean
  }[]
}
/**
 * `brandIds` names at least one brand unless `allBrands` is true.
 */
export interface MemberBrandsUpdate {
  /**
   * true: all brands, present and future.
   */
  allBrands: boolean
  /**
   * Of either mode.
   *
   * @maxItems 1000
   */
  brandIds?: string[]
}
export interface DoneToMember {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  message: string
  member: Member
}
export interface Member {
  /**
   * Id that starts with mem_.
   */
  id: string
  email: string
  firstName?: string
  lastName?: string
  displayName?: string
  /**
   * Address of a picture.
   */
  avatarUrl?: string
  /**
   * What the member may do.
   */
  role: "owner" | "admin" | "agent"
  /**
   * `pending`: invited, and has not come yet. More values may come.
   */
  status: "active" | "pending" | (string & {})
  /**
   * The brands that the member sees; owners and admins see all.
   */
  brandAssignment: {
    allBrands: boolean
    brandIds: string[]
  }
  /**
   * Of an open invitation: when it was mailed last.
   */
  sentAt?: string
  /**
   * When the member was last there.
   */
  lastActiveAt?: string
  /**
   * When it was made.
   */
  createdAt: string
}
export interface MemberUpdate {
  /**
   * `member` means `agent`.
   */
  role?: "owner" | "admin" | "agent" | "member"
  firstName?: string | null
  lastName?: string | null
}
export interface InviteAcceptance {
  inviteId: string
}
/**
 * Neither `allBrands` nor `brandIds` means all brands, which owners and admins always have.
 */
export interface Invite {
  email: string
  /**
   * `member` means `agent`.
   */
  role: "owner" | "admin" | "agent" | "member"
  /**
   * true: all brands, present and future.
   */
  allBrands?: boolean
  /**
   * Of either mode.
   *
   * @maxItems 1000
   */
  brandIds?: string[]
}
/**
 * What deleting the organization would take with it, of live and test mode together.
 */
export interface OrganizationContents {
  /**
   * Brands that would go.
   */
  brandCount: number
  /**
   * Tickets that would go.
   */
  ticketCount: number
  /**
   * Customers that would go.
   */
  customerCount: number
  /**
   * Open invitations included.
   */
  memberCount: number
  /**
   * API keys that would go.
   */
  apiKeyCount: number
  /**
   * Webhooks that would go.
   */
  webhookCount: number
}
export interface OrganizationDeleted {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  message: string
  /**
   * Until then the link in the mail to the owners brings it back.
   */
  restorableUntil: string
}
export interface OrganizationUpdate {
  name: string
}
/**
 * The team of an account.
 */
export interface Organization {
  /**
   * Id that starts with org_.
   */
  id: string
  name: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * When it was made.
   */
  createdAt: string
}
export interface SignedIn {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  session: Session
  account: Account
  organization: Organization
  member: Member
  /**
   * `stk_…`: a bearer credential for programs; browsers have the cookie.
   */
  sessionToken: string
}
/**
 * A member who is signed in to one organization.
 */
export interface Session {
  /**
   * Id that starts with ses_.
   */
  id: string
  /**
   * Id that starts with org_.
   */
  organizationId: string
  /**
   * Id that starts with mem_.
   */
  memberId: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it ends.
   */
  expiresAt: string
  /**
   * What the browser or program calls itself.
   */
  userAgent?: string
}
/**
 * Who owns keys, brands and data.
 */
export interface Account {
  /**
   * Id that starts with acct_.
   */
  id: string
  name: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface OrganizationChoice {
  organizationId: string
}
export interface EndedSessions {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  /**
   * Sessions that were still good.
   */
  ended: number
}
export interface Restoration {
  /**
   * The `ml_…` of the link.
   */
  token: string
}
export interface Verification {
  /**
   * The `ml_…` of the link.
   */
  token: string
  /**
   * The organization to sign in to; when left out, the one that was used last.
   */
  organizationId?: string
}
export interface MagicLinkRequest {
  email: string
  /**
   * The organization to sign in to; when left out, the one that was used last.
   */
  organizationId?: string
}
/**
 * `brandIds` names at least one brand unless `allBrands` is true.
 */
interface ApiKeyScopeMembers {
  /**
   * Reach all brands, future ones too; wins over `brandIds`.
   */
  allBrands?: boolean
  /**
   * Reach these brands of the key's mode alone.
   *
   * @maxItems 1000
   */
  brandIds?: string[]
}
export interface ApiKeyWithSecret {
  /**
   * Id that starts with key_.
   */
  id: string
  /**
   * What you call it.
   */
  name: string
  /**
   * First twelve and last four characters of the secret.
   */
  keyPreview: string
  /**
   * First twelve characters of the secret.
   */
  prefix: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Reaches all brands, present and future.
   */
  allBrands: boolean
  /**
   * The brands that it reaches; empty where it reaches all.
   */
  brandIds: string[]
  /**
   * To the minute.
   */
  lastUsedAt: string | null
  /**
   * When it ends.
   */
  expiresAt: string | null
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * Shown this once.
   */
  secret: string
  /**
   * Same as `secret`.
   */
  key: string
}
/**
 * Neither `allBrands` nor `brandIds` means all brands.
 */
export interface ApiKeyCreate {
  /**
   * What you call it.
   */
  name: string
  /**
   * The caller's own when left out; a test key can only make test keys.
   */
  mode?: "live" | "test"
  /**
   * Reach all brands, future ones too; wins over `brandIds`.
   */
  allBrands?: boolean
  /**
   * Reach these brands of the key's mode alone.
   *
   * @maxItems 1000
   */
  brandIds?: string[]
  /**
   * When it ends by itself; never when left out.
   */
  expiresAt?: string | null
}
export interface ApiKey {
  /**
   * Id that starts with key_.
   */
  id: string
  /**
   * What you call it.
   */
  name: string
  /**
   * First twelve and last four characters of the secret.
   */
  keyPreview: string
  /**
   * First twelve characters of the secret.
   */
  prefix: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Reaches all brands, present and future.
   */
  allBrands: boolean
  /**
   * The brands that it reaches; empty where it reaches all.
   */
  brandIds: string[]
  /**
   * To the minute.
   */
  lastUsedAt: string | null
  /**
   * When it ends.
   */
  expiresAt: string | null
  /**
   * When it was made.
   */
  createdAt: string
}
export interface AccountUsage {
  /**
   * Opened in this calendar month, UTC.
   */
  ticketsThisMonth: number
  /**
   * Tickets that are neither spam nor deleted nor merged.
   */
  ticketsTotal: number
  /**
   * Brands that the caller sees.
   */
  brandsCount: number
  /**
   * Active members of the whole account.
   */
  membersCount: number
  /**
   * Bytes of uploaded files.
   */
  storageBytes: number
  /**
   * Bytes that count against the account's limit: its files in both modes, those announced and those in the trash too. For callers who reach all brands.
   */
  accountStorageBytes?: number
  /**
   * Bytes that the account's files may have.
   */
  accountStorageMaxBytes?: number
}
export interface AccountUpdate {
  name: string
}
export interface SearchResult {
  /**
   * More values may come.
   */
  type: "ticket" | "comment" | "customer" | "company" | (string & {})
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Of tickets and comments.
   */
  ticketId?: string
  /**
   * The ticket's, such as ACME-1042.
   */
  publicId?: string
  /**
   * The ticket's title, or the name of the customer or company.
   */
  title: string
  /**
   * A part of the text around the first match, in one line.
   */
  snippet: string
  /**
   * Where the words occur in `snippet`: `[start, end]` in UTF-16 units, as JavaScript counts them.
   */
  matches: number[][]
  /**
   * When it was changed last.
   */
  updatedAt: string
}
/**
 * A message that came in, and what became of it.
 */
export interface InboundMessageDetail {
  /**
   * Id that starts with inb_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * By which way it goes, or came. More values may come.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * Of a mail its Message-ID, without angle brackets.
   */
  externalId: string
  /**
   * Who it is from.
   */
  from: string
  /**
   * Who it is to.
   */
  to: string[]
  subject?: string
  /**
   * `received` waits to be read; `duplicate` and `ignored` change nothing; `failed` can be reprocessed. More values may come.
   */
  status: "received" | "processed" | "duplicate" | "ignored" | "failed" | (string & {})
  /**
   * What it became. More values may come.
   */
  outcome?: "ticket_created" | "comment_added" | "bounce" | "none" | (string & {})
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  /**
   * Why it failed.
   */
  error?: string
  /**
   * How often it was tried.
   */
  attempts: number
  /**
   * Bytes of the message as it came.
   */
  size: number
  /**
   * When it came in.
   */
  receivedAt: string
  /**
   * When it was read.
   */
  processedAt?: string
  /**
   * Of a mail: who wrote it, a person, an answering machine, another machine, or a mail system. More values may come.
   */
  kind?: "human" | "auto-replied" | "auto-generated" | "bounce" | (string & {})
  authentication?: MailAuthentication
  /**
   * What is unusual about it: `duplicate_message_id` (another message has its id, and is not the same), `sender_over_limit` (more than 60 from this sender within the hour), `ticket_over_limit` (more than 20 from this sender on the ticket within the hour: it changes no status), `relay_spam` (a trusted relay takes it for spam), `number_was_idle` (its number was silent for a year, and is somebody else's); and of text messages that failed `unroutable` (to a number that is none of the brand's), `unsupported_sender` (from where nobody can be answered), `held` (beyond the limits of new tickets).
   */
  flags: string[]
  /**
   * What the comment made of it leaves out, because it quotes what came before.
   */
  quotedText?: string
  /**
   * What a mail looks like: HTML of harmless elements, attributes and styles only. Images of the mail itself are named `cid:` and the `contentId` of an inline attachment of its ticket or comment; remote images tell their servers who looks at them, so show them on request only. Absent when the mail has no HTML, or more than 1 MiB of it.
   */
  html?: string
  htmlView?: MailView
  /**
   * What had to be mended or guessed to read a mail, such as a charset that was declared wrong.
   */
  repairs?: string[]
}
/**
 * Why a message became what it is.
 */
export interface InboundExplanation {
  /**
   * Id that starts with inb_.
   */
  inboundId: string
  /**
   * How the message reached the brand and what became of it, in words.
   */
  decision: string
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  /**
   * In this order: duplicate, loop_or_automatic, bounce, signed_reply_address, message_references, subject_tag_and_sender, chat_thread, sms_conversation, custom_thread, merged_target, closed_policy, blocked_sender.
   */
  steps: {
    check: string
    result: "matched" | "not_matched" | "skipped"
    detail: string
  }[]
  /**
   * The events it caused, in their order, as far as the log keeps them.
   */
  effects: {
    /**
     * Id that starts with evt_.
     */
    eventId: string
    type: string
  }[]
}
export interface ApiRequest {
  /**
   * The request's id, as in `X-Request-Id` and in `requestId` of errors.
   */
  id: string
  /**
   * When it came. ISO 8601, UTC, milliseconds.
   */
  createdAt: string
  /**
   * The key that it named, with the first twelve characters of its secret.
   */
  apiKey: {
    /**
     * Id that starts with key_.
     */
    id: string
    prefix: string
  }
  /**
   * The brand in its path.
   */
  brandId?: string
  /**
   * The `operationId` of the endpoint that it called, such as `tickets.create`.
   */
  operation: string
  /**
   * How the bytes are sent.
   */
  method: string
  /**
   * As it was sent; of what should have been an id and is none stands the name, such as `{ticketId}`.
   */
  path: string
  /**
   * Names of the query parameters, with those of their values that are ids, times, numbers, or words that the parameter is declared to take; of others stands `…`.
   */
  query?: string
  /**
   * Of the answer; 499 where the client hung up before there was one.
   */
  status: number
  problem?: RequestProblem
  /**
   * Milliseconds until its answer began.
   */
  durationMs: number
  /**
   * The `Idempotency-Key` that it was sent with.
   */
  idempotencyKey?: string
  /**
   * Whether it got the answer of an earlier request with the same idempotency key.
   */
  replayed: boolean
  /**
   * Network address that it came from.
   */
  ip: string
  /**
   * What the program that sent it calls itself.
   */
  userAgent?: string
  /**
   * How many further requests of the same key one server answered in the same second, and did not keep: it keeps 20, rather those that were refused. All that are kept of a second say the same number.
   */
  omitted: number
}
/**
 * Why it was refused.
 */
export interface RequestProblem {
  /**
   * As in the answer: a code of the list of errors.
   */
  code: string
  /**
   * As in the answer, unless another server said it.
   */
  detail?: string
  /**
   * With `validation_failed`: the first ten rules that were broken.
   */
  errors?: {
    field: string
    message: string
    code:
      | "required"
      | "type"
      | "format"
      | "length"
      | "range"
      | "enum"
      | "unknown_id"
      | "not_allowed"
      | "too_many"
      | "encoding"
  }[]
}
export interface AuditLogEntry {
  /**
   * Id that starts with log_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId?: string
  /**
   * What happened, such as `ticket.updated`.
   */
  event: string
  /**
   * More values may come.
   */
  entityType:
    | "account"
    | "ticket"
    | "comment"
    | "attachment"
    | "customer"
    | "company"
    | "category"
    | "tag"
    | "status"
    | "field"
    | "brand"
    | "webhook"
    | "channel"
    | "api_key"
    | "member"
    | (string & {})
  entityId: string
  /**
   * By field: `{old, new}`.
   */
  changes?: Record<string, unknown>
  /**
   * True where `changes` is left out: the history of a ticket has the newest 16 MiB of them. The brand's log has all.
   */
  changesTruncated?: boolean
  performedBy: {
    /**
     * More values may come.
     */
    type: "user" | "api" | "customer" | "system" | (string & {})
    id?: string
    email?: string
    name?: string
    apiKeyPrefix?: string
  }
  /**
   * The way in: api, dashboard, portal, email, chat, sms, custom, system.
   */
  source: string
  /**
   * What it was about, such as `ticketNumber` and `title`.
   */
  metadata?: Record<string, unknown>
  requestId?: string
  /**
   * Network address that the request came from.
   */
  ip?: string
  /**
   * What the program that asked calls itself.
   */
  userAgent?: string
  /**
   * When it was made.
   */
  createdAt: string
}
/**
 * Something that happened.
 */
export interface Event {
  /**
   * The same on every attempt, and for every webhook.
   */
  id: string
  /**
   * What happened. More values may come.
   */
  event:
    | "ticket.created"
    | "ticket.updated"
    | "ticket.resolved"
    | "ticket.closed"
    | "ticket.reopened"
    | "ticket.deleted"
    | "ticket.restored"
    | "ticket.spam_marked"
    | "ticket.spam_unmarked"
    | "ticket.merged"
    | "comment.created"
    | "comment.updated"
    | "comment.deleted"
    | "attachment.created"
    | "attachment.deleted"
    | "customer.created"
    | "customer.updated"
    | "message.sent"
    | "message.delayed"
    | "message.delivered"
    | "message.failed"
    | "message.bounced"
    | (string & {})
  /**
   * Same as `event`. More values may come.
   */
  type:
    | "ticket.created"
    | "ticket.updated"
    | "ticket.resolved"
    | "ticket.closed"
    | "ticket.reopened"
    | "ticket.deleted"
    | "ticket.restored"
    | "ticket.spam_marked"
    | "ticket.spam_unmarked"
    | "ticket.merged"
    | "comment.created"
    | "comment.updated"
    | "comment.deleted"
    | "attachment.created"
    | "attachment.deleted"
    | "customer.created"
    | "customer.updated"
    | "message.sent"
    | "message.delayed"
    | "message.delivered"
    | "message.failed"
    | "message.bounced"
    | (string & {})
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it happened.
   */
  timestamp: string
  /**
   * Same as `timestamp`.
   */
  createdAt: string
  /**
   * 1, 2, 3 … per ticket, without a gap in the feed; null for events about no ticket.
   */
  sequence: number | null
  /**
   * The same for all events of one command.
   */
  causationId: string
  actor: EventActor
  /**
   * Depends on the type, as the body of the webhook of that name; of what was deleted for good only ids.
   */
  data: Record<string, unknown>
}
export interface ReplayScheduled {
  /**
   * Deliveries made; each is listed among the webhook's deliveries.
   */
  scheduled: number
}
export interface Replay {
  /**
   * Events from this moment on.
   */
  from?: string
  /**
   * Events before this moment.
   */
  to?: string
  /**
   * Only events of these names and groups.
   *
   * @maxItems 50
   */
  events?: string[]
  /**
   * Only these events.
   *
   * @maxItems 1000
   */
  eventIds?: string[]
  /**
   * Leaves out events that this webhook has received; true when left out.
   */
  onlyFailed?: boolean
}
export interface Delivery {
  /**
   * Id that starts with dlv_.
   */
  id: string
  /**
   * Id that starts with whk_.
   */
  webhookId: string
  /**
   * Id that starts with evt_.
   */
  eventId: string
  /**
   * The event's name, as it was sent.
   */
  event: string
  /**
   * What is posted: the event.
   */
  payload: unknown
  /**
   * `PENDING` waits for its first attempt, `RETRYING` for another; `SUCCESS` and `FAILED` are over. More values may come.
   */
  status: "PENDING" | "SUCCESS" | "FAILED" | "RETRYING" | (string & {})
  /**
   * How often it was tried.
   */
  attempts: number
  /**
   * When it was tried last.
   */
  lastAttempt?: string
  /**
   * When it is tried next.
   */
  nextAttempt?: string
  /**
   * HTTP status of the last answer.
   */
  responseCode?: number
  /**
   * The first KiB of the last answer.
   */
  responseBody?: string
  /**
   * Why nothing came back, such as `timeout` or `connection_refused`.
   */
  error?: string
  /**
   * Milliseconds of the last attempt.
   */
  durationMs?: number
  /**
   * The delivery that it repeats. Id that starts with dlv_.
   */
  replayOf?: string
  /**
   * When it was made.
   */
  createdAt: string
}
export interface DeliveryDetail {
  /**
   * Id that starts with dlv_.
   */
  id: string
  /**
   * Id that starts with whk_.
   */
  webhookId: string
  /**
   * Id that starts with evt_.
   */
  eventId: string
  /**
   * The event's name, as it was sent.
   */
  event: string
  /**
   * What is posted: the event.
   */
  payload: unknown
  /**
   * `PENDING` waits for its first attempt, `RETRYING` for another; `SUCCESS` and `FAILED` are over. More values may come.
   */
  status: "PENDING" | "SUCCESS" | "FAILED" | "RETRYING" | (string & {})
  /**
   * How often it was tried.
   */
  attempts: number
  /**
   * When it was tried last.
   */
  lastAttempt?: string
  /**
   * When it is tried next.
   */
  nextAttempt?: string
  /**
   * HTTP status of the last answer.
   */
  responseCode?: number
  /**
   * The first KiB of the last answer.
   */
  responseBody?: string
  /**
   * Why nothing came back, such as `timeout` or `connection_refused`.
   */
  error?: string
  /**
   * Milliseconds of the last attempt.
   */
  durationMs?: number
  /**
   * The delivery that it repeats. Id that starts with dlv_.
   */
  replayOf?: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * Every attempt, in order.
   */
  attemptLog: {
    /**
     * ISO 8601, UTC, milliseconds.
     */
    at: string
    responseCode?: number
    error?: string
    durationMs: number
  }[]
}
export interface DeliveryDay {
  /**
   * `2026-11-20`.
   */
  day: string
  /**
   * Attempts that succeeded.
   */
  succeeded: number
  /**
   * Attempts that failed.
   */
  failed: number
  /**
   * Milliseconds that half of the successful attempts took at most.
   */
  p50Ms?: number
  /**
   * Milliseconds that 99 of 100 of them took at most.
   */
  p99Ms?: number
}
export interface WebhookWithSecret {
  /**
   * Id that starts with whk_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Where events are posted.
   */
  url: string
  /**
   * Names and groups of the events that it hears of.
   */
  events: string[]
  /**
   * false: nothing is sent by it.
   */
  enabled: boolean
  /**
   * Also events of internal notes.
   */
  includeInternal: boolean
  /**
   * `ticket`: the next event of a ticket waits for the one before it. `none`: best effort.
   */
  ordering: "ticket" | "none"
  /**
   * Most requests in a second; left out for as fast as the receiver answers.
   */
  ratePerSecond?: number
  description?: string
  /**
   * Failed attempts in a row since the last success.
   */
  failureCount: number
  /**
   * Who switched it off: `manual`, somebody; `gone`, a 410; `failing`, five days without success. More values may come.
   */
  disabledReason?: "manual" | "gone" | "failing" | (string & {})
  /**
   * When something was sent last.
   */
  lastTriggered?: string
  /**
   * When an attempt failed last.
   */
  lastFailure?: string
  /**
   * Until when the previous secret signs, too.
   */
  previousSecretExpiresAt?: string
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * Verifies signatures; shown this once.
   */
  secret: string
}
export interface SecretRotation {
  /**
   * Your own secret; made when left out.
   */
  secret?: string
  /**
   * Hours for which the previous secret signs, too; 24 when left out.
   */
  overlapHours?: number
}
export interface WebhookTest {
  /**
   * Which event the sample is of; `ticket.created` when left out.
   */
  event?: string
}
/**
 * Who is told of a brand's events.
 */
export interface Webhook {
  /**
   * Id that starts with whk_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Where events are posted.
   */
  url: string
  /**
   * Names and groups of the events that it hears of.
   */
  events: string[]
  /**
   * false: nothing is sent by it.
   */
  enabled: boolean
  /**
   * Also events of internal notes.
   */
  includeInternal: boolean
  /**
   * `ticket`: the next event of a ticket waits for the one before it. `none`: best effort.
   */
  ordering: "ticket" | "none"
  /**
   * Most requests in a second; left out for as fast as the receiver answers.
   */
  ratePerSecond?: number
  description?: string
  /**
   * Failed attempts in a row since the last success.
   */
  failureCount: number
  /**
   * Who switched it off: `manual`, somebody; `gone`, a 410; `failing`, five days without success. More values may come.
   */
  disabledReason?: "manual" | "gone" | "failing" | (string & {})
  /**
   * When something was sent last.
   */
  lastTriggered?: string
  /**
   * When an attempt failed last.
   */
  lastFailure?: string
  /**
   * Until when the previous secret signs, too.
   */
  previousSecretExpiresAt?: string
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface WebhookUpdate {
  /**
   * Where events are posted.
   */
  url?: string
  /**
   * Event names, `*`, or groups such as `ticket.*`.
   *
   * @minItems 1
   * @maxItems 50
   */
  events?: string[]
  /**
   * false: nothing is sent by it.
   */
  enabled?: boolean
  /**
   * Also events of internal notes.
   */
  includeInternal?: boolean
  /**
   * `ticket`: the next event of a ticket waits for the one before it. `none`: best effort.
   */
  ordering?: "ticket" | "none"
  /**
   * Most requests in a second, spread to a tenth of it, from all servers together and with retries; `null` for as fast as the receiver answers.
   */
  ratePerSecond?: number | null
  description?: string | null
}
export interface WebhookCreate {
  /**
   * Where events are posted.
   */
  url: string
  /**
   * Event names, `*`, or groups such as `ticket.*`.
   *
   * @minItems 1
   * @maxItems 50
   */
  events: string[]
  /**
   * Your own secret; made when left out.
   */
  secret?: string
  /**
   * false: nothing is sent by it.
   */
  enabled?: boolean
  /**
   * Also events of internal notes.
   */
  includeInternal?: boolean
  /**
   * `ticket`: the next event of a ticket waits for the one before it. `none`: best effort.
   */
  ordering?: "ticket" | "none"
  /**
   * Most requests in a second, spread to a tenth of it, from all servers together and with retries; `null` for as fast as the receiver answers.
   */
  ratePerSecond?: number | null
  description?: string | null
}
interface ChannelReceiptMembers {
  /**
   * The `msg_…` of the callback.
   */
  messageId?: string
  /**
   * What the channel calls the message; beside `messageId`, what it calls it from now on.
   */
  externalId?: string
  /**
   * Where it stands.
   */
  status: "sent" | "delivered" | "failed" | "read"
  /**
   * Why it failed; the team reads it.
   */
  error?: string
}
export interface PostedMessage {
  /**
   * Id that starts with inb_.
   */
  messageId: string
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  created: "ticket" | "comment"
  /**
   * It was received before; these are the ids that it got then.
   */
  duplicate: boolean
}
export interface InboundPost {
  /**
   * Yours of the message: the same one again has no effect.
   */
  externalId: string
  /**
   * The conversation: a comment on the ticket that it is about, or a new ticket. Left out, all that one sender writes is one conversation.
   */
  threadId?: string
  sender: PostedSender
  /**
   * May be empty beside attachments.
   */
  text: string
  /**
   * Title of a new ticket; the text's first line when left out, or when nothing is seen of it.
   */
  subject?: string
  /**
   * Its files.
   *
   * @maxItems 20
   */
  attachments?: PostedAttachment[]
  occurredAt?: string
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
}
/**
 * One of `externalId`, `email` and `phone` is required.
 */
interface PostedSenderMembers {
  /**
   * Their id at the channel: the same person next time.
   */
  externalId?: string
  email?: string
  /**
   * One of which nothing is seen is none.
   */
  name?: string
  /**
   * In E.164 form, such as +15550100.
   */
  phone?: string
}
/**
 * Either an upload or an address.
 */
interface PostedAttachmentMembers {
  filename?: string
  /**
   * Its media type, as declared.
   */
  contentType?: string
  /**
   * A confirmed upload of the brand.
   */
  attachmentId?: string
  /**
   * Fetched once: https, from a public address, within 20 seconds. It needs `filename` and `contentType` beside it.
   */
  url?: string
}
export interface ChannelTest {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  /**
   * Id that starts with msg_.
   */
  messageId: string
}
export interface CustomChannelWithSecret {
  /**
   * Id that starts with chn_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  name: string
  /**
   * The `source` of its tickets. More values may come.
   */
  source: "custom" | "discord" | "instagram" | "twitter" | "whatsapp" | (string & {})
  /**
   * false: nothing comes in or is sent by it.
   */
  enabled: boolean
  /**
   * Where it stands. More values may come.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * Where messages to customers are posted.
   */
  callbackUrl?: string
  /**
   * When the last message came by it.
   */
  lastInboundAt?: string
  /**
   * When the last message went by it.
   */
  lastOutboundAt?: string
  /**
   * Why the last message by it was not sent.
   */
  lastError?: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * Signs what goes in either direction; shown this once.
   */
  secret: string
}
export interface ChannelSecretRotation {
  /**
   * A secret of your own; made when left out.
   */
  secret?: string
  /**
   * Hours for which the previous secret is good beside the new one; 24 when left out.
   */
  overlapHours?: number
}
/**
 * A channel that you build: messages come in by POST, and go out to its callback address.
 */
export interface CustomChannel {
  /**
   * Id that starts with chn_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  name: string
  /**
   * The `source` of its tickets. More values may come.
   */
  source: "custom" | "discord" | "instagram" | "twitter" | "whatsapp" | (string & {})
  /**
   * false: nothing comes in or is sent by it.
   */
  enabled: boolean
  /**
   * Where it stands. More values may come.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * Where messages to customers are posted.
   */
  callbackUrl?: string
  /**
   * When the last message came by it.
   */
  lastInboundAt?: string
  /**
   * When the last message went by it.
   */
  lastOutboundAt?: string
  /**
   * Why the last message by it was not sent.
   */
  lastError?: string
  /**
   * When it was made.
   */
  createdAt: string
}
export interface CustomChannelUpdate {
  name?: string
  /**
   * Where messages to customers are posted.
   */
  callbackUrl?: string | null
  /**
   * What the tickets' `source` says; `custom` when left out.
   */
  source?: "custom" | "discord" | "instagram" | "twitter" | "whatsapp"
  /**
   * `false`: nothing comes in or goes out. `true` also clears the state `error`.
   */
  enabled?: boolean
}
export interface CustomChannelCreate {
  name: string
  /**
   * Where messages to customers are posted: https, to a public address. Without it nothing is sent.
   */
  callbackUrl?: string
  /**
   * What the tickets' `source` says; `custom` when left out.
   */
  source?: "custom" | "discord" | "instagram" | "twitter" | "whatsapp"
  /**
   * A secret of your own; made when left out.
   */
  secret?: string
  /**
   * false: nothing comes in or is sent by it.
   */
  enabled?: boolean
}
export interface SmsPreviewResult {
  /**
   * Messages that it is split into: one up to 1,600 characters, four at most.
   */
  parts: number
  /**
   * What carriers charge for, in all parts together.
   */
  segments: number
  /**
   * `gsm7`: 160 characters in one segment, 153 in each of several. `ucs2`, as soon as one character of a part is not in GSM's alphabet: 70 and 67.
   */
  encoding: "gsm7" | "ucs2"
  /**
   * It takes more than four parts: its beginning is sent as one, with a link to the portal.
   */
  shortened: boolean
}
export interface SmsPreview {
  /**
   * What is to be sent, without files.
   */
  text: string
}
export interface SmsTestResult {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  /**
   * Twilio's id of the message.
   */
  messageId: string
  /**
   * Whether Twilio sends what comes in to `inboundUrl`, for the number or its messaging service; `unknown`: it did not say, or nothing comes in by a sender's name.
   */
  webhook: "here" | "elsewhere" | "unknown"
}
export interface SmsTest {
  /**
   * Who it is to.
   */
  to: string
}
/**
 * A telephone number by which a brand exchanges text messages.
 */
export interface SmsNumber {
  /**
   * Id that starts with num_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  number: string
  /**
   * More values may come.
   */
  provider: "twilio" | (string & {})
  /**
   * It is a sender's name, to which nobody can answer.
   */
  oneWay: boolean
  accountSid: string
  messagingServiceSid?: string
  apiKeySid?: string
  reopenHours: number
  mms: boolean
  hourlyLimit: number
  dailyLimit: number
  destinations?: string[]
  /**
   * false: nothing comes in or is sent by it.
   */
  enabled: boolean
  /**
   * Where it stands. More values may come.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * Where Twilio must send messages that come in, by POST.
   */
  inboundUrl: string
  /**
   * Where Twilio says what became of messages; sent along with each.
   */
  statusUrl: string
  /**
   * When the last message came by it.
   */
  lastInboundAt?: string
  /**
   * When the last message went by it.
   */
  lastOutboundAt?: string
  /**
   * Why the last message by it was not sent.
   */
  lastError?: string
  /**
   * When it was made.
   */
  createdAt: string
}
export interface SmsNumberUpdate {
  /**
   * Of the account that has the number now; another one comes with its `authToken`.
   */
  accountSid?: string
  /**
   * The account's auth token: it signs what Twilio sends, and opens its API. Never returned.
   */
  authToken?: string
  /**
   * `null`: requests are made with the auth token again.
   */
  apiKey?: {
    sid: string
    secret: string
  } | null
  messagingServiceSid?: string | null
  /**
   * Hours after its end within which a text message opens a closed ticket again, whatever `closedReply` of the brand says; later ones begin a new ticket that follows it up. 168 when left out.
   */
  reopenHours?: number
  /**
   * The number sends pictures; `false`: they are links in the text, as other files are. `true` when left out.
   */
  mms?: boolean
  /**
   * Texts to one customer within an hour. What would be more waits, and its delivery says so. 10 when left out.
   */
  hourlyLimit?: number
  /**
   * Texts by this number within 24 hours, likewise. 1,000 when left out.
   */
  dailyLimit?: number
  destinations?: string[] | null
  /**
   * `false`: nothing comes in or goes out. `true` also clears the states `error` and `needs_reauth`.
   */
  enabled?: boolean
}
export interface SmsNumberCreate {
  /**
   * In E.164 form; or the name of a sender (alphanumeric sender ID), whom nobody can answer: what is sent by it ends with a link to the portal.
   */
  number: string
  provider: "twilio"
  /**
   * Of the Twilio account, or sub-account, that has the number.
   */
  accountSid: string
  /**
   * The account's auth token: it signs what Twilio sends, and opens its API. Never returned.
   */
  authToken: string
  /**
   * An API key of the account, with which requests are made and media is fetched instead of the auth token. Its secret is never returned.
   */
  apiKey?: {
    sid: string
    secret: string
  }
  /**
   * The messaging service that the number belongs to: its messages are sent by that.
   */
  messagingServiceSid?: string
  /**
   * Hours after its end within which a text message opens a closed ticket again, whatever `closedReply` of the brand says; later ones begin a new ticket that follows it up. 168 when left out.
   */
  reopenHours?: number
  /**
   * The number sends pictures; `false`: they are links in the text, as other files are. `true` when left out.
   */
  mms?: boolean
  /**
   * Texts to one customer within an hour. What would be more waits, and its delivery says so. 10 when left out.
   */
  hourlyLimit?: number
  /**
   * Texts by this number within 24 hours, likewise. 1,000 when left out.
   */
  dailyLimit?: number
  /**
   * Beginnings of the telephone numbers that may be written to, such as `+1`. All, when left out.
   *
   * @maxItems 250
   */
  destinations?: string[]
  /**
   * false: nothing comes in or is sent by it.
   */
  enabled?: boolean
}
export interface SlackManifest {
  /**
   * YAML, to be pasted where Slack asks for an app's manifest.
   */
  manifest: string
}
/**
 * A Slack app of the brand's own, beside the one that the server's operator has registered.
 */
export interface SlackApp {
  /**
   * Id that starts with app_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  name: string
  clientId?: string
  /**
   * With `clientId`: workspaces can be connected by it.
   */
  hasClientSecret: boolean
  /**
   * Slack can reach it at `eventsUrl`.
   */
  hasSigningSecret: boolean
  /**
   * It is heard over sockets.
   */
  hasAppToken: boolean
  /**
   * Where Slack must send events, commands and interactions of this app.
   */
  eventsUrl: string
  /**
   * Where Slack must send browsers back to.
   */
  redirectUrl: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface SlackAppUpdate {
  /**
   * What people know it by here.
   */
  name?: string
  /**
   * Once: an app with another client id is another app.
   */
  clientId?: string
  /**
   * With the client id: workspaces are connected by it, and their tokens renewed. Never returned.
   */
  clientSecret?: string
  /**
   * Requests that are signed with it are Slack's. Without it `eventsUrl` does not exist. Never returned.
   */
  signingSecret?: string
  /**
   * `null`: its sockets are closed, and it is heard by `eventsUrl` alone.
   */
  appToken?: string | null
}
export interface SlackAppCreate {
  /**
   * What people know it by here.
   */
  name: string
  /**
   * Slack shows it under Basic Information, as the two secrets.
   */
  clientId?: string
  /**
   * With the client id: workspaces are connected by it, and their tokens renewed. Never returned.
   */
  clientSecret?: string
  /**
   * Requests that are signed with it are Slack's. Without it `eventsUrl` does not exist. Never returned.
   */
  signingSecret?: string
  /**
   * App-level token with `connections:write`: events come over sockets that this server opens. Never returned.
   */
  appToken?: string
}
export interface SlackTestResult {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  /**
   * Channel and time stamp of the message at Slack.
   */
  messageId: string
}
export interface SlackTest {
  channelId: string
}
/**
 * A Slack workspace that a brand is reached in.
 */
export interface SlackInstallation {
  /**
   * Id that starts with ins_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Left out where the app is installed in a whole enterprise.
   */
  teamId?: string
  enterpriseId?: string
  teamName: string
  botUserId: string
  /**
   * The brand's own app that it has let in; else the server's.
   */
  appId?: string
  /**
   * `needs_reauth`: Slack refuses the app's token, so that the workspace has to be connected again. `uninstalled`: the app was removed there. More values may come.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | "uninstalled" | (string & {})
  channels: SlackInstallationChannel[]
  /**
   * What emoji mean below a message, by their names: to `open` a ticket, to `assign` it to who reacts, to `resolve` it. `ticket`, `eyes` and `white_check_mark` unless it is set.
   */
  reactions?: {
    [k: string]: "open" | "assign" | "resolve"
  }
  /**
   * What the workspace does not allow the app, and what therefore does not work.
   */
  missingScopes?: string[]
  /**
   * When the last message came by it.
   */
  lastInboundAt?: string
  /**
   * When the last message went by it.
   */
  lastOutboundAt?: string
  /**
   * What went wrong last.
   */
  lastError?: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface SlackInstallationChannel {
  channelId: string
  /**
   * `customer`: who writes there is a customer, and public comments of agents are posted into the thread. `agent`: the team's own channel, in which nothing becomes a ticket by itself; with one, members of the team act in the workspace with their own rights.
   */
  role: "customer" | "agent"
  /**
   * What opens a ticket: `every_message` that is no answer, a `mention` of the app, or neither (`shortcut`). The reaction `:ticket:` does everywhere.
   */
  trigger: "every_message" | "mention" | "shortcut"
  /**
   * Of role `agent` alone: whether every ticket of the brand has a thread there. `off`; `alerts`: to be read; `notes`: what members of the team answer is an internal note; `replies`: unless it begins with `!reply`, and then the customer gets it.
   */
  mirror?: "off" | "alerts" | "notes" | "replies"
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId?: string
  /**
   * What it is called in Slack, once that was told.
   */
  name?: string
  /**
   * It is archived, or the app is not in it any more: nothing is sent there. More values may come.
   */
  state?: "archived" | "left" | (string & {})
}
export interface SlackInstallationUpdate {
  /**
   * Takes the place of all there were.
   *
   * @maxItems 500
   */
  channels?: SlackChannel[]
  /**
   * `null`: what is usual.
   */
  reactions?: {
    [k: string]: "open" | "assign" | "resolve"
  } | null
  /**
   * `false`: nothing comes in or goes out by it.
   */
  enabled?: boolean
}
interface SlackChannelMembers {
  channelId: string
  /**
   * `customer`: who writes there is a customer, and public comments of agents are posted into the thread. `agent`: the team's own channel, in which nothing becomes a ticket by itself; with one, members of the team act in the workspace with their own rights.
   */
  role: "customer" | "agent"
  /**
   * What opens a ticket: `every_message` that is no answer, a `mention` of the app, or neither (`shortcut`). The reaction `:ticket:` does everywhere.
   */
  trigger: "every_message" | "mention" | "shortcut"
  /**
   * Of role `agent` alone: whether every ticket of the brand has a thread there. `off`; `alerts`: to be read; `notes`: what members of the team answer is an internal note; `replies`: unless it begins with `!reply`, and then the customer gets it.
   */
  mirror?: "off" | "alerts" | "notes" | "replies"
  /**
   * Another brand whose channel it is: its tickets are opened there, or mirrored.
   */
  brandId?: string
}
export interface SlackInstallUrl {
  url: string
  /**
   * When it ends.
   */
  expiresAt: string
}
export interface SlackInstallUrlCreate {
  /**
   * Where the browser comes out at the end: a page of this server, or of an origin that may act for sessions.
   */
  redirectUrl?: string
  /**
   * The brand's own app that the workspace is to let in; the server's, when it is left out.
   */
  appId?: string
}
export interface DomainCheck {
  /**
   * Proved to be the brand's.
   */
  verified: boolean
  /**
   * What is missing, or that DNS gave no answer.
   */
  error?: string
  /**
   * The DNS records that it should have.
   */
  records: DomainRecord[]
}
/**
 * A DNS record that the domain should have.
 */
export interface DomainRecord {
  /**
   * More values may come.
   */
  type: "MX" | "TXT" | "CNAME" | (string & {})
  /**
   * Fully qualified.
   */
  name: string
  /**
   * As zone files have it: a text of more than 255 bytes is several quoted strings, which are one text.
   */
  value: string
  priority?: number
  /**
   * `ownership` and `mx`, or `ownership` and the `dkim` of the key that signs, are needed; `bounce`, `spf` and `dmarc` are advice. More values may come.
   */
  purpose: "ownership" | "mx" | "spf" | "dkim" | "dmarc" | "bounce" | (string & {})
  /**
   * `pending`: nothing is there yet. `failed`: something else is there, or it is gone. More values may come.
   */
  status: "pending" | "verified" | "failed" | (string & {})
  /**
   * What the last check found.
   */
  found?: string
}
/**
 * A domain that takes mail here, or that mail is sent from.
 */
export interface EmailDomain {
  /**
   * Id that starts with dom_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  domain: string
  type: "INBOUND" | "OUTBOUND"
  /**
   * Proved to be the brand's.
   */
  verified: boolean
  /**
   * What mail goes by that has no other way.
   */
  isPrimary: boolean
  /**
   * The DNS records that it should have.
   */
  records: DomainRecord[]
  /**
   * `SINGLE`: answers come from `fromEmail`. `MATCH`: from the address that the customer wrote to.
   */
  replyMode: "SINGLE" | "MATCH"
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName: string | null
  /**
   * Usual sender.
   */
  fromEmail: string | null
  /**
   * When that was proved.
   */
  verifiedAt: string | null
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface DomainUpdate {
  /**
   * What it is; it cannot be changed.
   */
  domain?: string
  /**
   * What it is; it cannot be changed.
   */
  type?: "INBOUND" | "OUTBOUND"
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName?: string | null
  /**
   * Usual sender.
   */
  fromEmail?: string | null
  /**
   * Answers to who wrote to an address on the domain are from that address (MATCH), or from `fromEmail` (SINGLE). MATCH when left out.
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * Of the domains of one type at most one is; the first one unless told otherwise.
   */
  isPrimary?: boolean
}
export interface DomainCreate {
  domain: string
  /**
   * INBOUND: its mail comes here. OUTBOUND: mail is sent from it.
   */
  type: "INBOUND" | "OUTBOUND"
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName?: string
  /**
   * An address on the domain.
   */
  fromEmail?: string
  /**
   * Answers to who wrote to an address on the domain are from that address (MATCH), or from `fromEmail` (SINGLE). MATCH when left out.
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * Of the domains of one type at most one is; the first one unless told otherwise.
   */
  isPrimary?: boolean
}
/**
 * The mail is on its way.
 */
export interface AddressTestResult {
  /**
   * Always true: what failed answers an error.
   */
  success: true
  /**
   * Id that starts with msg_.
   */
  messageId: string
}
export interface AddressTest {
  /**
   * Who gets the mail.
   */
  to: string
}
export interface Verified {
  /**
   * Proved to be the brand's.
   */
  verified: boolean
}
export interface AddressVerify {
  code?: string
}
/**
 * An address that customers write to.
 */
export interface Address {
  /**
   * Id that starts with adr_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  address: string
  kind: "system" | "alias" | "domain" | "forwarded"
  /**
   * Mail to it is the brand's, and mail may be from it.
   */
  verified: boolean
  /**
   * What mail goes by that has no other way.
   */
  isPrimary: boolean
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName?: string
  /**
   * When the last message came by it.
   */
  lastInboundAt?: string
  /**
   * When it was made.
   */
  createdAt: string
}
export interface AddressUpdate {
  /**
   * What it is; it cannot be changed.
   */
  address?: string
  /**
   * What it is; it cannot be changed.
   */
  kind?: "system" | "alias" | "domain" | "forwarded"
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName?: string | null
  /**
   * One of the addresses is; `true` moves it here.
   */
  isPrimary?: boolean
}
export interface AddressCreate {
  address: string
  /**
   * `alias`: a name on the installation's own domain. `domain`: on a verified INBOUND domain of the brand; the local part `*` takes what no other address of that domain takes. `forwarded`: a mailbox elsewhere that forwards to the brand's `inboundEmail`; it has to be verified.
   */
  kind: "alias" | "domain" | "forwarded"
  /**
   * Name in mail from this address; the brand's when left out.
   */
  fromName?: string
  /**
   * One of the addresses is; `true` moves it here.
   */
  isPrimary?: boolean
}
/**
 * A way in and out of a brand.
 */
export interface Channel {
  /**
   * More values may come.
   */
  kind: "email" | "chat" | "sms" | "custom" | (string & {})
  id: string
  /**
   * What it is known by, such as its address.
   */
  name: string
  /**
   * Where it stands. More values may come.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * When the last message came by it.
   */
  lastInboundAt?: string
  /**
   * When the last message went by it.
   */
  lastOutboundAt?: string
  /**
   * Messages that wait to be sent by it; not of addresses.
   */
  backlog?: number
  /**
   * Times that it worked again after it had failed; not of addresses.
   */
  restarts?: number
  /**
   * Why it does not work, or why the last message by it was not sent.
   */
  lastError?: string
}
/**
 * A workspace under the account, with its own queue and settings.
 */
export interface Brand {
  /**
   * Id that starts with br_.
   */
  id: string
  /**
   * The account that it belongs to. Id that starts with acct_.
   */
  accountId: string
  /**
   * false in test mode.
   */
  livemode: boolean
  name: string
  /**
   * Short name in addresses, unique in the account.
   */
  slug: string
  /**
   * Stands before ticket numbers, as in ACME-1042.
   */
  ticketPrefix: string
  /**
   * Number of the next ticket.
   */
  nextTicketNumber: number
  url?: string
  /**
   * Address of a small square picture.
   */
  iconUrl?: string
  /**
   * Address of the logo.
   */
  logoUrl?: string
  color?: string
  /**
   * A free JSON object for your own programs.
   */
  settings?: Record<string, unknown>
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * A free JSON object that describes `customFields`; nothing is checked by it.
   */
  ticketSchema?: Record<string, unknown>
  fieldDefinitions?: FieldDefinitions
  /**
   * Mail to this address opens tickets; it works without set-up.
   */
  inboundEmail: string
  /**
   * Whether mail to the brand is taken.
   */
  inboundEmailEnabled: boolean
  /**
   * Whether customers are told that what they wrote by mail or in the portal has arrived.
   */
  autoresponseEnabled: boolean
  /**
   * Subject of that mail, with placeholders.
   */
  autoresponseSubject?: string
  /**
   * Text of that mail, with placeholders.
   */
  autoresponseBody?: string
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName?: string
  /**
   * Usual sender.
   */
  fromEmail?: string
  /**
   * `SINGLE`: answers come from `fromEmail`. `MATCH`: from the address that the customer wrote to.
   */
  replyMode: "SINGLE" | "MATCH"
  /**
   * What becomes of mail that is spam by its looks: a marked ticket, or a refusal.
   */
  inboundSpam: "mark" | "reject"
  /**
   * Addresses of contact forms: mail from them is from whom `Reply-To` names.
   */
  contactFormSenders: string[]
  /**
   * Web origins that may use portal tokens of this brand.
   */
  portalOrigins: string[]
  /**
   * Status of a ticket after a public reply of an agent.
   */
  replyStatus: "keep" | "pending" | "resolved"
  /**
   * What a message on a closed ticket does: reopen it, open a follow-up, or reopen it within the window.
   */
  closedReply: "reopen" | "follow_up" | "window"
  /**
   * Days of the window.
   */
  closedReplyWindowDays: number
  /**
   * Whether a ticket that is reopened keeps its assignee.
   */
  assigneeOnReopen: "keep" | "unassign"
  /**
   * Text messages that all numbers of the brand send within 24 hours at most.
   */
  smsDailyLimit: number
  /**
   * A question for their address that new customers are sent by text message.
   */
  smsEmailPrompt?: string
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * When it was deleted; it can be restored for 30 days from then. Left out of brands that are there.
   */
  deletedAt?: string
  /**
   * True where `settings`, `metadata`, `ticketSchema`, `fieldDefinitions` and `autoresponseBody` are left out: a list has the first 16 MiB of these. Get the brand for all of it.
   */
  detailsTruncated?: boolean
}
export interface FieldDefinitions {
  ticket: FieldDefinition[]
  customer: FieldDefinition[]
  company: FieldDefinition[]
}
/**
 * What deleting the brand would take with it.
 */
export interface BrandContents {
  /**
   * Tickets that would go.
   */
  ticketCount: number
  /**
   * Webhooks that would go.
   */
  webhookCount: number
  /**
   * Categories that would go.
   */
  categoryCount: number
  /**
   * Tags that would go.
   */
  tagCount: number
  /**
   * Customers that would go.
   */
  customerCount: number
}
export interface BrandUpdate {
  name?: string
  /**
   * Short name in addresses, unique in the account; made from the name when left out, with a number if another brand has that.
   */
  slug?: string
  /**
   * Stands before ticket numbers, as in ACME-1042; the initials of the name when left out.
   */
  ticketPrefix?: string
  /**
   * Number of the next ticket; never lower than it is.
   */
  ticketNumberStart?: number
  url?: string | null
  /**
   * Address of a small square picture.
   */
  iconUrl?: string | null
  /**
   * Address of the logo.
   */
  logoUrl?: string | null
  color?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  settings?: Record<string, unknown> | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * Any JSON object, replaced as a whole.
   */
  ticketSchema?: Record<string, unknown> | null
  /**
   * Whether mail to the brand is taken; true to begin with.
   */
  inboundEmailEnabled?: boolean
  /**
   * Whether customers are told that what they wrote by mail or in the portal has arrived; false to begin with.
   */
  autoresponseEnabled?: boolean
  /**
   * Replaces {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}}.
   */
  autoresponseSubject?: string | null
  /**
   * Replaces {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}}.
   */
  autoresponseBody?: string | null
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName?: string | null
  /**
   * Usual sender, on a verified OUTBOUND domain of the brand.
   */
  fromEmail?: string | null
  /**
   * SINGLE: always send from `fromEmail`. MATCH: from the address that the customer wrote to.
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * Mail whose sender's domain disowns it (DMARC), or that a trusted relay calls spam. mark: a ticket that is marked as spam. reject: refused with 554 while the sender is connected.
   */
  inboundSpam?: "mark" | "reject"
  /**
   * Addresses of contact forms: mail from them is from whom `Reply-To` names, unless it fails DMARC.
   *
   * @maxItems 20
   */
  contactFormSenders?: string[]
  /**
   * Web origins that may use portal tokens of this brand.
   *
   * @maxItems 50
   */
  portalOrigins?: string[]
  /**
   * Status of a ticket after a public reply of an agent.
   */
  replyStatus?: "keep" | "pending" | "resolved"
  /**
   * What a message on a closed ticket does: reopen it, open a follow-up, or reopen within the window.
   */
  closedReply?: "reopen" | "follow_up" | "window"
  /**
   * Days of the window.
   */
  closedReplyWindowDays?: number
  /**
   * Whether a ticket that is reopened keeps its assignee.
   */
  assigneeOnReopen?: "keep" | "unassign"
  /**
   * Text messages that go out by all numbers of the brand together within 24 hours; 5,000 to begin with. What would be more waits, and its delivery says so.
   */
  smsDailyLimit?: number
  /**
   * A question for their e-mail address, which customers who write by text message for the first time are sent once, as a text message. Nobody is asked when it is left out.
   */
  smsEmailPrompt?: string | null
}
export interface BrandCreate {
  name: string
  /**
   * Short name in addresses, unique in the account; made from the name when left out, with a number if another brand has that.
   */
  slug?: string
  /**
   * Stands before ticket numbers, as in ACME-1042; the initials of the name when left out.
   */
  ticketPrefix?: string
  /**
   * Number of the next ticket; never lower than it is.
   */
  ticketNumberStart?: number
  url?: string | null
  /**
   * Address of a small square picture.
   */
  iconUrl?: string | null
  /**
   * Address of the logo.
   */
  logoUrl?: string | null
  color?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  settings?: Record<string, unknown> | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * Any JSON object, replaced as a whole.
   */
  ticketSchema?: Record<string, unknown> | null
  /**
   * Whether mail to the brand is taken; true to begin with.
   */
  inboundEmailEnabled?: boolean
  /**
   * Whether customers are told that what they wrote by mail or in the portal has arrived; false to begin with.
   */
  autoresponseEnabled?: boolean
  /**
   * Replaces {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}}.
   */
  autoresponseSubject?: string | null
  /**
   * Replaces {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}}.
   */
  autoresponseBody?: string | null
  /**
   * Name over mail to customers; the brand's when left out.
   */
  fromName?: string | null
  /**
   * Usual sender, on a verified OUTBOUND domain of the brand.
   */
  fromEmail?: string | null
  /**
   * SINGLE: always send from `fromEmail`. MATCH: from the address that the customer wrote to.
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * Mail whose sender's domain disowns it (DMARC), or that a trusted relay calls spam. mark: a ticket that is marked as spam. reject: refused with 554 while the sender is connected.
   */
  inboundSpam?: "mark" | "reject"
  /**
   * Addresses of contact forms: mail from them is from whom `Reply-To` names, unless it fails DMARC.
   *
   * @maxItems 20
   */
  contactFormSenders?: string[]
  /**
   * Web origins that may use portal tokens of this brand.
   *
   * @maxItems 50
   */
  portalOrigins?: string[]
  /**
   * Status of a ticket after a public reply of an agent.
   */
  replyStatus?: "keep" | "pending" | "resolved"
  /**
   * What a message on a closed ticket does: reopen it, open a follow-up, or reopen within the window.
   */
  closedReply?: "reopen" | "follow_up" | "window"
  /**
   * Days of the window.
   */
  closedReplyWindowDays?: number
  /**
   * Whether a ticket that is reopened keeps its assignee.
   */
  assigneeOnReopen?: "keep" | "unassign"
  /**
   * Text messages that go out by all numbers of the brand together within 24 hours; 5,000 to begin with. What would be more waits, and its delivery says so.
   */
  smsDailyLimit?: number
  /**
   * A question for their e-mail address, which customers who write by text message for the first time are sent once, as a text message. Nobody is asked when it is left out.
   */
  smsEmailPrompt?: string | null
}
export interface FieldDefinitionUpdate {
  /**
   * What is written over the input.
   */
  label?: string
  /**
   * A hint for forms; nothing is refused for it.
   */
  required?: boolean
  /**
   * What the input holds to begin with.
   */
  defaultValue?: unknown
  description?: string | null
  /**
   * What is shown in an empty input.
   */
  placeholder?: string | null
  /**
   * What a select or multiselect offers: at least one for these, and each once.
   */
  options?: string[] | null
  /**
   * Sets `showOnCreate`, `showInTable` and `showInDetail` at once; one that is sent beside it wins.
   */
  visible?: boolean
  /**
   * Asked for when a ticket is opened.
   */
  showOnCreate?: boolean
  /**
   * Shown as a column of lists.
   */
  showInTable?: boolean
  /**
   * Shown beside the record.
   */
  showInDetail?: boolean
  /**
   * Behind all others when left out.
   */
  sortOrder?: number
  /**
   * Where the definition comes from, in your own words.
   */
  source?: string | null
}
export interface FieldOrder {
  /**
   * All fields of the entity, each once.
   *
   * @maxItems 200
   */
  keys: string[]
}
interface FieldDefinitionCreateMembers {
  /**
   * Member of `customFields`; unique among the fields of its entity.
   */
  key: string
  /**
   * What is written over the input.
   */
  label: string
  /**
   * The kind of input; never changes.
   */
  type: "text" | "number" | "boolean" | "date" | "select" | "multiselect" | "url" | "array" | "object"
  /**
   * A hint for forms; nothing is refused for it.
   */
  required?: boolean
  /**
   * What the input holds to begin with.
   */
  defaultValue?: unknown
  description?: string | null
  /**
   * What is shown in an empty input.
   */
  placeholder?: string | null
  /**
   * What a select or multiselect offers: at least one for these, and each once.
   */
  options?: string[] | null
  /**
   * Sets `showOnCreate`, `showInTable` and `showInDetail` at once; one that is sent beside it wins.
   */
  visible?: boolean
  /**
   * Asked for when a ticket is opened.
   */
  showOnCreate?: boolean
  /**
   * Shown as a column of lists.
   */
  showInTable?: boolean
  /**
   * Shown beside the record.
   */
  showInDetail?: boolean
  /**
   * Behind all others when left out.
   */
  sortOrder?: number
  /**
   * Where the definition comes from, in your own words.
   */
  source?: string | null
}
export interface Status {
  /**
   * Id that starts with sts_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * What `status` of a ticket says; never changes.
   */
  key: string
  /**
   * What it comes to; see `statusCategory` of tickets.
   */
  category: "open" | "pending" | "resolved" | "closed"
  name: string
  /**
   * What customers read; the name when nobody chose another.
   */
  customerName: string
  color: string
  description?: string
  /**
   * One of the four that are always there: `open`, `pending`, `resolved`, `closed`.
   */
  isSystem: boolean
  /**
   * The status of new tickets; one of a brand is.
   */
  isDefault: boolean
  /**
   * false: retired. Tickets that have it keep it.
   */
  isActive: boolean
  /**
   * Its place in the list, from 0.
   */
  sortOrder: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface StatusUpdate {
  name?: string
  /**
   * Never of a system status, and never to closed. Tickets in the status, at most 20,000, follow it without events.
   */
  category?: "open" | "pending" | "resolved" | "closed"
  /**
   * Whether tickets can enter it.
   */
  isActive?: boolean
  /**
   * What the portal shows; the name, and changes with it, until it is given.
   */
  customerName?: string
  /**
   * The colour of the category's system status when left out.
   */
  color?: string
  description?: string | null
  /**
   * Behind all others when left out.
   */
  sortOrder?: number
  /**
   * Where tickets start and customers' replies lead back to: one per brand, in the category open.
   */
  isDefault?: boolean
}
export interface StatusOrder {
  /**
   * All active statuses of the brand, each once; inactive ones that are left out come last.
   *
   * @maxItems 50
   */
  statusIds: string[]
}
export interface StatusCreate {
  name: string
  /**
   * What it comes to; see `statusCategory` of tickets.
   */
  category: "open" | "pending" | "resolved"
  /**
   * What tickets and filters name it by, unique in the brand; made from the name when left out. It never changes, and cannot be `active` or `all`.
   */
  key?: string
  /**
   * What the portal shows; the name, and changes with it, until it is given.
   */
  customerName?: string
  /**
   * The colour of the category's system status when left out.
   */
  color?: string
  description?: string | null
  /**
   * Behind all others when left out.
   */
  sortOrder?: number
  /**
   * Where tickets start and customers' replies lead back to: one per brand, in the category open.
   */
  isDefault?: boolean
}
export interface Category {
  /**
   * Id that starts with cat_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  name: string
  color: string
  description?: string
  /**
   * Its place in the list, from 0.
   */
  sortOrder: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface CategoryUpdate {
  /**
   * Unique in the brand, whatever its case.
   */
  name?: string
  /**
   * `#6366f1` when left out.
   */
  color?: string
  description?: string | null
  /**
   * Behind all others when left out.
   */
  sortOrder?: number
}
export interface CategoryOrder {
  /**
   * All categories of the brand, each once.
   *
   * @maxItems 500
   */
  categoryIds: string[]
}
export interface CategoryCreate {
  /**
   * Unique in the brand, whatever its case.
   */
  name: string
  /**
   * `#6366f1` when left out.
   */
  color?: string
  description?: string | null
  /**
   * Behind all others when left out.
   */
  sortOrder?: number
}
/**
 * Where customers of a brand work.
 */
export interface CompanyDetail {
  /**
   * Id that starts with com_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  name: string
  domain?: string
  /**
   * Your own id of it.
   */
  externalId?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * On reads.
   */
  _count?: {
    customers: number
  }
  /**
   * On single reads: the newest 100. `companyId` of the list of customers shows all.
   */
  customers?: Customer[]
}
/**
 * A person who writes to one brand.
 */
export interface Customer {
  /**
   * Id that starts with cus_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  email: string
  /**
   * true: `email` stands for somebody who has none, and gets no mail.
   */
  emailIsPlaceholder?: boolean
  name?: string
  /**
   * Address of a picture.
   */
  avatarUrl?: string
  /**
   * In E.164 form, such as +15550100.
   */
  phone?: string
  /**
   * The company that they work for. Id that starts with com_.
   */
  companyId?: string
  company?: Company
  /**
   * Your own id of it.
   */
  externalId?: string
  /**
   * What they are known by on channels: `{channel, address}`.
   */
  identities?: {
    channel: string
    address: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * false: gets no mail at all.
   */
  notifyEmail: boolean
  /**
   * true: what they write is filed as spam.
   */
  isBlocked: boolean
  /**
   * When a mail system said that there is no such mailbox: nothing is mailed there for 60 days, or until the person writes, or `notifyEmail` is set to true.
   */
  emailBouncedAt?: string
  /**
   * How many records belong to it.
   */
  _count?: {
    tickets: number
  }
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface Company {
  /**
   * Id that starts with com_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  name: string
  domain?: string
  /**
   * Your own id of it.
   */
  externalId?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface CompanyUpdate {
  name?: string
  /**
   * Mail domain, in one company of the brand only. Customers who are new and have it are linked to the company; customers who are there already are not.
   */
  domain?: string | null
  /**
   * Your own id of the company.
   */
  externalId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
}
export interface CompanyCreate {
  name: string
  /**
   * Mail domain, in one company of the brand only. Customers who are new and have it are linked to the company; customers who are there already are not.
   */
  domain?: string | null
  /**
   * Your own id of the company.
   */
  externalId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
}
export interface Tag {
  /**
   * Id that starts with tag_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  name: string
  color: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface TagMerge {
  /**
   * 1 to 100 other tags of the brand, which disappear.
   *
   * @minItems 1
   * @maxItems 100
   */
  sourceTagIds: string[]
}
export interface TagUpdate {
  /**
   * Unique in the brand, whatever its case.
   */
  name?: string
  color?: string
}
export interface TagCreate {
  /**
   * Unique in the brand, whatever its case.
   */
  name: string
  /**
   * `#6366f1` when left out.
   */
  color?: string
}
/**
 * A member of the team who is at a ticket.
 */
export interface Presence {
  /**
   * Id that starts with mem_.
   */
  memberId: string
  name: string
  state: "viewing" | "replying"
  /**
   * When they said so last.
   */
  seenAt: string
}
export interface PresenceInput {
  /**
   * `viewing`: it is open before them; `replying`: they write an answer.
   */
  state: "viewing" | "replying"
}
/**
 * Someone who is told of what happens to a ticket.
 */
export interface Watcher {
  /**
   * Id that starts with wat_.
   */
  id: string
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * A member's id, or `custom_` and the e-mail address.
   */
  memberId: string
  memberEmail: string
  memberName: string | null
  /**
   * Id of the member or API key who added it.
   */
  addedBy: string | null
  /**
   * When it was added.
   */
  addedAt: string
  /**
   * Told of comments.
   */
  notifyOnComment: boolean
  /**
   * Told of another status.
   */
  notifyOnStatusChange: boolean
}
export interface WatcherUpdate {
  /**
   * Told of comments.
   */
  notifyOnComment?: boolean
  /**
   * Told of another status.
   */
  notifyOnStatusChange?: boolean
}
export interface WatcherCreate {
  /**
   * An active member who can see the brand, or `custom_` followed by `memberEmail`.
   */
  memberId: string
  /**
   * Where they are told; a member is told at their own address, whatever is sent.
   */
  memberEmail: string
  memberName?: string | null
  /**
   * Told of comments; true when left out.
   */
  notifyOnComment?: boolean
  /**
   * Told of another status; true when left out.
   */
  notifyOnStatusChange?: boolean
}
/**
 * How an answer to a ticket would go to its customer now.
 */
export interface ReplyWay {
  /**
   * Left out where nothing is sent: no way leads to the customer. More values may come.
   */
  channel?: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * Who it is to.
   */
  to?: string
  from?: ReplySender
  /**
   * Other addresses of the brand that can send it: name one as `connectionId` of the comment.
   */
  senders: ReplySender[]
  /**
   * Why it would not be sent.
   */
  refusal?: string
}
/**
 * Whom customers see as the sender.
 */
export interface ReplySender {
  /**
   * An address of the brand (`adr_…`), or the connection of another channel; none of the installation's own.
   */
  connectionId?: string
  name: string
  /**
   * Of mail.
   */
  address?: string
}
/**
 * What erasing a customer takes.
 */
export interface CustomerErasure {
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  /**
   * Tickets that stay, without what the customer wrote.
   */
  ticketCount: number
  /**
   * Comments of the customer on them.
   */
  commentCount: number
  /**
   * Files that came with their tickets and comments.
   */
  attachmentCount: number
  /**
   * null: nothing was erased, and this is what it would take.
   */
  erasedAt: string | null
}
export interface CustomerMerge {
  /**
   * 1 to 25 customers of the same brand, in this order. Those already merged here are skipped.
   *
   * @minItems 1
   * @maxItems 25
   */
  sourceCustomerIds: string[]
}
export interface CustomerUpdate {
  email?: string
  name?: string | null
  /**
   * Address of a picture.
   */
  avatarUrl?: string | null
  /**
   * In E.164 form; no two customers of a brand have the same.
   */
  phone?: string | null
  /**
   * A company of the brand. Whoever is new without it is linked to the one that has their mail domain; null is none.
   */
  companyId?: string | null
  /**
   * Your own id of the person; unique in the brand.
   */
  externalId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * false: no mail at all. true also ends the rest after mail that came back (`emailBouncedAt`).
   */
  notifyEmail?: boolean
  /**
   * true: messages are filed as spam.
   */
  isBlocked?: boolean
}
interface CustomerCreateMembers {
  /**
   * Required, unless `phone` or `externalId` says who it is: whoever has no address gets no mail.
   */
  email?: string
  name?: string | null
  /**
   * Address of a picture.
   */
  avatarUrl?: string | null
  /**
   * In E.164 form; no two customers of a brand have the same.
   */
  phone?: string | null
  /**
   * A company of the brand. Whoever is new without it is linked to the one that has their mail domain; null is none.
   */
  companyId?: string | null
  /**
   * Your own id of the person; unique in the brand.
   */
  externalId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * false: no mail at all. true also ends the rest after mail that came back (`emailBouncedAt`).
   */
  notifyEmail?: boolean
  /**
   * true: messages are filed as spam.
   */
  isBlocked?: boolean
}
/**
 * A file and the address of its bytes.
 */
export interface AttachmentLink {
  /**
   * Id that starts with att_.
   */
  id: string
  /**
   * Left out while no ticket has the file.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  filename: string
  /**
   * Its media type, as declared.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * `PENDING`: announced; `FAILED`: its bytes did not come within 24 hours. More values may come.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * true on internal notes: hidden from the customer.
   */
  isInternal: boolean
  /**
   * true: a picture within a mail's text.
   */
  inline?: boolean
  /**
   * The Content-ID by which the mail's HTML names it.
   */
  contentId?: string
  /**
   * Who sent it, in the caller's own words.
   */
  uploadedBy?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * What the malware scanner says, where the server has one, once uploaded. Only a `clean` file is handed out then; a `blocked` one holds malware. More values may come.
   */
  scan?: "pending" | "clean" | "blocked" | (string & {})
  /**
   * Lower-case hex, once uploaded.
   */
  sha256?: string
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  attachment: Attachment
  /**
   * Good for whoever has it. Answers ranges. An address of this server shows images and PDF in place with `?inline=1`; one of the object store always downloads.
   */
  downloadUrl: string
  /**
   * Seconds for which the address is good.
   */
  expiresIn: number
  /**
   * When it ends.
   */
  expiresAt: string
}
export interface UploadTicket {
  /**
   * Id that starts with att_.
   */
  id: string
  /**
   * Id that starts with att_.
   */
  attachmentId: string
  attachment: Attachment
  /**
   * Send the bytes here by PUT, with `Content-Length` as `size` says and `Content-Type` as declared.
   */
  uploadUrl: string
  /**
   * How the bytes are sent.
   */
  method: "PUT"
  filename: string
  /**
   * Seconds for which the address is good.
   */
  expiresIn: number
  /**
   * When it ends.
   */
  expiresAt: string
}
export interface AttachmentCreate {
  filename: string
  /**
   * Its media type, as declared.
   */
  contentType: string
  /**
   * Bytes; above the limit of this installation (50 MiB unless set otherwise) the answer is 413.
   */
  size: number
  /**
   * Who sent it, in the caller's own words.
   */
  uploadedBy?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * Comment of the ticket that the file belongs to.
   */
  commentId?: string | null
}
/**
 * By id; null for ids that are no files the caller can see.
 */
export interface AttachmentUrls {
  [k: string]: {
    url: string
    filename: string
    contentType: string
  } | null
}
export interface AttachmentIds {
  /**
   * @minItems 1
   * @maxItems 100
   */
  ids: string[]
}
export interface PendingAttachmentCreate {
  filename: string
  /**
   * Its media type, as declared.
   */
  contentType: string
  /**
   * Bytes; above the limit of this installation (50 MiB unless set otherwise) the answer is 413.
   */
  size: number
  /**
   * Who sent it, in the caller's own words.
   */
  uploadedBy?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
}
/**
 * One message on a ticket; an internal one only the team sees.
 */
export interface Comment {
  /**
   * Id that starts with cmt_.
   */
  id: string
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * In text or Markdown.
   */
  body: string
  /**
   * True where `body` is only its beginning, and `links`, `metadata`, `sourceData` and `cc` are left out: a list has the newest 16 MiB of a conversation whole. Get the comment for all of it.
   */
  bodyTruncated?: boolean
  /**
   * `internal`: a note that only the team sees.
   */
  visibility: "public" | "internal"
  /**
   * true: the same as `visibility: internal`.
   */
  isInternal: boolean
  /**
   * Who wrote it: the customer, the team, or a program.
   */
  authorType: "CUSTOMER" | "AGENT" | "SYSTEM"
  /**
   * The member, customer or API key who wrote it, or what the caller said.
   */
  authorId?: string
  /**
   * Their name; customers read the brand's in place of a key's.
   */
  authorName?: string
  /**
   * The comment of the same ticket that it answers. Id that starts with cmt_.
   */
  parentId?: string
  /**
   * Addresses that belong to it.
   */
  links?: {
    /**
     * Where it leads.
     */
    url: string
    /**
     * What it is called.
     */
    title?: string
    /**
     * What it is, in the caller's own words.
     */
    type?: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The channel's own id of it.
   */
  sourceId?: string
  /**
   * What the channel told of it.
   */
  sourceData?: Record<string, unknown>
  /**
   * Who gets a copy of the mail.
   */
  cc?: string[]
  /**
   * true: a machine wrote it, such as an out-of-office reply.
   */
  isAutomated?: boolean
  /**
   * Its files.
   */
  attachments: Attachment[]
  /**
   * How far the messages came that carry it to the customer.
   */
  deliveries?: MessageDelivery[]
  /**
   * When it leaves at the earliest, where it was to wait: until then customers do not see it.
   */
  sendAt?: string
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * When its text was changed last; left out of what nobody changed.
   */
  editedAt?: string
  /**
   * When it was deleted; left out of what is there.
   */
  deletedAt?: string
}
/**
 * How far a message came that carries a comment.
 */
export interface MessageDelivery {
  /**
   * Id that starts with msg_.
   */
  messageId: string
  /**
   * By which way it goes, or came. More values may come.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * Who it is to.
   */
  to: string
  /**
   * `queued` until the next server has it, then `sent`; `delayed` while a mail system on its way tries on; `delivered`, `bounced` or `failed` once that is known. `suppressed`: not sent, because it must not be or because nothing here can send it. More values may come.
   */
  status: "queued" | "sent" | "delayed" | "delivered" | "failed" | "bounced" | "suppressed" | (string & {})
  /**
   * Of a text message that was sent: what carriers charge for, in all its parts together.
   */
  segments?: number
  /**
   * Why it was not sent or delivered.
   */
  error?: string
  /**
   * When it was changed last.
   */
  updatedAt: string
}
export interface CommentUpdate {
  /**
   * Empty or blank only where the comment has files.
   */
  body?: string
  /**
   * Addresses that belong to it.
   */
  links?:
    | (
        | string
        | {
            url: string
            title?: string | null
            type?: string | null
          }
      )[]
    | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * Refused: who sees a comment is fixed at its creation.
   */
  visibility?: undefined
  /**
   * Refused unless it says what the comment is: who sees it is fixed when it is created.
   */
  isInternal?: boolean
}
export interface CommentCreate {
  /**
   * In text or Markdown; empty or blank only with files.
   */
  body: string
  /**
   * `internal`: a note that only the team sees. `public` when left out.
   */
  visibility?: "public" | "internal"
  /**
   * true means the same as `visibility: internal`.
   */
  isInternal?: boolean
  /**
   * `AGENT` when left out; `CUSTOMER` acts like a reply of the customer.
   */
  authorType?: "CUSTOMER" | "AGENT" | "SYSTEM"
  /**
   * Who wrote it, in the terms of whoever calls. Without it and `authorName`, the id and name of the API key, or of the ticket's customer as `CUSTOMER`; members write as themselves.
   */
  authorId?: string | null
  /**
   * The name that customers read. A key's own name is not shown to them: then the brand speaks.
   */
  authorName?: string | null
  /**
   * Comment of the same ticket that this one answers.
   */
  parentId?: string | null
  /**
   * Addresses that belong to it.
   */
  links?:
    | (
        | string
        | {
            url: string
            title?: string | null
            type?: string | null
          }
      )[]
    | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * Channel that the comment came from; `api` when left out. Members write from the `web`.
   */
  source?: "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
  /**
   * The channel's own id of it.
   */
  sourceId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  sourceData?: Record<string, unknown> | null
  /**
   * Key of a status of category open, pending or resolved.
   */
  setStatus?: string
  /**
   * Address of the brand (`adr_…`) to send it from; the usual sender when left out.
   */
  connectionId?: string | null
  /**
   * Who gets a copy of the mail, beside the customer.
   */
  cc?: string[] | null
  /**
   * Confirmed uploads of the caller that are to go with it.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
  /**
   * The comment comes from another system. Its `createdAt` is the one there, it stands where that belongs, and the ticket's `firstRespondedAt`, `lastAgentReplyAt`, `lastCustomerReplyAt` and `waitingSince` follow from it. Nobody is written to, and the status stays, unless `setStatus` names another. Send the oldest first. Events tell of it as of any other.
   */
  imported?: {
    /**
     * When it was made there; in the past.
     */
    createdAt: string
  }
  /**
   * Seconds for which a public comment of an agent waits before it goes to the customer, by whatever channel, and shows in the portal; 0 when left out. Until then `DELETE …?unsent=true` takes it back. The team sees it at once, and `comment.created` is told at once.
   */
  sendAfterSeconds?: number
}
/**
 * A customer's request, in the queue of one brand.
 */
export interface Ticket {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique and ascending within the brand, never reused.
   */
  ticketNumber: number
  /**
   * What people call it, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Description, in text or Markdown.
   */
  body?: string
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string
  /**
   * The customer's name, where it is known.
   */
  customerName?: string
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  customer?: Customer
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * Its status. Id that starts with sts_.
   */
  statusId: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  statusRef?: Status
  /**
   * Why it was closed, where somebody said so.
   */
  closeReason?: "no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other"
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The same more coarsely: `web` is `api`, Slack and Discord are `chat`. More values may come.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The channel's own id of it.
   */
  sourceId?: string
  /**
   * What the channel told of it.
   */
  sourceData?: Record<string, unknown>
  /**
   * The member who works on it; nobody where it is left out or null. Id that starts with mem_.
   */
  assigneeId?: string
  /**
   * Who opened it, in the caller's own words; of a member the address.
   */
  createdBy?: string
  /**
   * What it is about. Id that starts with cat_.
   */
  categoryId?: string
  category?: Category
  /**
   * What it is marked with.
   */
  tags: Tag[]
  /**
   * Addresses that belong to it.
   */
  links?: {
    /**
     * Where it leads.
     */
    url: string
    /**
     * What it is called.
     */
    title?: string
    /**
     * What it is, in the caller's own words.
     */
    type?: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Others who wrote, or were copied.
   */
  participants?: {
    email: string
    name?: string
    /**
     * False for a stranger who had a reply address, until somebody who takes part names them.
     */
    verified: boolean
  }[]
  /**
   * Comments that are not deleted, notes included.
   */
  commentCount: number
  /**
   * Uploaded files, those of comments included.
   */
  attachmentCount: number
  /**
   * Marked as spam, which hides it from lists; its status is kept.
   */
  isSpam: boolean
  /**
   * true: a machine wrote it, such as an out-of-office reply.
   */
  isAutomated?: boolean
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt?: string
  /**
   * When the team answered in public for the first time.
   */
  firstRespondedAt?: string
  /**
   * When the customer wrote last.
   */
  lastCustomerReplyAt?: string
  /**
   * When the team answered in public last.
   */
  lastAgentReplyAt?: string
  /**
   * Since when the customer waits for an answer; left out while nobody waits.
   */
  waitingSince?: string
  /**
   * When it was resolved; left out once it is open again.
   */
  resolvedAt?: string
  /**
   * When it was closed; left out once it is open again.
   */
  closedAt?: string
  /**
   * How often it was opened again.
   */
  reopenCount: number
  /**
   * The ticket that it was merged into. Id that starts with tkt_.
   */
  mergedIntoId?: string
  /**
   * The closed ticket that it goes on with. Id that starts with tkt_.
   */
  followUpOfId?: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * When it was deleted; left out of what is there.
   */
  deletedAt?: string
  /**
   * On lists of all brands: its brand.
   */
  brand?: {
    /**
     * Id that starts with br_.
     */
    id: string
    name: string
    slug: string
    ticketPrefix: string
    iconUrl?: string
  }
}
/**
 * TicketCreate with the brand in the body.
 */
interface TicketCreateAcrossMembers {
  /**
   * The brand that it is in.
   */
  brandId: string
  /**
   * Subject of the ticket.
   */
  title: string
  /**
   * The customer; this, `customerId` or `customerPhone` is required.
   */
  customerEmail?: string
  /**
   * Talks to the customer by text messages, which the team begins: public comments go to this number, and what comes from it is a comment. Without another customer, whoever has the number; somebody new is a customer without an e-mail address.
   */
  customerPhone?: string
  /**
   * The number of the brand that texts `customerPhone`; its oldest that works, when left out.
   */
  numberId?: string
  /**
   * The customer has agreed to get text messages: `true` is required with `customerPhone`, and audited.
   */
  smsConsent?: boolean
  /**
   * A customer of the brand; must agree with `customerEmail`.
   */
  customerId?: string
  /**
   * Name of a customer who is new, or has none; one that they have stays.
   */
  customerName?: string | null
  /**
   * Description, in text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which wins.
   */
  custom_fields?: unknown
  /**
   * Key of an active status of the brand.
   */
  status?: string
  /**
   * A new ticket's is `normal`.
   */
  priority?: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * An active member who can see the brand.
   */
  assigneeId?: string | null
  /**
   * A category of the brand.
   */
  categoryId?: string | null
  /**
   * Names or ids, or tags as they are read; unknown names are created, within the 5,000 tags of a brand.
   *
   * @maxItems 50
   */
  tags?: (
    | string
    | {
        /**
         * Id that starts with tag_.
         */
        id: string
      }
  )[]
  /**
   * Ids only; added to `tags`.
   *
   * @maxItems 50
   */
  tagIds?: string[]
  /**
   * Addresses, or objects with `url`, `title` and `type`.
   */
  links?:
    | (
        | string
        | {
            url: string
            title?: string | null
            type?: string | null
          }
      )[]
    | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt?: string | null
  /**
   * Channel that the ticket came from; `api` when left out. Members open tickets from the `web`.
   */
  source?: "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
  /**
   * Coarse form of `source`, which wins; `chat` means slack.
   */
  origin?: "api" | "email" | "chat" | "sms" | "custom"
  /**
   * The channel's own id of it.
   */
  sourceId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  sourceData?: Record<string, unknown> | null
  /**
   * Who opened it, in your own words; with `customerPhone` the name of the API key when left out.
   */
  createdBy?: string | null
  /**
   * Who is told of changes.
   *
   * @maxItems 50
   */
  watchers?: {
    /**
     * An active member who can see the brand, or `custom_` followed by `memberEmail`.
     */
    memberId: string
    /**
     * Where they are told; a member is told at their own address, whatever is sent.
     */
    memberEmail: string
    memberName?: string | null
  }[]
  /**
   * Confirmed uploads that belong to no ticket yet.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
  /**
   * The ticket comes from another system. Its `createdAt` is the one there, lists show it where that belongs, and nobody is written to; events tell of it as of any other.
   */
  imported?: {
    /**
     * When it was made there; in the past.
     */
    createdAt: string
  }
  /**
   * Tells the customer by mail that the ticket was opened for them, or, with `customerPhone`, sends its body as the first text message; false when left out.
   */
  notifyCustomer?: boolean
}
/**
 * How many tickets there are, by the category of their status.
 */
export interface TicketStats {
  /**
   * Tickets that are neither spam nor deleted nor merged.
   */
  total: number
  /**
   * Tickets that are neither spam nor deleted nor merged.
   */
  open: number
  /**
   * Tickets that are neither spam nor deleted nor merged.
   */
  pending: number
  /**
   * Tickets that are neither spam nor deleted nor merged.
   */
  resolved: number
  /**
   * Tickets that are neither spam nor deleted nor merged.
   */
  closed: number
  /**
   * Of those, the open and pending ones that nobody is assigned to.
   */
  unassigned: number
  /**
   * Of those, the open and pending ones that the signed-in member is assigned to, up to 100, which stands for more as well; left out for API keys.
   */
  mine?: number
  /**
   * Spam tickets, which `total` leaves out.
   */
  spam: number
  /**
   * By brand id.
   */
  byBrand: {
    [k: string]: {
      name: string
      prefix: string
      /**
       * Tickets that are neither spam nor deleted nor merged.
       */
      total: number
      /**
       * Tickets that are neither spam nor deleted nor merged.
       */
      open: number
      /**
       * Tickets that are neither spam nor deleted nor merged.
       */
      pending: number
      /**
       * Tickets that are neither spam nor deleted nor merged.
       */
      resolved: number
      /**
       * Tickets that are neither spam nor deleted nor merged.
       */
      closed: number
    }
  }
}
export interface BulkAnswer {
  /**
   * Whether none failed.
   */
  success: boolean
  /**
   * Tickets for which it was done.
   */
  count: number
  /**
   * Tickets for which it was not done.
   */
  failed: number
  /**
   * In the order of `ticketIds`.
   */
  results: {
    ticketId: string
    success: boolean
    /**
     * More values may come.
     */
    code?:
      | "validation_failed"
      | "malformed_json"
      | "malformed_request"
      | "invalid_cursor"
      | "invalid_idempotency_key"
      | "unauthorized"
      | "token_expired"
      | "invalid_token"
      | "forbidden"
      | "origin_not_allowed"
      | "invalid_signature"
      | "test_mode_only"
      | "not_found"
      | "route_not_found"
      | "method_not_allowed"
      | "already_exists"
      | "ticket_merged"
      | "merge_not_possible"
      | "invalid_state"
      | "system_record"
      | "last_owner"
      | "attachment_not_uploaded"
      | "attachment_in_use"
      | "limit_reached"
      | "channel_not_ready"
      | "idempotency_in_progress"
      | "event_expired"
      | "precondition_failed"
      | "payload_too_large"
      | "uri_too_long"
      | "unsupported_media_type"
      | "range_not_satisfiable"
      | "idempotency_key_reused"
      | "rate_limited"
      | "headers_too_large"
      | "internal"
      | "upstream_failed"
      | "unavailable"
      | "timeout"
      | (string & {})
    message?: string
  }[]
}
/**
 * One action, with the arguments that it needs.
 */
interface BulkActionMembers {
  action:
    | "assign"
    | "setCategory"
    | "setTags"
    | "addTags"
    | "removeTags"
    | "setStatus"
    | "setPriority"
    | "close"
    | "resolve"
    | "spam"
    | "notSpam"
    | "delete"
    | "restore"
  /**
   * 1 to 1,000 tickets, each once, changed in this order.
   *
   * @minItems 1
   * @maxItems 1000
   */
  ticketIds: string[]
  /**
   * For `assign`: a member, or null for nobody.
   */
  assigneeId?: string | null
  /**
   * For `setCategory`: a category, or null for none.
   */
  categoryId?: string | null
  /**
   * For `setTags`, `addTags`, `removeTags`: names or ids.
   *
   * @maxItems 50
   */
  tags?: string[]
  /**
   * Ids only; added to `tags`.
   *
   * @maxItems 50
   */
  tagIds?: string[]
  /**
   * For `setStatus`: the key of an active status.
   */
  status?: string
  /**
   * For `setPriority`.
   */
  priority?: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * For `close`, if there is one.
   */
  closeReason?: "no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other"
}
/**
 * The ticket merged into, and what this call put into it.
 */
export interface MergedTicket {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it is in. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique and ascending within the brand, never reused.
   */
  ticketNumber: number
  /**
   * What people call it, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Description, in text or Markdown.
   */
  body?: string
  /**
   * The customer's address; one under `.invalid` stands for somebody who has none.
   */
  customerEmail: string
  /**
   * The customer's name, where it is known.
   */
  customerName?: string
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  customer?: Customer
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Key of its status; the brand's statuses say what each is called.
   */
  status: string
  /**
   * Its status. Id that starts with sts_.
   */
  statusId: string
  /**
   * What the status comes to. `open`: the team acts. `pending`: somebody else does. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  statusRef?: Status
  /**
   * Why it was closed, where somebody said so.
   */
  closeReason?: "no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other"
  /**
   * `normal` unless somebody chose another.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came by. More values may come.
   */
  source:
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | (string & {})
  /**
   * The same more coarsely: `web` is `api`, Slack and Discord are `chat`. More values may come.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The channel's own id of it.
   */
  sourceId?: string
  /**
   * What the channel told of it.
   */
  sourceData?: Record<string, unknown>
  /**
   * The member who works on it; nobody where it is left out or null. Id that starts with mem_.
   */
  assigneeId?: string
  /**
   * Who opened it, in the caller's own words; of a member the address.
   */
  createdBy?: string
  /**
   * What it is about. Id that starts with cat_.
   */
  categoryId?: string
  category?: Category
  /**
   * What it is marked with.
   */
  tags: Tag[]
  /**
   * Addresses that belong to it.
   */
  links?: {
    /**
     * Where it leads.
     */
    url: string
    /**
     * What it is called.
     */
    title?: string
    /**
     * What it is, in the caller's own words.
     */
    type?: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Others who wrote, or were copied.
   */
  participants?: {
    email: string
    name?: string
    /**
     * False for a stranger who had a reply address, until somebody who takes part names them.
     */
    verified: boolean
  }[]
  /**
   * Comments that are not deleted, notes included.
   */
  commentCount: number
  /**
   * Uploaded files, those of comments included.
   */
  attachmentCount: number
  /**
   * Marked as spam, which hides it from lists; its status is kept.
   */
  isSpam: boolean
  /**
   * true: a machine wrote it, such as an out-of-office reply.
   */
  isAutomated?: boolean
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt?: string
  /**
   * When the team answered in public for the first time.
   */
  firstRespondedAt?: string
  /**
   * When the customer wrote last.
   */
  lastCustomerReplyAt?: string
  /**
   * When the team answered in public last.
   */
  lastAgentReplyAt?: string
  /**
   * Since when the customer waits for an answer; left out while nobody waits.
   */
  waitingSince?: string
  /**
   * When it was resolved; left out once it is open again.
   */
  resolvedAt?: string
  /**
   * When it was closed; left out once it is open again.
   */
  closedAt?: string
  /**
   * How often it was opened again.
   */
  reopenCount: number
  /**
   * The ticket that it was merged into. Id that starts with tkt_.
   */
  mergedIntoId?: string
  /**
   * The closed ticket that it goes on with. Id that starts with tkt_.
   */
  followUpOfId?: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Rises by one with every change; `ETag` and `If-Match` name it.
   */
  version: number
  /**
   * When it was made.
   */
  createdAt: string
  /**
   * When it was changed last.
   */
  updatedAt: string
  /**
   * When it was deleted; left out of what is there.
   */
  deletedAt?: string
  /**
   * On lists of all brands: its brand.
   */
  brand?: {
    /**
     * Id that starts with br_.
     */
    id: string
    name: string
    slug: string
    ticketPrefix: string
    iconUrl?: string
  }
  /**
   * Same as `id`. Id that starts with tkt_.
   */
  targetTicketId: string
  /**
   * The tickets that this call merged.
   *
   * Items: Id that starts with tkt_.
   */
  mergedTicketIds: string[]
  /**
   * How many they are.
   */
  mergedCount: number
}
export interface Merge {
  /**
   * 1 to 25 tickets of the same brand, merged in this order. Those already merged here are skipped.
   *
   * @minItems 1
   * @maxItems 25
   */
  sourceTicketIds: string[]
}
export interface SpamMark {
  /**
   * Spam, or not.
   */
  isSpam: boolean
  /**
   * Also blocks the customer, or with `isSpam: false` unblocks them; true when left out.
   */
  blockSender?: boolean
}
interface TicketUpdateMembers {
  /**
   * Same as in the path, if it is sent.
   */
  brandId?: string
  title?: string
  /**
   * Description, in text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which wins.
   */
  custom_fields?: unknown
  /**
   * Key of an active status of the brand.
   */
  status?: string
  /**
   * A new ticket's is `normal`.
   */
  priority?: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * An active member who can see the brand.
   */
  assigneeId?: string | null
  /**
   * A category of the brand.
   */
  categoryId?: string | null
  /**
   * Names or ids, or tags as they are read; unknown names are created, within the 5,000 tags of a brand.
   *
   * @maxItems 50
   */
  tags?: (
    | string
    | {
        /**
         * Id that starts with tag_.
         */
        id: string
      }
  )[]
  /**
   * Ids only; added to `tags`.
   *
   * @maxItems 50
   */
  tagIds?: string[]
  /**
   * Addresses, or objects with `url`, `title` and `type`.
   */
  links?:
    | (
        | string
        | {
            url: string
            title?: string | null
            type?: string | null
          }
      )[]
    | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt?: string | null
  /**
   * Why it was closed; cleared when it is no longer.
   */
  closeReason?: ("no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other") | null
  /**
   * JSON merge patch (RFC 7396) on the stored object, which stays within the limit of `customFields`; not together with that.
   */
  customFieldsPatch?: Record<string, unknown>
  /**
   * Hides it from lists; the status is kept.
   */
  isSpam?: boolean
  /**
   * Moves the ticket to this customer; must agree with `customerEmail`.
   */
  customerId?: string
  /**
   * Moves it to the customer of this address.
   */
  customerEmail?: string
}
interface TicketCreateMembers {
  /**
   * Same as in the path, if it is sent.
   */
  brandId?: string
  /**
   * Subject of the ticket.
   */
  title: string
  /**
   * The customer; this, `customerId` or `customerPhone` is required.
   */
  customerEmail?: string
  /**
   * Talks to the customer by text messages, which the team begins: public comments go to this number, and what comes from it is a comment. Without another customer, whoever has the number; somebody new is a customer without an e-mail address.
   */
  customerPhone?: string
  /**
   * The number of the brand that texts `customerPhone`; its oldest that works, when left out.
   */
  numberId?: string
  /**
   * The customer has agreed to get text messages: `true` is required with `customerPhone`, and audited.
   */
  smsConsent?: boolean
  /**
   * A customer of the brand; must agree with `customerEmail`.
   */
  customerId?: string
  /**
   * Name of a customer who is new, or has none; one that they have stays.
   */
  customerName?: string | null
  /**
   * Description, in text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged; null is none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which wins.
   */
  custom_fields?: unknown
  /**
   * Key of an active status of the brand.
   */
  status?: string
  /**
   * A new ticket's is `normal`.
   */
  priority?: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * An active member who can see the brand.
   */
  assigneeId?: string | null
  /**
   * A category of the brand.
   */
  categoryId?: string | null
  /**
   * Names or ids, or tags as they are read; unknown names are created, within the 5,000 tags of a brand.
   *
   * @maxItems 50
   */
  tags?: (
    | string
    | {
        /**
         * Id that starts with tag_.
         */
        id: string
      }
  )[]
  /**
   * Ids only; added to `tags`.
   *
   * @maxItems 50
   */
  tagIds?: string[]
  /**
   * Addresses, or objects with `url`, `title` and `type`.
   */
  links?:
    | (
        | string
        | {
            url: string
            title?: string | null
            type?: string | null
          }
      )[]
    | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * A date to keep in view; nothing happens by itself.
   */
  dueAt?: string | null
  /**
   * Channel that the ticket came from; `api` when left out. Members open tickets from the `web`.
   */
  source?: "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
  /**
   * Coarse form of `source`, which wins; `chat` means slack.
   */
  origin?: "api" | "email" | "chat" | "sms" | "custom"
  /**
   * The channel's own id of it.
   */
  sourceId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  sourceData?: Record<string, unknown> | null
  /**
   * Who opened it, in your own words; with `customerPhone` the name of the API key when left out.
   */
  createdBy?: string | null
  /**
   * Who is told of changes.
   *
   * @maxItems 50
   */
  watchers?: {
    /**
     * An active member who can see the brand, or `custom_` followed by `memberEmail`.
     */
    memberId: string
    /**
     * Where they are told; a member is told at their own address, whatever is sent.
     */
    memberEmail: string
    memberName?: string | null
  }[]
  /**
   * Confirmed uploads that belong to no ticket yet.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
  /**
   * The ticket comes from another system. Its `createdAt` is the one there, lists show it where that belongs, and nobody is written to; events tell of it as of any other.
   */
  imported?: {
    /**
     * When it was made there; in the past.
     */
    createdAt: string
  }
  /**
   * Tells the customer by mail that the ticket was opened for them, or, with `customerPhone`, sends its body as the first text message; false when left out.
   */
  notifyCustomer?: boolean
}
export interface TicketsListQuery {
  /**
   * Status keys; `active` means open and pending.
   */
  status?: ReadonlyArray<string> | string | undefined
  /**
   * Categories of statuses.
   */
  statusCategory?:
    ReadonlyArray<"open" | "pending" | "resolved" | "closed"> | "open" | "pending" | "resolved" | "closed" | undefined
  /**
   * Priorities.
   */
  priority?:
    | ReadonlyArray<"low" | "normal" | "medium" | "high" | "urgent">
    | "low"
    | "normal"
    | "medium"
    | "high"
    | "urgent"
    | undefined
  /**
   * Channels, fine.
   */
  source?:
    | ReadonlyArray<
        "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
      >
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | undefined
  /**
   * Channels, coarse.
   */
  origin?:
    ReadonlyArray<"api" | "email" | "chat" | "sms" | "custom"> | "api" | "email" | "chat" | "sms" | "custom" | undefined
  /**
   * Member ids; `me` for the signed-in member, `null` or `unassigned` for nobody.
   */
  assigneeId?: ReadonlyArray<string> | string | undefined
  /**
   * Customer ids.
   */
  customerId?: ReadonlyArray<string> | string | undefined
  /**
   * The customer's address, in any case.
   */
  customerEmail?: string | undefined
  /**
   * Company ids; `null` for none.
   */
  companyId?: ReadonlyArray<string> | string | undefined
  /**
   * Category ids; `null` for none.
   */
  categoryId?: ReadonlyArray<string> | string | undefined
  /**
   * Exactly this `createdBy`.
   */
  createdBy?: string | undefined
  /**
   * Exactly this `sourceId`.
   */
  sourceId?: string | undefined
  /**
   * Tickets with any of these tags.
   */
  tagIds?: ReadonlyArray<string> | string | undefined
  /**
   * `all`: tickets with all of `tagIds`.
   */
  tagMode?: "any" | "all" | undefined
  /**
   * Created at this time or later.
   */
  createdAfter?: Date | string | undefined
  /**
   * Created before this time.
   */
  createdBefore?: Date | string | undefined
  /**
   * Updated at this time or later.
   */
  updatedAfter?: Date | string | undefined
  /**
   * Updated before this time.
   */
  updatedBefore?: Date | string | undefined
  /**
   * Due before this time.
   */
  dueBefore?: Date | string | undefined
  /**
   * Only tickets with files, or only those without.
   */
  hasAttachments?: boolean | undefined
  /**
   * `true` shows spam alone, `all` shows it among the others. Without it, spam is hidden.
   */
  isSpam?: boolean | "all" | undefined
  /**
   * What of the trash is shown.
   */
  deleted?: "exclude" | "include" | "only" | undefined
  /**
   * What of tickets that were merged away is shown.
   */
  merged?: "exclude" | "include" | "only" | undefined
  /**
   * Words in title, body, customer and number; all must occur, word starts match.
   */
  search?: string | undefined
  /**
   * What the list is sorted by.
   */
  sort?:
    | "createdAt"
    | "updatedAt"
    | "priority"
    | "ticketNumber"
    | "title"
    | "status"
    | "customer"
    | "company"
    | "assignee"
    | "category"
    | "dueAt"
    | undefined
  /**
   * Whether the greatest or the least comes first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface TicketsGetQuery {
  /**
   * `include` also finds a ticket in the trash.
   */
  deleted?: "exclude" | "include" | undefined
}
export interface TicketsDeleteQuery {
  /**
   * Removes it for good, with its comments and files.
   */
  permanent?: boolean | undefined
}
export interface TicketsStatsQuery {
  /**
   * Brand ids; all brands when left out.
   */
  brandIds?: ReadonlyArray<string> | string | undefined
}
export interface TicketsListAcrossQuery {
  /**
   * Status keys; `active` means open and pending.
   */
  status?: ReadonlyArray<string> | string | undefined
  /**
   * Categories of statuses.
   */
  statusCategory?:
    ReadonlyArray<"open" | "pending" | "resolved" | "closed"> | "open" | "pending" | "resolved" | "closed" | undefined
  /**
   * Priorities.
   */
  priority?:
    | ReadonlyArray<"low" | "normal" | "medium" | "high" | "urgent">
    | "low"
    | "normal"
    | "medium"
    | "high"
    | "urgent"
    | undefined
  /**
   * Channels, fine.
   */
  source?:
    | ReadonlyArray<
        "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
      >
    | "api"
    | "web"
    | "email"
    | "slack"
    | "discord"
    | "sms"
    | "instagram"
    | "twitter"
    | "whatsapp"
    | "custom"
    | undefined
  /**
   * Channels, coarse.
   */
  origin?:
    ReadonlyArray<"api" | "email" | "chat" | "sms" | "custom"> | "api" | "email" | "chat" | "sms" | "custom" | undefined
  /**
   * Member ids; `me` for the signed-in member, `null` or `unassigned` for nobody.
   */
  assigneeId?: ReadonlyArray<string> | string | undefined
  /**
   * Customer ids.
   */
  customerId?: ReadonlyArray<string> | string | undefined
  /**
   * The customer's address, in any case.
   */
  customerEmail?: string | undefined
  /**
   * Company ids; `null` for none.
   */
  companyId?: ReadonlyArray<string> | string | undefined
  /**
   * Category ids; `null` for none.
   */
  categoryId?: ReadonlyArray<string> | string | undefined
  /**
   * Exactly this `createdBy`.
   */
  createdBy?: string | undefined
  /**
   * Exactly this `sourceId`.
   */
  sourceId?: string | undefined
  /**
   * Tickets with any of these tags.
   */
  tagIds?: ReadonlyArray<string> | string | undefined
  /**
   * `all`: tickets with all of `tagIds`.
   */
  tagMode?: "any" | "all" | undefined
  /**
   * Created at this time or later.
   */
  createdAfter?: Date | string | undefined
  /**
   * Created before this time.
   */
  createdBefore?: Date | string | undefined
  /**
   * Updated at this time or later.
   */
  updatedAfter?: Date | string | undefined
  /**
   * Updated before this time.
   */
  updatedBefore?: Date | string | undefined
  /**
   * Due before this time.
   */
  dueBefore?: Date | string | undefined
  /**
   * Only tickets with files, or only those without.
   */
  hasAttachments?: boolean | undefined
  /**
   * `true` shows spam alone, `all` shows it among the others. Without it, spam is hidden.
   */
  isSpam?: boolean | "all" | undefined
  /**
   * What of the trash is shown.
   */
  deleted?: "exclude" | "include" | "only" | undefined
  /**
   * What of tickets that were merged away is shown.
   */
  merged?: "exclude" | "include" | "only" | undefined
  /**
   * Words in title, body, customer and number; all must occur, word starts match.
   */
  search?: string | undefined
  /**
   * What the list is sorted by.
   */
  sort?:
    | "createdAt"
    | "updatedAt"
    | "priority"
    | "ticketNumber"
    | "title"
    | "status"
    | "customer"
    | "company"
    | "assignee"
    | "category"
    | "dueAt"
    | undefined
  /**
   * Whether the greatest or the least comes first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
  /**
   * Brand ids.
   */
  brandId?: ReadonlyArray<string> | string | undefined
  /**
   * Same as `brandId`.
   */
  brandIds?: ReadonlyArray<string> | string | undefined
}
export interface CommentsListQuery {
  /**
   * Only comments that these can see.
   */
  visibility?: "public" | "internal" | undefined
  /**
   * Adds those that were deleted.
   */
  includeDeleted?: boolean | undefined
}
export interface CommentsDeleteQuery {
  /**
   * Only while nobody can have got it; else `invalid_state`, and it stays.
   */
  unsent?: boolean | undefined
}
export interface AttachmentsUploadPendingInput {
  file: Blob
  filename?: string
}
export interface AttachmentsUploadInput {
  file: Blob
  commentId?: string
  filename?: string
}
export interface CustomersListQuery {
  /**
   * Part of the name, address or phone number.
   */
  search?: string | undefined
  /**
   * Company ids; `null` for none.
   */
  companyId?: ReadonlyArray<string> | string | undefined
  /**
   * Exactly this `externalId`.
   */
  externalId?: string | undefined
  /**
   * What the list is sorted by.
   */
  sort?: "createdAt" | "name" | "email" | undefined
  /**
   * Whether the greatest or the least comes first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface CustomersSearchQuery {
  /**
   * 2 to 200 characters.
   */
  q: string
}
export interface CustomersEraseQuery {
  /**
   * `true` erases; without it, only what would be erased is counted.
   */
  confirm?: boolean | undefined
}
export interface TagsStatsAnswer {
  [k: string]: {
    ticketCount: number
  }
}
export interface CompaniesListQuery {
  /**
   * Part of the name or mail domain.
   */
  search?: string | undefined
  /**
   * What the list is sorted by.
   */
  sort?: "createdAt" | "name" | undefined
  /**
   * Whether the greatest or the least comes first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface CategoriesStatsAnswer {
  [k: string]: {
    ticketCount: number
  }
}
export interface StatusesListQuery {
  /**
   * Adds those that are no longer in use.
   */
  includeInactive?: boolean | undefined
}
export interface StatusesStatsAnswer {
  [k: string]: {
    key: string
    ticketCount: number
  }
}
export interface BrandsListQuery {
  /**
   * What is shown of deleted brands that can still be restored.
   */
  deleted?: "exclude" | "include" | "only" | undefined
}
export interface BrandsDeleteQuery {
  /**
   * `true` deletes; without it, only what would be deleted is counted.
   */
  confirm?: boolean | undefined
}
export interface WebhooksListDeliveriesQuery {
  /**
   * What became of it.
   */
  status?: "PENDING" | "SUCCESS" | "FAILED" | "RETRYING" | undefined
  /**
   * Name of one event: canonical or alias, either finds both.
   */
  event?: string | undefined
  /**
   * Ticket id.
   */
  ticketId?: string | undefined
  /**
   * Entries per page: 100 by default, 500 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface WebhooksListDaysQuery {
  /**
   * How many days back from today, 1 to 365; 30 when left out.
   */
  days?: number | undefined
}
export interface EventsListQuery {
  /**
   * Event types, or groups such as `ticket.*`.
   */
  types?: ReadonlyArray<string> | string | undefined
  /**
   * Same as `brandIds`.
   */
  brandId?: ReadonlyArray<string> | string | undefined
  /**
   * Only events of these brands.
   */
  brandIds?: ReadonlyArray<string> | string | undefined
  /**
   * Only events of this ticket.
   */
  ticketId?: string | undefined
  /**
   * An event id: what was committed after it. Without it, from the oldest event that is kept.
   */
  after?: string | undefined
  /**
   * `nextCursor` of the page before; same as `after`.
   */
  cursor?: string | undefined
  /**
   * Entries per page: 100 by default, 500 at most; more is lowered to that.
   */
  limit?: number | undefined
}
export interface LogsOfBrandQuery {
  /**
   * Kinds of entities.
   */
  entityType?:
    | ReadonlyArray<
        | "account"
        | "ticket"
        | "comment"
        | "attachment"
        | "customer"
        | "company"
        | "category"
        | "tag"
        | "status"
        | "field"
        | "brand"
        | "webhook"
        | "channel"
        | "api_key"
        | "member"
      >
    | "account"
    | "ticket"
    | "comment"
    | "attachment"
    | "customer"
    | "company"
    | "category"
    | "tag"
    | "status"
    | "field"
    | "brand"
    | "webhook"
    | "channel"
    | "api_key"
    | "member"
    | undefined
  /**
   * The lines about this record.
   */
  entityId?: string | undefined
  /**
   * Names of what happened.
   */
  event?: ReadonlyArray<string> | string | undefined
  /**
   * The lines that this request, or this incoming message, has caused.
   */
  requestId?: string | undefined
  /**
   * Kinds of those who did it.
   */
  performerType?:
    ReadonlyArray<"user" | "api" | "customer" | "system"> | "user" | "api" | "customer" | "system" | undefined
  /**
   * Not before this time.
   */
  startDate?: Date | string | undefined
  /**
   * Not after this time.
   */
  endDate?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface LogsOfAccountQuery {
  /**
   * Kinds of entities.
   */
  entityType?:
    | ReadonlyArray<
        | "account"
        | "ticket"
        | "comment"
        | "attachment"
        | "customer"
        | "company"
        | "category"
        | "tag"
        | "status"
        | "field"
        | "brand"
        | "webhook"
        | "channel"
        | "api_key"
        | "member"
      >
    | "account"
    | "ticket"
    | "comment"
    | "attachment"
    | "customer"
    | "company"
    | "category"
    | "tag"
    | "status"
    | "field"
    | "brand"
    | "webhook"
    | "channel"
    | "api_key"
    | "member"
    | undefined
  /**
   * The lines about this record.
   */
  entityId?: string | undefined
  /**
   * Names of what happened.
   */
  event?: ReadonlyArray<string> | string | undefined
  /**
   * The lines that this request, or this incoming message, has caused.
   */
  requestId?: string | undefined
  /**
   * Kinds of those who did it.
   */
  performerType?:
    ReadonlyArray<"user" | "api" | "customer" | "system"> | "user" | "api" | "customer" | "system" | undefined
  /**
   * Not before this time.
   */
  startDate?: Date | string | undefined
  /**
   * Not after this time.
   */
  endDate?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface RequestsListQuery {
  /**
   * With this API key, also one that was revoked.
   */
  keyId?: string | undefined
  /**
   * Of their answers: statuses such as `422`, and classes such as `4xx`.
   */
  status?: ReadonlyArray<string> | string | undefined
  /**
   * Their methods.
   */
  method?:
    | ReadonlyArray<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE">
    | "GET"
    | "HEAD"
    | "POST"
    | "PUT"
    | "PATCH"
    | "DELETE"
    | undefined
  /**
   * The `operationId` of the endpoints that they called, such as `tickets.create`.
   */
  operation?: ReadonlyArray<string> | string | undefined
  /**
   * Beginning of their paths, such as `/v1/brands/br_…/tickets`.
   */
  path?: string | undefined
  /**
   * With this brand in the path.
   */
  brandId?: string | undefined
  /**
   * The request with this id.
   */
  requestId?: string | undefined
  /**
   * Not before this time.
   */
  startDate?: Date | string | undefined
  /**
   * Not after this time.
   */
  endDate?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface InboundListQuery {
  /**
   * What became of it.
   */
  status?:
    | ReadonlyArray<"received" | "processed" | "duplicate" | "ignored" | "failed">
    | "received"
    | "processed"
    | "duplicate"
    | "ignored"
    | "failed"
    | undefined
  /**
   * How it came in.
   */
  channel?: ReadonlyArray<"email" | "chat" | "sms" | "custom"> | "email" | "chat" | "sms" | "custom" | undefined
  /**
   * Exactly this sender: an address of mail in any case, any other name as its channel writes it.
   */
  from?: string | undefined
  /**
   * What belongs to this ticket.
   */
  ticketId?: string | undefined
  /**
   * Not before this time.
   */
  receivedAfter?: Date | string | undefined
  /**
   * Not after this time.
   */
  receivedBefore?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface InboundReprocessInput {
  /**
   * Also a message that was processed: its text and files are corrected.
   */
  force?: boolean
}
export interface SearchFindQuery {
  /**
   * 2 to 200 characters. All words must occur; word starts match, and any part of names and addresses.
   */
  q: string
  /**
   * All kinds when left out.
   */
  types?:
    | ReadonlyArray<"ticket" | "comment" | "customer" | "company">
    | "ticket"
    | "comment"
    | "customer"
    | "company"
    | undefined
  /**
   * Only in these brands.
   */
  brandIds?: ReadonlyArray<string> | string | undefined
  /**
   * Entries per page: 20 by default, 50 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface ApiKeysScopeAnswer {
  /**
   * Id that starts with key_.
   */
  id: string
  name: string
  /**
   * First twelve and last four characters of the secret.
   */
  keyPreview: string
  prefix: string
  livemode: boolean
  /**
   * Reaches all brands, present and future.
   */
  allBrands: boolean
  brandIds: string[]
  /**
   * To the minute.
   */
  lastUsedAt: string | null
  expiresAt: string | null
  /**
   * ISO 8601, UTC, milliseconds.
   */
  createdAt: string
  success: true
}
export interface OrganizationRestoreAnswer {
  success: true
  message: string
  organization: Organization
}
export interface AuthSessionAnswer {
  valid: true
  session: Session
  account: Account
  organization: Organization
  member: Member
  /**
   * Those of the member's profile.
   */
  preferences: Record<string, unknown> | null
  /**
   * As `after` of a stream of events in the same mode: it begins with what may not be in anything that is read from now on.
   */
  eventCursor: string
}
export interface AuthOrganizationsAnswer {
  /**
   * Id that starts with org_.
   */
  id: string
  name: string
  role: "owner" | "admin" | "agent"
}
export interface OrganizationUpdateAnswer {
  success: true
  /**
   * Id that starts with org_.
   */
  id: string
  name: string
}
export interface OrganizationDeleteQuery {
  /**
   * The organization's name, which deletes it; without it, only what would be deleted is counted.
   */
  confirm?: string | undefined
}
export interface MembersListQuery {
  /**
   * Keeps the members who can see this brand.
   */
  brandId?: string | undefined
}
export interface MembersListAnswer {
  members: Member[]
  invites: Member[]
}
export interface MembersAcceptInviteAnswer {
  success: true
  message: string
  /**
   * Id that starts with org_.
   */
  organizationId: string
}
export interface PortalTokensListQuery {
  /**
   * The customer's address, in any case.
   */
  customerEmail: string
}
export interface PortalTokensRevokeAnswer {
  /**
   * Tokens that were still good.
   */
  revoked: number
}
export interface PortalTicketsListQuery {
  /**
   * `active` means open and pending.
   */
  status?:
    | ReadonlyArray<"open" | "pending" | "resolved" | "closed" | "active">
    | "open"
    | "pending"
    | "resolved"
    | "closed"
    | "active"
    | undefined
  /**
   * What the list is sorted by.
   */
  sort?: "createdAt" | "updatedAt" | undefined
  /**
   * Whether the greatest or the least comes first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 20 by default, 50 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface TestModeListOutboxQuery {
  /**
   * Brand ids.
   */
  brandId?: ReadonlyArray<string> | string | undefined
  /**
   * What it would have gone out by.
   */
  channel?: ReadonlyArray<"email" | "chat" | "sms"> | "email" | "chat" | "sms" | undefined
  /**
   * Exactly this recipient, in any case.
   */
  to?: string | undefined
  /**
   * Ticket ids.
   */
  ticketId?: ReadonlyArray<string> | string | undefined
  /**
   * Why it would have gone out.
   */
  kind?:
    | ReadonlyArray<"reply" | "autoresponse" | "notification" | "magic_link">
    | "reply"
    | "autoresponse"
    | "notification"
    | "magic_link"
    | undefined
  /**
   * Entries per page: 25 by default, 100 at most; more is lowered to that.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the page before; all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface TestModeClearOutboxQuery {
  /**
   * Only these brands.
   */
  brandId?: ReadonlyArray<string> | string | undefined
}
export interface TestModeClearOutboxAnswer {
  deleted: number
}
export interface SystemHealthAnswer {
  status: "ok"
  version: string
}
export interface SystemReadyAnswer {
  status: "ok" | "failing"
  checks: {
    [k: string]: "ok" | "failing"
  }
}

/** A name that this version does not know. */
type UnknownName = `a name that this version does not know: ${string}`
/** With these members. */
type Having<A, K extends keyof A> = Required<Pick<A, K>>
export type SimulatedMail = SimulatedMailMembers & ({ readonly raw?: undefined } & Having<SimulatedMailMembers, "from"> | { readonly from?: undefined; readonly to?: undefined; readonly cc?: undefined; readonly subject?: undefined; readonly text?: undefined; readonly html?: undefined; readonly messageId?: undefined; readonly inReplyTo?: undefined; readonly references?: undefined; readonly headers?: undefined; readonly attachments?: undefined } & Having<SimulatedMailMembers, "raw">)
export type PortalTokenCreate = PortalTokenCreateMembers & (Having<PortalTokenCreateMembers, "customerEmail"> | Having<PortalTokenCreateMembers, "email">)
export type ApiKeyScope = ApiKeyScopeMembers & (Having<ApiKeyScopeMembers, "allBrands"> | Having<ApiKeyScopeMembers, "brandIds">)
export type ChannelReceipt = ChannelReceiptMembers & (Having<ChannelReceiptMembers, "messageId"> | Having<ChannelReceiptMembers, "externalId">)
export type PostedAttachment = PostedAttachmentMembers & ({ readonly url?: undefined } & Having<PostedAttachmentMembers, "attachmentId"> | { readonly attachmentId?: undefined } & Having<PostedAttachmentMembers, "url" | "filename" | "contentType">)
export type PostedSender = PostedSenderMembers & (Having<PostedSenderMembers, "externalId"> | Having<PostedSenderMembers, "email"> | Having<PostedSenderMembers, "phone">)
export type SlackChannel = SlackChannelMembers & ({ readonly mirror?: "off" } | { readonly role: "agent" })
export type FieldDefinitionCreate = FieldDefinitionCreateMembers & ({ readonly type: "text" | "number" | "boolean" | "date" | "url" | "array" | "object" } | { readonly type: "select" | "multiselect" } & Having<FieldDefinitionCreateMembers, "options">)
export type CustomerCreate = CustomerCreateMembers & (Having<CustomerCreateMembers, "email"> | Having<CustomerCreateMembers, "phone"> | Having<CustomerCreateMembers, "externalId">)
export type TicketCreateAcross = TicketCreateAcrossMembers & (Having<TicketCreateAcrossMembers, "customerEmail"> | Having<TicketCreateAcrossMembers, "customerId"> | Having<TicketCreateAcrossMembers, "customerPhone">) & ({ readonly customerPhone?: undefined; readonly numberId?: undefined } | Having<TicketCreateAcrossMembers, "customerPhone" | "smsConsent">)
export type BulkAction = BulkActionMembers & ({ readonly action: "assign" } & Having<BulkActionMembers, "assigneeId"> | { readonly action: "setCategory" } & Having<BulkActionMembers, "categoryId"> | { readonly action: "setTags" | "addTags" | "removeTags" } & Having<BulkActionMembers, "tags"> | { readonly action: "setTags" | "addTags" | "removeTags" } & Having<BulkActionMembers, "tagIds"> | { readonly action: "setStatus" } & Having<BulkActionMembers, "status"> | { readonly action: "setPriority" } & Having<BulkActionMembers, "priority"> | { readonly action: "close" | "resolve" | "spam" | "notSpam" | "delete" | "restore" })
export type TicketUpdate = TicketUpdateMembers & ({ readonly customFieldsPatch?: undefined } | { readonly customFields?: undefined; readonly custom_fields?: undefined })
export type TicketCreate = TicketCreateMembers & (Having<TicketCreateMembers, "customerEmail"> | Having<TicketCreateMembers, "customerId"> | Having<TicketCreateMembers, "customerPhone">) & ({ readonly customerPhone?: undefined; readonly numberId?: undefined } | Having<TicketCreateMembers, "customerPhone" | "smsConsent">)
