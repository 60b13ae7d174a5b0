// Written by `npm run write-sdk` from the OpenAPI document.

/**
 * The body posted to webhooks: an event of a type in this document or one added later.
 */
export type AnyEvent = WebhookEvent | UnknownEvent
/**
 * The body posted to webhooks. `type` says which event it is and what `data` contains.
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
/**
 * The name of an event, a group such as `ticket.*`, or `*` for all events.
 */
export type WebhookEventName =
  | "*"
  | "ticket.*"
  | "comment.*"
  | "attachment.*"
  | "customer.*"
  | "message.*"
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
  | "ticket.comment.created"
/**
 * The name of an action in the audit log.
 */
export type AuditEventName =
  | "account.deleted"
  | "account.restored"
  | "account.sessions_ended"
  | "account.updated"
  | "address.created"
  | "address.deleted"
  | "address.released"
  | "address.updated"
  | "address.verified"
  | "api_key.created"
  | "api_key.revoked"
  | "api_key.updated"
  | "attachment.announced"
  | "attachment.blocked"
  | "attachment.created"
  | "attachment.deleted"
  | "attachment.uploaded"
  | "brand.created"
  | "brand.deleted"
  | "brand.restored"
  | "brand.updated"
  | "category.created"
  | "category.deleted"
  | "category.reordered"
  | "category.updated"
  | "channel.created"
  | "channel.deleted"
  | "channel.reconnected"
  | "channel.secret_rotated"
  | "channel.updated"
  | "comment.created"
  | "comment.deleted"
  | "comment.updated"
  | "company.created"
  | "company.deleted"
  | "company.updated"
  | "customer.created"
  | "customer.deleted"
  | "customer.erased"
  | "customer.merged"
  | "customer.updated"
  | "domain.created"
  | "domain.deleted"
  | "domain.failed"
  | "domain.failing"
  | "domain.key_replaced"
  | "domain.key_switched"
  | "domain.recovered"
  | "domain.released"
  | "domain.updated"
  | "domain.verified"
  | "field.created"
  | "field.deleted"
  | "field.reordered"
  | "field.updated"
  | "inbound.reprocessed"
  | "member.invited"
  | "member.invited_again"
  | "member.joined"
  | "member.link_sent"
  | "member.removed"
  | "member.sessions_ended"
  | "member.sign_in_failed"
  | "member.signed_in"
  | "member.signed_out"
  | "member.updated"
  | "message.retried"
  | "portal_domain.failed"
  | "portal_domain.failing"
  | "portal_domain.recovered"
  | "portal_domain.released"
  | "portal_domain.removed"
  | "portal_domain.set"
  | "portal_domain.verified"
  | "portal_link.refused"
  | "portal_link.sent"
  | "portal_token.ended"
  | "portal_token.issued"
  | "portal_token.refreshed"
  | "portal_token.revoked"
  | "slack_app.created"
  | "slack_app.deleted"
  | "slack_app.updated"
  | "status.created"
  | "status.reordered"
  | "status.updated"
  | "tag.created"
  | "tag.deleted"
  | "tag.merged"
  | "tag.updated"
  | "ticket.created"
  | "ticket.deleted"
  | "ticket.merged"
  | "ticket.purged"
  | "ticket.restored"
  | "ticket.spam_marked"
  | "ticket.spam_unmarked"
  | "ticket.updated"
  | "ticket.watcher_added"
  | "ticket.watcher_removed"
  | "ticket.watcher_updated"
  | "webhook.created"
  | "webhook.deleted"
  | "webhook.delivery_replayed"
  | "webhook.disabled"
  | "webhook.events_replayed"
  | "webhook.secret_rotated"
  | "webhook.updated"
export type BrandsDeleteAnswer = Success | BrandContents
export type BrandsGetSchemaAnswer = Record<string, unknown>
export type BrandsPutSchemaInput = unknown
export type BrandsPutSchemaAnswer = Record<string, unknown>
export type OrganizationDeleteAnswer = OrganizationDeleted | OrganizationContents

/**
 * The response to a failed request (RFC 9457).
 */
export interface Problem {
  /**
   * URL of the documentation of the code.
   */
  type: string
  /**
   * The same for every error with this code.
   */
  title: string
  /**
   * The HTTP status.
   */
  status: number
  /**
   * Describes this occurrence, in English. Safe to show to users.
   */
  detail: string
  /**
   * The request path, without the query.
   */
  instance: string
  /**
   * The error code, for programs. More values may be added.
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
   * With `validation_failed`: every rule that the request broke.
   */
  errors?: {
    field: string
    message: string
    /**
     * More values may be added.
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
   * With `already_exists`: the member whose value is taken.
   */
  field?: string
  /**
   * With `limit_reached`, `payload_too_large` and `rate_limited`: the limit.
   */
  limit?: number
  /**
   * With `payload_too_large` if the account's storage is full: the bytes in use.
   */
  used?: number
  /**
   * With `rate_limited`: the remaining requests.
   */
  remaining?: number
  /**
   * With `rate_limited`: same as `Retry-After`.
   */
  retryAfter?: number
  /**
   * With `precondition_failed`: the current version of the record.
   */
  currentVersion?: number
  /**
   * With `ticket_merged`: the ticket to write to instead.
   */
  mergedIntoId?: string
  /**
   * With `merge_not_possible`: the ticket that prevents the merge.
   */
  ticketId?: string
  /**
   * With `invalid_state`: the current state of the record.
   */
  state?: string
  /**
   * With `forbidden`: the required role or kind of credential.
   */
  required?: string
  /**
   * With `channel_not_ready`: the kind of channel.
   */
  channel?: string
  /**
   * With `upstream_failed`: the provider that failed.
   */
  provider?: string
  /**
   * With `event_expired`: the oldest stored event.
   */
  oldestEventId?: string
  /**
   * With `attachment_in_use`: the upload that is already attached.
   */
  attachmentId?: string
  /**
   * With `attachment_not_uploaded`: the announced size in bytes.
   */
  expectedSize?: number
  /**
   * With `attachment_not_uploaded`: the bytes received.
   */
  receivedSize?: number
  /**
   * With `token_expired`: when the credential expired.
   */
  expiredAt?: string
}
/**
 * A ticket was created, on any channel.
 */
export interface TicketCreatedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventNewTicket
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * Who caused it, and through which channel.
 */
export interface EventActor {
  /**
   * More values may be added.
   */
  type: "agent" | "customer" | "api_key" | "system" | (string & {})
  /**
   * Id of the member, customer or API key.
   */
  id: string | null
  name: string | null
  /**
   * The channel that the actor used. More values may be added.
   */
  channel: "api" | "dashboard" | "portal" | "email" | "chat" | "sms" | "custom" | "system" | (string & {})
}
export interface EventNewTicket {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique within the brand, ascending and never reused.
   */
  ticketNumber: number
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Truncated at 64 KiB; `bodyTruncated` is then true.
   */
  body: string | null
  /**
   * `body` was truncated.
   */
  bodyTruncated?: true
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, if a reason was given.
   */
  closeReason: string | null
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came from. More values may be added.
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
   * Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`. More values may be added.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member assigned to it. Omitted or null if unassigned.
   */
  assigneeId: string | null
  /**
   * Its category.
   */
  categoryId: string | null
  /**
   * Its tags.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Whether it is marked as spam, which hides it from lists. The status does not change.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it follows up.
   */
  followUpOfId: string | null
  /**
   * Links to related pages.
   */
  links:
    | {
        /**
         * The URL.
         */
        url: string
        /**
         * The title to show.
         */
        title?: string
        /**
         * What kind of link it is. Free text.
         */
        type?: string
      }[]
    | null
  /**
   * Other people who wrote or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * The attached files.
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
 * Fields of a ticket changed. Changes to nothing but counters, dates and the version are not reported.
 */
export interface TicketUpdatedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketUpdate
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventTicketUpdate {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique within the brand, ascending and never reused.
   */
  ticketNumber: number
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Truncated at 64 KiB; `bodyTruncated` is then true.
   */
  body: string | null
  /**
   * `body` was truncated.
   */
  bodyTruncated?: true
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, if a reason was given.
   */
  closeReason: string | null
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came from. More values may be added.
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
   * Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`. More values may be added.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member assigned to it. Omitted or null if unassigned.
   */
  assigneeId: string | null
  /**
   * Its category.
   */
  categoryId: string | null
  /**
   * Its tags.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Whether it is marked as spam, which hides it from lists. The status does not change.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it follows up.
   */
  followUpOfId: string | null
  /**
   * Links to related pages.
   */
  links:
    | {
        /**
         * The URL.
         */
        url: string
        /**
         * The title to show.
         */
        title?: string
        /**
         * What kind of link it is. Free text.
         */
        type?: string
      }[]
    | null
  /**
   * Other people who wrote or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * Moves the ticket to the customer with this address.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * Names of the members that changed.
   */
  changes: string[]
  /**
   * Values before and after the change, without `body` and without values over 16 KiB.
   */
  diff: {
    [k: string]: {
      from: unknown
      to: unknown
    }
  }
}
/**
 * A ticket was resolved. Follows the corresponding `ticket.updated`.
 */
export interface TicketResolvedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A ticket and its previous status.
 */
export interface EventTicketChange {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique within the brand, ascending and never reused.
   */
  ticketNumber: number
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Truncated at 64 KiB; `bodyTruncated` is then true.
   */
  body: string | null
  /**
   * `body` was truncated.
   */
  bodyTruncated?: true
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, if a reason was given.
   */
  closeReason: string | null
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came from. More values may be added.
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
   * Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`. More values may be added.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member assigned to it. Omitted or null if unassigned.
   */
  assigneeId: string | null
  /**
   * Its category.
   */
  categoryId: string | null
  /**
   * Its tags.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Whether it is marked as spam, which hides it from lists. The status does not change.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it follows up.
   */
  followUpOfId: string | null
  /**
   * Links to related pages.
   */
  links:
    | {
        /**
         * The URL.
         */
        url: string
        /**
         * The title to show.
         */
        title?: string
        /**
         * What kind of link it is. Free text.
         */
        type?: string
      }[]
    | null
  /**
   * Other people who wrote or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * Key of the previous status.
   */
  previousStatus: string | null
}
/**
 * A ticket was closed. Follows the corresponding `ticket.updated`.
 */
export interface TicketClosedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A resolved or closed ticket was reopened. Follows the corresponding `ticket.updated`.
 */
export interface TicketReopenedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A ticket was moved to the trash or permanently deleted.
 */
export interface TicketDeletedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketDeletion
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventTicketDeletion {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique within the brand, ascending and never reused.
   */
  ticketNumber: number
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Truncated at 64 KiB; `bodyTruncated` is then true.
   */
  body: string | null
  /**
   * `body` was truncated.
   */
  bodyTruncated?: true
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, if a reason was given.
   */
  closeReason: string | null
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came from. More values may be added.
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
   * Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`. More values may be added.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member assigned to it. Omitted or null if unassigned.
   */
  assigneeId: string | null
  /**
   * Its category.
   */
  categoryId: string | null
  /**
   * Its tags.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Whether it is marked as spam, which hides it from lists. The status does not change.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it follows up.
   */
  followUpOfId: string | null
  /**
   * Links to related pages.
   */
  links:
    | {
        /**
         * The URL.
         */
        url: string
        /**
         * The title to show.
         */
        title?: string
        /**
         * What kind of link it is. Free text.
         */
        type?: string
      }[]
    | null
  /**
   * Other people who wrote or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * Key of the previous status.
   */
  previousStatus: string | null
  /**
   * When it was deleted. Omitted unless it is deleted.
   */
  deletedAt: string
  /**
   * true: the ticket was permanently deleted, whether or not it was in the trash.
   */
  permanent: boolean
}
/**
 * A ticket was restored from the trash.
 */
export interface TicketRestoredEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A ticket was marked as spam.
 */
export interface TicketSpamMarkedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A ticket is no longer marked as spam.
 */
export interface TicketSpamUnmarkedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketChange
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A ticket was merged into another, which now has its comments and files.
 */
export interface TicketMergedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventTicketMerge
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventTicketMerge {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique within the brand, ascending and never reused.
   */
  ticketNumber: number
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Truncated at 64 KiB; `bodyTruncated` is then true.
   */
  body: string | null
  /**
   * `body` was truncated.
   */
  bodyTruncated?: true
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * Why it was closed, if a reason was given.
   */
  closeReason: string | null
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came from. More values may be added.
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
   * Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`. More values may be added.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The member assigned to it. Omitted or null if unassigned.
   */
  assigneeId: string | null
  /**
   * Its category.
   */
  categoryId: string | null
  /**
   * Its tags.
   */
  tags: {
    /**
     * Id that starts with tag_.
     */
    id: string
    name: string
  }[]
  /**
   * Whether it is marked as spam, which hides it from lists. The status does not change.
   */
  isSpam: boolean
  /**
   * The ticket that it was merged into.
   */
  mergedIntoId: string | null
  /**
   * The closed ticket that it follows up.
   */
  followUpOfId: string | null
  /**
   * Links to related pages.
   */
  links:
    | {
        /**
         * The URL.
         */
        url: string
        /**
         * The title to show.
         */
        title?: string
        /**
         * What kind of link it is. Free text.
         */
        type?: string
      }[]
    | null
  /**
   * Other people who wrote or were copied.
   */
  participants:
    | {
        email: string
        name?: string
        /**
         * False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation.
         */
        verified: boolean
      }[]
    | null
  /**
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * The ticket that was merged. Same as `id`.
   */
  sourceId: string
  /**
   * The ticket that it was merged into.
   */
  targetId: string
  targetTicketNumber: number
  /**
   * The comment on the target that contains the source's original message; the next `comment.created` reports it. Files of the source that belonged to no comment now belong to this one.
   */
  openingCommentId: string
}
/**
 * A public reply was written, or, for webhooks with `includeInternal`, an internal note. A webhook that lists `ticket.comment.created` receives it under that name.
 */
export interface CommentCreatedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventComment
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A comment in an event, with its ticket.
 */
export interface EventComment {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * The ticket's public number, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  comment: {
    /**
     * Id that starts with cmt_.
     */
    id: string
    /**
     * Truncated at 64 KiB; `bodyTruncated` is then true.
     */
    body: string
    /**
     * `body` was truncated.
     */
    bodyTruncated?: true
    /**
     * The member, customer or API key that wrote it, or an id given by the caller.
     */
    authorId: string | null
    /**
     * The author's name. Customers see the brand's name instead of an API key's.
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
     * The comment of the same ticket that it replies to.
     */
    parentId: string | null
    /**
     * The channel that it came from. More values may be added.
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
     * true: written by a machine, such as an out-of-office reply.
     */
    isAutomated: boolean
    /**
     * Only if the comment is delayed: when it is sent and customers can see it. Until then it can be taken back.
     */
    sendAt?: string
    /**
     * The attached files.
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
     * Who gets a copy of the email.
     */
    cc?: string[]
    /**
     * Links to related pages.
     */
    links?: {
      /**
       * The URL.
       */
      url: string
      /**
       * The title to show.
       */
      title?: string
      /**
       * What kind of link it is. Free text.
       */
      type?: string
    }[]
    /**
     * Your own JSON object.
     */
    metadata?: Record<string, unknown>
    /**
     * Increases by one with every change. Used in `ETag` and `If-Match`.
     */
    version: number
    /**
     * When it was created.
     */
    createdAt: string
    /**
     * When it was last changed.
     */
    updatedAt: string
  }
  ticket: TicketHead
}
/**
 * The ticket after the change. Its version is one higher.
 */
export interface TicketHead {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  /**
   * The member assigned to it. Omitted or null if unassigned.
   */
  assigneeId: string | null
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was last changed.
   */
  updatedAt: string
}
/**
 * A reply or note was edited.
 */
export interface CommentUpdatedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventCommentUpdate
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventCommentUpdate {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * The ticket's public number, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  comment: {
    /**
     * Id that starts with cmt_.
     */
    id: string
    /**
     * Truncated at 64 KiB; `bodyTruncated` is then true.
     */
    body: string
    /**
     * `body` was truncated.
     */
    bodyTruncated?: true
    /**
     * The member, customer or API key that wrote it, or an id given by the caller.
     */
    authorId: string | null
    /**
     * The author's name. Customers see the brand's name instead of an API key's.
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
     * The comment of the same ticket that it replies to.
     */
    parentId: string | null
    /**
     * The channel that it came from. More values may be added.
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
     * true: written by a machine, such as an out-of-office reply.
     */
    isAutomated: boolean
    /**
     * Only if the comment is delayed: when it is sent and customers can see it. Until then it can be taken back.
     */
    sendAt?: string
    /**
     * The attached files.
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
     * Who gets a copy of the email.
     */
    cc?: string[]
    /**
     * Links to related pages.
     */
    links?: {
      /**
       * The URL.
       */
      url: string
      /**
       * The title to show.
       */
      title?: string
      /**
       * What kind of link it is. Free text.
       */
      type?: string
    }[]
    /**
     * Your own JSON object.
     */
    metadata?: Record<string, unknown>
    /**
     * Increases by one with every change. Used in `ETag` and `If-Match`.
     */
    version: number
    /**
     * When it was created.
     */
    createdAt: string
    /**
     * When it was last changed.
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
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventComment
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A file was added to a ticket or comment.
 */
export interface AttachmentCreatedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventAttachment
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventAttachment {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * The ticket's public number, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
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
   * Omitted until the file belongs to a ticket.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  filename: string
  /**
   * The declared media type.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * `PENDING`: announced, but not confirmed yet. `FAILED`: its bytes did not arrive within 24 hours. More values may be added.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * true for files on internal notes, which the customer cannot see.
   */
  isInternal: boolean
  /**
   * true: a picture within the text of an email.
   */
  inline?: boolean
  /**
   * The Content-ID that the email's HTML refers to it by.
   */
  contentId?: string
  /**
   * Who uploaded it, in the caller's own words.
   */
  uploadedBy?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Result of the malware scan, if the server has a scanner and the file is uploaded. Only `clean` files can be downloaded; a `blocked` file contains malware. More values may be added.
   */
  scan?: "pending" | "clean" | "blocked" | (string & {})
  /**
   * Lowercase hex. Present once the file is uploaded.
   */
  sha256?: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
/**
 * A file was deleted.
 */
export interface AttachmentDeletedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventAttachment
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A customer was created, by their first message to the brand or by your team or programs.
 */
export interface CustomerCreatedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventCustomerRecord
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A customer in an event, including hidden customers.
 */
export interface EventCustomerRecord {
  /**
   * Id that starts with cus_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  email: string
  /**
   * true: `email` is a placeholder for a customer without an email address, and gets no email.
   */
  emailIsPlaceholder?: boolean
  name?: string
  /**
   * URL of a picture.
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
   * Your own id for it.
   */
  externalId?: string
  /**
   * The customer's addresses on other channels: `{channel, address}`.
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
   * false: the customer gets no email at all.
   */
  notifyEmail: boolean
  /**
   * true: the customer's messages are filed as spam.
   */
  isBlocked: boolean
  /**
   * When a mail system reported that the mailbox does not exist. No email is sent there for 60 days, or until the person writes or `notifyEmail` is set to true.
   */
  emailBouncedAt?: string
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * When it was deleted. Omitted unless it is deleted.
   */
  deletedAt?: string
  /**
   * The customer that this one was merged into.
   */
  mergedIntoId?: string
  /**
   * When everything known about the customer was erased. Receivers should erase it too.
   */
  erasedAt?: string
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
}
/**
 * A customer changed. Deleted customers have `deletedAt`.
 */
export interface CustomerUpdatedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventCustomerUpdate
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventCustomerUpdate {
  /**
   * Id that starts with cus_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  email: string
  /**
   * true: `email` is a placeholder for a customer without an email address, and gets no email.
   */
  emailIsPlaceholder?: boolean
  name?: string
  /**
   * URL of a picture.
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
   * Your own id for it.
   */
  externalId?: string
  /**
   * The customer's addresses on other channels: `{channel, address}`.
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
   * false: the customer gets no email at all.
   */
  notifyEmail: boolean
  /**
   * true: the customer's messages are filed as spam.
   */
  isBlocked: boolean
  /**
   * When a mail system reported that the mailbox does not exist. No email is sent there for 60 days, or until the person writes or `notifyEmail` is set to true.
   */
  emailBouncedAt?: string
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * When it was deleted. Omitted unless it is deleted.
   */
  deletedAt?: string
  /**
   * The customer that this one was merged into.
   */
  mergedIntoId?: string
  /**
   * When everything known about the customer was erased. Receivers should erase it too.
   */
  erasedAt?: string
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * Names of the members that changed.
   */
  changes: string[]
  /**
   * Values before and after the change, without `body` and without values over 16 KiB.
   */
  diff: {
    [k: string]: {
      from: unknown
      to: unknown
    }
  }
}
/**
 * A message to a customer was sent.
 */
export interface MessageSentEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventMessage
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventMessage {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * The ticket's public number, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * The comment that it belongs to.
   */
  commentId: string | null
  message: OutboundMessage
}
/**
 * A message to a customer, and its delivery status.
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
   * The channel that it is sent or received on. More values may be added.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * `reply`: a comment. `autoresponse`: an acknowledgement. `notification`: says that a ticket was opened for the customer. More values may be added.
   */
  kind: "reply" | "autoresponse" | "notification" | (string & {})
  /**
   * The sender.
   */
  from?: string
  /**
   * The recipient.
   */
  to: string
  subject?: string
  /**
   * The channel's id for the message. For email, its Message-ID.
   */
  externalId?: string
  /**
   * `queued` until the next server accepts it, then `sent`; `delayed` while a mail system along the way keeps trying; `delivered`, `bounced` or `failed` once the result is known. `suppressed`: not sent, because it must not be or because no channel can send it. More values may be added.
   */
  status: "queued" | "sent" | "delayed" | "delivered" | "failed" | "bounced" | "suppressed" | (string & {})
  /**
   * Number of attempts.
   */
  attempts: number
  /**
   * For a text message that was sent: the segments that carriers charge for, in all parts together.
   */
  segments?: number
  /**
   * Why it failed: the meaning, if known, and the message of the server that refused it.
   */
  error?: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
/**
 * A mail system could not forward a message yet and keeps trying.
 */
export interface MessageDelayedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventMessage
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A message was delivered.
 */
export interface MessageDeliveredEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventMessage
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * A message could not be sent.
 */
export interface MessageFailedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventRefusal
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
export interface EventRefusal {
  /**
   * The ticket that it belongs to. Id that starts with tkt_.
   */
  ticketId: string
  /**
   * The ticket's public number, such as ACME-1042.
   */
  ticketNumber: string
  /**
   * The customer.
   */
  customerId: string | null
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string | null
  /**
   * The customer's name, if known.
   */
  customerName: string | null
  /**
   * The record was permanently deleted or its customer erased. Older events contain only ids.
   */
  purged?: true
  /**
   * The comment that it belongs to.
   */
  commentId: string | null
  message: OutboundMessage
  /**
   * Whether another attempt would fail too.
   */
  permanent: boolean
  /**
   * `no_mailbox`: no email is sent to the address for a while. `policy`: the email was classified as spam, or SPF, DKIM or DMARC failed. More values may be added.
   */
  cause: "no_mailbox" | "mailbox_full" | "too_large" | "policy" | "other" | (string & {})
}
/**
 * A message was sent, but bounced.
 */
export interface MessageBouncedEvent {
  /**
   * The same on every attempt and for every webhook.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: EventRefusal
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * An event of a type added after this document was written. Respond with 2xx and ignore it.
 */
export interface UnknownEvent {
  /**
   * The same on every attempt and for every webhook.
   */
  id: string
  /**
   * What happened.
   */
  event: string
  /**
   * Same as `event`: a type that is not in this document.
   */
  type: UnknownName
  /**
   * Same as `brandId`.
   */
  brand_id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  data: object
  /**
   * true in a test event, whose data is made up.
   */
  test?: true
}
/**
 * Where pages load the widget from.
 */
export interface WidgetScript {
  /**
   * The current version of the widget loader, at a URL whose content never changes.
   */
  url: string
  /**
   * Its hash, for the `integrity` attribute of a script element (Subresource Integrity), together with `crossorigin`.
   */
  integrity: string
  /**
   * Always the newest loader. Browsers check for a new version after an hour.
   */
  newestUrl: string
}
export interface SystemStatus {
  /**
   * ISO 8601, UTC, milliseconds.
   */
  at: string
  /**
   * Parts that could not be read and are omitted below.
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
   * `nodes`, `database`, `connections`, `migrations`, `files`, `disk`, or `queues.` followed by the missing queue.
   */
  part: string
  /**
   * The problem with the database, or `failed`; in that case, see the node's log. More values may be added.
   */
  reason: "unreachable" | "overloaded" | "timeout" | "full" | "failed" | (string & {})
}
export interface NodeStatus {
  /**
   * Id that starts with node_.
   */
  id: string
  /**
   * `silent`: not heard from for 30 seconds, because the node was killed or lost the database; shown for a day. `stopped`: shut down normally; shown for an hour. More values may be added.
   */
  state: "running" | "silent" | "stopped" | (string & {})
  /**
   * Whether this node sent the response.
   */
  isAnswering: boolean
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: string
  /**
   * The newest migration in the node's code.
   */
  migration: number
  /**
   * Name of the machine or container.
   */
  host: string
  /**
   * The HTTP port.
   */
  port: number
  /**
   * Process id on that machine.
   */
  pid: number
  /**
   * ISO 8601, UTC, milliseconds.
   */
  startedAt: string
  /**
   * Updated every ten seconds while the node runs, by the database's clock.
   */
  heardAt: string
  /**
   * ISO 8601, UTC, milliseconds.
   */
  stoppedAt?: string
}
export interface QueueStatus {
  /**
   * `mail`, `chat`, `sms`, `custom`: outgoing messages. `webhooks`: deliveries. `chat.updates`: ticket changes to show in threads. `inbound.*`: messages handed over by providers; email is processed immediately and can only fail. `files.removal`: files that nothing refers to any more. `files.scan`: files to scan, only with MALWARE_SCANNER.
   */
  name: string
  /**
   * Everything in the queue, including later retries. Here and below, 10000 means 10,000 or more.
   */
  waiting: number
  /**
   * Entries that can be processed now.
   */
  due: number
  /**
   * Entries that are blocked: their ticket or brand is in the trash, or their connection or endpoint is paused or failing.
   */
  held: number
  /**
   * Entries given up on in the last 24 hours.
   */
  failed: number
  /**
   * ISO 8601, UTC, milliseconds.
   */
  oldestDueAt?: string
  /**
   * How long the oldest entry that is due and not held has been due. Alert on this value.
   */
  lagSeconds: number
}
export interface DatabaseStatus {
  /**
   * PostgreSQL version.
   */
  serverVersion: string
  bytes: number
  /**
   * The ten largest tables, with partitions added up.
   */
  tables: {
    name: string
    /**
     * Including indexes.
     */
    bytes: number
    /**
     * PostgreSQL's estimate.
     */
    rows: number
  }[]
}
export interface ConnectionsStatus {
  /**
   * Connections to the whole database server, including those of other clients.
   */
  used: number
  /**
   * Maximum number of connections.
   */
  limit: number
  /**
   * Connections of this installation's nodes.
   */
  ours: number
  waitingForLocks: number
  /**
   * Start of the longest transaction still running in this database.
   */
  oldestTransactionAt?: string
}
export interface MigrationsStatus {
  /**
   * `ahead`: the database has migrations of a newer version that this node can still work with. `barred`: it cannot work with them. `behind`: the database lacks migrations in this node's code, for example after a restore. More values may be added.
   */
  state: "current" | "ahead" | "behind" | "barred" | (string & {})
  /**
   * The newest migration in the database.
   */
  database: number
  /**
   * The newest migration known to this node.
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
   * More values may be added.
   */
  store: "folder" | "bucket" | (string & {})
  /**
   * Size of the files of all accounts, as counted for their limits.
   */
  storedBytes?: number
  /**
   * Free space on the disk that holds the folder, on this node.
   */
  freeBytes?: number
  sizeBytes?: number
}
export interface ActorStatus {
  name: string
  kind: string
  /**
   * The brand that it belongs to.
   */
  brandId?: string
  /**
   * More values may be added.
   */
  state: "starting" | "running" | "backing_off" | "stopped" | (string & {})
  /**
   * How many times it has restarted after a failure.
   */
  restarts: number
  /**
   * Work that is waiting or in progress, on all nodes and regardless of when it is due, as of some seconds ago: messages to send or messages received. For a webhook, its unfinished deliveries, counted up to 1,000.
   */
  backlog: number
  /**
   * When it was last active.
   */
  lastActivityAt: string | null
  /**
   * The last error.
   */
  lastError: string | null
  /**
   * When the last message arrived: for a workspace, number or custom channel on any node; for the mail server on this one. `lastOutboundAt` works the same way, and includes the mailer.
   */
  lastInboundAt?: string
  /**
   * When the last message was sent on it.
   */
  lastOutboundAt?: string
}
/**
 * A message that would have been sent.
 */
export interface CapturedMessage {
  /**
   * Id that starts with msg_.
   */
  id: string
  /**
   * The channel that it is sent or received on. More values may be added.
   */
  channel: "email" | "chat" | "sms" | (string & {})
  /**
   * More values may be added.
   */
  kind: "reply" | "autoresponse" | "notification" | "magic_link" | (string & {})
  /**
   * The brand that it belongs to. Id that starts with br_.
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
   * The sender.
   */
  from: string
  /**
   * The recipient.
   */
  to: string
  /**
   * Who gets a copy of the email.
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
   * The address that a reply goes to.
   */
  replyAddress?: string
  /**
   * The attached files.
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
   * When it was created.
   */
  createdAt: string
}
/**
 * Where to show an email in its original design, in a frame. Returned only when you get a single message.
 */
export interface MailView {
  /**
   * An HTML document to show in a frame, with the email's text, colours, tables and embedded pictures. It runs no scripts and loads nothing from elsewhere. With `?pictures=1`, this server fetches the remote pictures; their servers learn when the email is read, but not by whom or from where. Works without a credential until `expiresAt`. Only the dashboard and `ADMIN_ORIGINS` can frame it.
   */
  url: string
  /**
   * Seconds.
   */
  expiresIn: number
  /**
   * When it expires.
   */
  expiresAt: string
  /**
   * Remote pictures, which are shown only on request.
   */
  pictures: {
    count: number
    /**
     * The servers that host them, at most 5, starting with the one that hosts the most.
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
   * Its current state.
   */
  status: "delayed" | "delivered" | "failed" | "bounced"
  /**
   * The message of the server that refused it.
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
   * The events that it caused, in order.
   *
   * Items: Id that starts with evt_.
   */
  eventIds: string[]
}
/**
 * A message that was received, and what became of it.
 */
export interface InboundMessage {
  /**
   * Id that starts with inb_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * The channel that it is sent or received on. More values may be added.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * For email, the Message-ID without angle brackets.
   */
  externalId: string
  /**
   * The sender.
   */
  from: string
  /**
   * The recipient.
   */
  to: string[]
  subject?: string
  /**
   * `received`: not processed yet. `duplicate` and `ignored`: no effect. `failed`: can be reprocessed. More values may be added.
   */
  status: "received" | "processed" | "duplicate" | "ignored" | "failed" | (string & {})
  /**
   * What it became. More values may be added.
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
   * Number of attempts.
   */
  attempts: number
  /**
   * Size of the original message, in bytes.
   */
  size: number
  /**
   * When it was received.
   */
  receivedAt: string
  /**
   * When it was processed.
   */
  processedAt?: string
  /**
   * For email, who wrote it: a person, an auto-responder, another machine, or a mail system. More values may be added.
   */
  kind?: "human" | "auto-replied" | "auto-generated" | "bounce" | (string & {})
  authentication?: MailAuthentication
  /**
   * What is unusual about the message. `duplicate_message_id`: a different message has the same id. `sender_over_limit`: more than 60 messages from this sender within an hour. `ticket_over_limit`: more than 20 messages from this sender on the ticket within an hour; it does not change the status. `relay_spam`: a trusted relay classified it as spam. `number_was_idle`: the number had been silent for a year and now belongs to someone else. Text messages that failed: `unroutable` (sent to a number that is not the brand's), `unsupported_sender` (from a sender that cannot be replied to), `held` (over the limits for new tickets).
   */
  flags: string[]
}
/**
 * Results of SPF, DKIM, DMARC and ARC. `temperror`: DNS did not respond in time. For email relayed by a host in this server's own network, only signatures are checked.
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
   * The operator's mail server in front of this one, by the name it uses in `Authentication-Results` (RFC 8601). SPF and DMARC are its results. Omitted if this server did the checks itself.
   */
  relay?: {
    authservId: string
    isSpam: boolean
  }
}
export interface SimulatedText {
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * The sender.
   */
  from: string
  /**
   * Can be empty if there are `mediaIds`.
   */
  text: string
  /**
   * An enabled number of the brand. Defaults to the oldest one.
   */
  to?: string
  /**
   * A text message with the same id as another is a duplicate.
   */
  messageId?: string
  /**
   * Confirmed uploads that are attached to it.
   *
   * @maxItems 10
   *
   * Items: Id that starts with att_.
   */
  mediaIds?: string[]
}
export interface SimulatedChat {
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  user: {
    /**
     * The sender's Slack user id.
     */
    id: string
    name?: string
    /**
     * The email address in their profile.
     */
    email?: string
  }
  /**
   * The message text or, with `edit`, the new text.
   */
  text: string
  /**
   * A customer channel of the brand. Defaults to a direct message.
   */
  channelId?: string
  /**
   * The message that it replies to.
   */
  threadId?: string
  /**
   * A message with the same id as another is a duplicate.
   */
  messageId?: string
  /**
   * Edits the existing message `messageId`.
   */
  edit?: boolean
  /**
   * Deletes the existing message `messageId`.
   */
  delete?: boolean
}
interface SimulatedMailMembers {
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * The whole message (RFC 5322) as base64, instead of its parts.
   */
  raw?: string
  /**
   * An address, or a name and an address. Required without `raw`.
   */
  from?: string
  /**
   * Defaults to the brand's `inboundEmail`.
   *
   * @maxItems 100
   */
  to?: string[]
  /**
   * Who gets a copy of the email.
   *
   * @maxItems 100
   */
  cc?: string[]
  subject?: string
  text?: string
  html?: string
  /**
   * An email with the same id and content as another is a duplicate.
   */
  messageId?: string
  /**
   * Message-ID of the email that it replies to.
   */
  inReplyTo?: string
  /**
   * Message-IDs of the conversation, oldest first.
   *
   * @maxItems 100
   */
  references?: string[]
  /**
   * Additional header fields by name, such as `Auto-Submitted`; at most 50.
   */
  headers?: {
    [k: string]: string
  }
  /**
   * The attached files.
   *
   * @maxItems 50
   */
  attachments?: {
    filename: string
    contentType: string
    /**
     * The bytes, as base64.
     */
    content: string
  }[]
}
/**
 * A token for one customer of one brand. It is valid only in the portal.
 */
export interface PortalToken {
  /**
   * `pt_…`, returned only in this response. Send it as `Authorization: Bearer pt_…`.
   */
  accessToken: string
  /**
   * Same as `accessToken`.
   */
  token: string
  /**
   * How to send it: `Authorization: Bearer …`.
   */
  tokenType: "Bearer"
  /**
   * When it expires.
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
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
}
export interface PortalVerification {
  /**
   * The `ml_…` of the link.
   */
  token: string
  /**
   * From 60 seconds to 30 days: `<n>s`, `<n>m`, `<n>h`, `<n>d`, or a number of seconds. Defaults to 1 hour.
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
   * URL of a small square picture.
   */
  iconUrl?: string
  /**
   * URL of the logo.
   */
  logoUrl?: string
  color?: string
}
export interface Success {
  /**
   * Always true. Failures return an error instead.
   */
  success: true
}
export interface PortalLinkRequest {
  /**
   * The brand that it belongs to.
   */
  brandId: string
  email: string
  /**
   * The page that the link opens, with `token=ml_…` added to its query. The page exchanges it at /v1/portal/verify. Defaults to this server's own portal.
   */
  portalUrl?: string
}
/**
 * A file with its download URL.
 */
export interface PortalAttachmentLink {
  /**
   * Id that starts with att_.
   */
  id: string
  filename: string
  /**
   * The declared media type.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * Its current state. More values may be added.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * When it was created.
   */
  createdAt: string
  attachment: PortalAttachment
  /**
   * Anyone who has this URL can use it. It supports range requests. With `?inline=1`, a URL of this server shows images and PDFs in the browser; a URL of the object store always downloads.
   */
  downloadUrl: string
  /**
   * Seconds until the URL expires.
   */
  expiresIn: number
  /**
   * When it expires.
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
   * The declared media type.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * Its current state. More values may be added.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * When it was created.
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
   * Send the bytes to this URL with PUT. `Content-Length` must equal `size`, and `Content-Type` must be the declared type.
   */
  uploadUrl: string
  /**
   * HTTP method for sending the bytes.
   */
  method: "PUT"
  filename: string
  /**
   * Seconds until the URL expires.
   */
  expiresIn: number
  /**
   * When it expires.
   */
  expiresAt: string
}
export interface PortalAttachmentCreate {
  filename: string
  /**
   * The declared media type.
   */
  contentType: string
  /**
   * Size in bytes. A file above this installation's limit (50 MiB by default) is refused with 413.
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
   * In plain text or Markdown.
   */
  body: string
  /**
   * True if `body` is only the beginning: the newest 16 MiB of a conversation's texts are included in full.
   */
  bodyTruncated?: boolean
  /**
   * Whether a customer or the team wrote it.
   */
  authorType: "CUSTOMER" | "STAFF"
  /**
   * Never empty. A member without a name is shown as the brand.
   */
  authorName: string
  /**
   * Whether the current customer wrote it, rather than someone else on the ticket, regardless of names.
   */
  isOwn: boolean
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * The attached files.
   */
  attachments: PortalAttachment[]
}
export interface PortalCommentCreate {
  /**
   * Can be empty or blank only if there are files.
   */
  body: string
  /**
   * Confirmed uploads of this customer that do not belong to a ticket yet.
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
   * The ticket's public number, such as ACME-1042.
   */
  ticketNumber: string
  title: string
  /**
   * The category of the ticket's status.
   */
  status: "open" | "pending" | "resolved" | "closed"
  /**
   * The brand's name for the status, as shown to customers.
   */
  statusLabel: string
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * Number of public comments.
   */
  commentCount: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When something that the customer can see last changed. Internal changes by the team do not affect it.
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
   * The ticket that it was merged into, if it belongs to the same customer.
   */
  mergedIntoId?: string
  /**
   * Empty if there is none.
   */
  body: string
  /**
   * Oldest first.
   */
  comments: PortalComment[]
  /**
   * All files that the customer can see: those of the ticket and of its comments, oldest first.
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
   * The ticket's public number, such as ACME-1042.
   */
  ticketNumber: string
  title: string
  /**
   * The category of the ticket's status.
   */
  status: "open" | "pending" | "resolved" | "closed"
  /**
   * The brand's name for the status, as shown to customers.
   */
  statusLabel: string
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * Number of public comments.
   */
  commentCount: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When something that the customer can see last changed. Internal changes by the team do not affect it.
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
   * The ticket that it was merged into, if it belongs to the same customer.
   */
  mergedIntoId?: string
}
export interface PortalTicketCreate {
  /**
   * Subject of the ticket.
   */
  title: string
  /**
   * Plain text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which takes precedence.
   */
  custom_fields?: unknown
  /**
   * Confirmed uploads of this customer that do not belong to a ticket yet.
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
     * The custom fields to show when a customer opens a ticket.
     */
    fields: FieldDefinition[]
  }
  /**
   * When the token expires.
   */
  expiresAt: string
}
/**
 * Describes the input for one custom field. It enforces nothing: custom fields accept any value.
 */
export interface FieldDefinition {
  /**
   * Id that starts with fld_.
   */
  id: string
  /**
   * The member of `customFields` that it describes. It never changes.
   */
  key: string
  /**
   * The label of the input.
   */
  label: string
  /**
   * The kind of input. It never changes. More values may be added.
   */
  type: "text" | "number" | "boolean" | "date" | "select" | "multiselect" | "url" | "array" | "object" | (string & {})
  /**
   * A hint for forms; not enforced.
   */
  required: boolean
  /**
   * The initial value of the input: any JSON value, null for none.
   */
  defaultValue?: unknown
  description?: string
  /**
   * The placeholder shown in an empty input.
   */
  placeholder?: string
  /**
   * The choices of a select or multiselect.
   */
  options?: string[]
  /**
   * Whether the field is shown anywhere.
   */
  visible: boolean
  /**
   * Whether to ask for it when a ticket is created.
   */
  showOnCreate: boolean
  /**
   * Whether it is a column in lists.
   */
  showInTable: boolean
  /**
   * Whether it is shown next to the record.
   */
  showInDetail: boolean
  /**
   * Position in the list, starting at 0.
   */
  sortOrder: number
  /**
   * Where the definition comes from. Free text.
   */
  source?: string
  /**
   * When it was created.
   */
  createdAt: string
}
/**
 * The custom domain of a brand's portal.
 */
export interface PortalDomain {
  /**
   * `null`: the portal has no custom domain.
   */
  domain: string | null
  /**
   * Whether the portal is served on this domain and links in emails point to it.
   */
  verified: boolean
  /**
   * The current URL of the brand's portal.
   */
  url: string
  /**
   * What is missing, or that DNS did not respond.
   */
  error?: string
  /**
   * The DNS records to create.
   */
  records: PortalDomainRecord[]
  /**
   * When DNS was last queried.
   */
  checkedAt: string | null
  /**
   * When it was verified.
   */
  verifiedAt: string | null
  /**
   * Since when a verified domain has lacked a required record. It stays verified for three days.
   */
  failingSince: string | null
}
/**
 * A DNS record for the domain.
 */
export interface PortalDomainRecord {
  /**
   * More values may be added.
   */
  type: "CNAME" | "TXT" | (string & {})
  /**
   * Fully qualified domain name.
   */
  name: string
  value: string
  /**
   * `address` points browsers to this server; any A, AAAA or CNAME record that leads to the server works. `ownership` proves that you own the name. More values may be added.
   */
  purpose: "address" | "ownership" | (string & {})
  /**
   * `pending`: there is no such record yet. `failed`: the record has another value or has disappeared. More values may be added.
   */
  status: "pending" | "verified" | "failed" | (string & {})
  /**
   * What the last check found.
   */
  found?: string
}
export interface PortalDomainSet {
  /**
   * A host name that you own, such as help.example.com.
   */
  domain: string
}
export interface PortalRevocation {
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string
}
/**
 * A portal token without its secret.
 */
export interface ListedPortalToken {
  /**
   * `pt_…` and the last four characters of the token.
   */
  preview: string
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it expires.
   */
  expiresAt: string
}
export interface PortalMagicLink {
  email: string
  /**
   * The page that the link opens, with `token=ml_…` added to its query. The page exchanges it at /v1/portal/verify. Defaults to this server's own portal.
   */
  portalUrl?: string
}
interface PortalTokenCreateMembers {
  /**
   * The customer that the token is for. Required.
   */
  customerEmail?: string
  /**
   * Same as `customerEmail`, which takes precedence.
   */
  email?: string
  /**
   * Name for a customer who is new or has no name. An existing name is kept.
   */
  customerName?: string | null
  /**
   * Same as `customerName`, which takes precedence.
   */
  name?: string | null
  /**
   * From 60 seconds to 30 days: `<n>s`, `<n>m`, `<n>h`, `<n>d`, or a number of seconds. Defaults to 1 hour.
   */
  expiresIn?: string | number
  /**
   * Company for a new customer, matched by name ignoring case and created if necessary.
   */
  companyName?: string | null
}
/**
 * How you appear, and what you are notified about, in this organization.
 */
export interface Profile {
  displayName: string | null
  /**
   * URL of a picture.
   */
  avatarUrl: string | null
  notifyEmail: boolean
  notifyToast: boolean
  notifyDesktop: boolean
  preferences: Record<string, unknown> | null
}
export interface ProfileUpdate {
  /**
   * The name that customers see for the member.
   */
  displayName?: string | null
  /**
   * URL of a picture.
   */
  avatarUrl?: string | null
  /**
   * Whether the member gets email about watched tickets and, for owners and admins, about failing webhooks and domains. Defaults to true.
   */
  notifyEmail?: boolean
  /**
   * Whether the dashboard shows notifications. Defaults to true.
   */
  notifyToast?: boolean
  /**
   * Whether the operating system shows notifications. Defaults to false.
   */
  notifyDesktop?: boolean
  /**
   * What clients store for the member, such as the dashboard's keyboard shortcuts. Replaced as a whole; null for none. Clients should preserve members that they do not know.
   */
  preferences?: Record<string, unknown> | null
}
export interface Done {
  /**
   * Always true. Failures return an error instead.
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
   * true: all brands, including future ones.
   */
  allBrands: boolean
  /**
   * The brands that it can access. Empty if it can access all brands.
   */
  brandIds: string[]
  /**
   * All brands of the account: those in live mode by name, then those in test mode.
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
 * `brandIds` must contain at least one brand unless `allBrands` is true.
 */
export interface MemberBrandsUpdate {
  /**
   * true: all brands, including future ones.
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
   * Always true. Failures return an error instead.
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
   * URL of a picture.
   */
  avatarUrl?: string
  /**
   * What the member may do.
   */
  role: "owner" | "admin" | "agent"
  /**
   * `pending`: invited, but the member has not signed in yet. More values may be added.
   */
  status: "active" | "pending" | (string & {})
  /**
   * The brands that the member can access. Owners and admins can access all brands.
   */
  brandAssignment: {
    allBrands: boolean
    brandIds: string[]
  }
  /**
   * For an open invitation: when it was last emailed.
   */
  sentAt?: string
  /**
   * When the member was last active.
   */
  lastActiveAt?: string
  /**
   * When it was created.
   */
  createdAt: string
}
export interface MemberUpdate {
  /**
   * `member` is the same as `agent`.
   */
  role?: "owner" | "admin" | "agent" | "member"
  firstName?: string | null
  lastName?: string | null
}
export interface InviteAcceptance {
  inviteId: string
}
/**
 * If you omit both `allBrands` and `brandIds`, the member can access all brands. Owners and admins always can.
 */
export interface Invite {
  email: string
  /**
   * `member` is the same as `agent`.
   */
  role: "owner" | "admin" | "agent" | "member"
  /**
   * true: all brands, including future ones.
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
 * What is deleted along with the organization, in live and test mode together.
 */
export interface OrganizationContents {
  /**
   * Number of brands that would be deleted.
   */
  brandCount: number
  /**
   * Number of tickets that would be deleted.
   */
  ticketCount: number
  /**
   * Number of customers that would be deleted.
   */
  customerCount: number
  /**
   * Includes open invitations.
   */
  memberCount: number
  /**
   * Number of API keys that would be deleted.
   */
  apiKeyCount: number
  /**
   * Number of webhooks that would be deleted.
   */
  webhookCount: number
}
export interface OrganizationDeleted {
  /**
   * Always true. Failures return an error instead.
   */
  success: true
  message: string
  /**
   * Until when the link in the email to the owners restores it.
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
   * When it was created.
   */
  createdAt: string
}
export interface SignedIn {
  /**
   * Always true. Failures return an error instead.
   */
  success: true
  session: Session
  account: Account
  organization: Organization
  member: Member
  /**
   * `stk_…`: a bearer credential for programs. Browsers use the cookie.
   */
  sessionToken: string
}
/**
 * A member's session in one organization.
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
   * When it was created.
   */
  createdAt: string
  /**
   * When it expires.
   */
  expiresAt: string
  /**
   * The user agent of the browser or program.
   */
  userAgent?: string
}
/**
 * The owner of API keys, brands and all data in them.
 */
export interface Account {
  /**
   * Id that starts with acct_.
   */
  id: string
  name: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface OrganizationChoice {
  organizationId: string
}
export interface EndedSessions {
  /**
   * Always true. Failures return an error instead.
   */
  success: true
  /**
   * Number of sessions that were still valid.
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
   * The organization to sign in to. Defaults to the one used last.
   */
  organizationId?: string
}
export interface MagicLinkRequest {
  email: string
  /**
   * The organization to sign in to. Defaults to the one used last.
   */
  organizationId?: string
}
/**
 * `brandIds` must contain at least one brand unless `allBrands` is true.
 */
interface ApiKeyScopeMembers {
  /**
   * Gives access to all brands, including future ones. Takes precedence over `brandIds`.
   */
  allBrands?: boolean
  /**
   * Gives access to these brands of the key's mode only.
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
   * A name for the key.
   */
  name: string
  /**
   * First twelve and last four characters of the secret.
   */
  keyPreview: string
  /**
   * The first twelve characters of the secret.
   */
  prefix: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Whether the key can access all brands, including future ones.
   */
  allBrands: boolean
  /**
   * The brands that it can access. Empty if it can access all brands.
   */
  brandIds: string[]
  /**
   * Accurate to the minute.
   */
  lastUsedAt: string | null
  /**
   * When it expires.
   */
  expiresAt: string | null
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * Returned only in this response.
   */
  secret: string
  /**
   * Same as `secret`.
   */
  key: string
}
/**
 * If you omit both `allBrands` and `brandIds`, the key can access all brands.
 */
export interface ApiKeyCreate {
  /**
   * A name for the key.
   */
  name: string
  /**
   * Defaults to the caller's mode. A test key can create only test keys.
   */
  mode?: "live" | "test"
  /**
   * Gives access to all brands, including future ones. Takes precedence over `brandIds`.
   */
  allBrands?: boolean
  /**
   * Gives access to these brands of the key's mode only.
   *
   * @maxItems 1000
   */
  brandIds?: string[]
  /**
   * When the key expires. If omitted, it never expires.
   */
  expiresAt?: string | null
}
export interface ApiKey {
  /**
   * Id that starts with key_.
   */
  id: string
  /**
   * A name for the key.
   */
  name: string
  /**
   * First twelve and last four characters of the secret.
   */
  keyPreview: string
  /**
   * The first twelve characters of the secret.
   */
  prefix: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Whether the key can access all brands, including future ones.
   */
  allBrands: boolean
  /**
   * The brands that it can access. Empty if it can access all brands.
   */
  brandIds: string[]
  /**
   * Accurate to the minute.
   */
  lastUsedAt: string | null
  /**
   * When it expires.
   */
  expiresAt: string | null
  /**
   * When it was created.
   */
  createdAt: string
}
export interface AccountUsage {
  /**
   * Tickets created in the current calendar month (UTC).
   */
  ticketsThisMonth: number
  /**
   * Number of tickets that are not spam, deleted or merged.
   */
  ticketsTotal: number
  /**
   * Number of brands that the caller can access.
   */
  brandsCount: number
  /**
   * Active members of the whole account.
   */
  membersCount: number
  /**
   * Size of all uploaded files, in bytes.
   */
  storageBytes: number
  /**
   * Bytes that count toward the account's storage limit: its files in both modes, including announced files and files in the trash. Returned only to callers that can access all brands.
   */
  accountStorageBytes?: number
  /**
   * The account's storage limit, in bytes.
   */
  accountStorageMaxBytes?: number
}
export interface AccountUpdate {
  name: string
}
export interface SearchResult {
  /**
   * More values may be added.
   */
  type: "ticket" | "comment" | "customer" | "company" | (string & {})
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * For tickets and comments.
   */
  ticketId?: string
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId?: string
  /**
   * The ticket's title, or the name of the customer or company.
   */
  title: string
  /**
   * An excerpt around the first match, on one line.
   */
  snippet: string
  /**
   * Positions of the words in `snippet`: `[start, end]` in UTF-16 code units, as in JavaScript strings.
   */
  matches: number[][]
  /**
   * When it was last changed.
   */
  updatedAt: string
}
/**
 * A message that was received, and what became of it.
 */
export interface InboundMessageDetail {
  /**
   * Id that starts with inb_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * The channel that it is sent or received on. More values may be added.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * For email, the Message-ID without angle brackets.
   */
  externalId: string
  /**
   * The sender.
   */
  from: string
  /**
   * The recipient.
   */
  to: string[]
  subject?: string
  /**
   * `received`: not processed yet. `duplicate` and `ignored`: no effect. `failed`: can be reprocessed. More values may be added.
   */
  status: "received" | "processed" | "duplicate" | "ignored" | "failed" | (string & {})
  /**
   * What it became. More values may be added.
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
   * Number of attempts.
   */
  attempts: number
  /**
   * Size of the original message, in bytes.
   */
  size: number
  /**
   * When it was received.
   */
  receivedAt: string
  /**
   * When it was processed.
   */
  processedAt?: string
  /**
   * For email, who wrote it: a person, an auto-responder, another machine, or a mail system. More values may be added.
   */
  kind?: "human" | "auto-replied" | "auto-generated" | "bounce" | (string & {})
  authentication?: MailAuthentication
  /**
   * What is unusual about the message. `duplicate_message_id`: a different message has the same id. `sender_over_limit`: more than 60 messages from this sender within an hour. `ticket_over_limit`: more than 20 messages from this sender on the ticket within an hour; it does not change the status. `relay_spam`: a trusted relay classified it as spam. `number_was_idle`: the number had been silent for a year and now belongs to someone else. Text messages that failed: `unroutable` (sent to a number that is not the brand's), `unsupported_sender` (from a sender that cannot be replied to), `held` (over the limits for new tickets).
   */
  flags: string[]
  /**
   * Quoted earlier text that the comment leaves out.
   */
  quotedText?: string
  /**
   * The email's HTML, reduced to safe elements, attributes and styles. Embedded images are referenced as `cid:` plus the `contentId` of an inline attachment of the ticket or comment. Remote images tell their servers who looks at them, so show them only on request. Omitted if the email has no HTML or more than 1 MiB of it.
   */
  html?: string
  htmlView?: MailView
  /**
   * What was repaired or guessed to read an email, such as a wrongly declared charset.
   */
  repairs?: string[]
}
/**
 * Why a message was handled the way it was.
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
   * The events that it caused, in order, as far as they are still stored.
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
   * When it was received. ISO 8601, UTC, milliseconds.
   */
  createdAt: string
  /**
   * The API key used, with the first twelve characters of its secret.
   */
  apiKey: {
    /**
     * Id that starts with key_.
     */
    id: string
    prefix: string
  }
  /**
   * The brand in the path.
   */
  brandId?: string
  /**
   * The `operationId` of the endpoint, such as `tickets.create`.
   */
  operation: string
  /**
   * The HTTP method.
   */
  method: string
  /**
   * The path as sent. A segment that should be an id but is not is replaced by its name, such as `{ticketId}`.
   */
  path: string
  /**
   * The names of the query parameters. Values are included if they are ids, times, numbers or declared values of the parameter; other values are replaced by `…`.
   */
  query?: string
  /**
   * The response status; 499 if the client disconnected before there was one.
   */
  status: number
  problem?: RequestProblem
  /**
   * Milliseconds until the response started.
   */
  durationMs: number
  /**
   * The `Idempotency-Key` of the request.
   */
  idempotencyKey?: string
  /**
   * Whether the response was replayed from an earlier request with the same idempotency key.
   */
  replayed: boolean
  /**
   * The network address that the request came from.
   */
  ip: string
  /**
   * The user agent of the program that sent it.
   */
  userAgent?: string
  /**
   * How many more requests with the same key one server answered in the same second but did not log. It logs 20 per second and prefers refused requests. All logged requests of that second have the same value.
   */
  omitted: number
}
/**
 * Why the request was refused.
 */
export interface RequestProblem {
  /**
   * The error code in the response.
   */
  code: string
  /**
   * The message in the response. Omitted if it came from another server.
   */
  detail?: string
  /**
   * With `validation_failed`: the first ten broken rules.
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
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId?: string
  /**
   * What happened, such as `ticket.updated`.
   */
  event: string
  /**
   * More values may be added.
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
   * Keyed by field: `{old, new}`.
   */
  changes?: Record<string, unknown>
  /**
   * True if `changes` is omitted: a ticket's history includes only the newest 16 MiB of them. The brand's log has all of them.
   */
  changesTruncated?: boolean
  performedBy: {
    /**
     * More values may be added.
     */
    type: "user" | "api" | "customer" | "system" | (string & {})
    id?: string
    email?: string
    name?: string
    apiKeyPrefix?: string
  }
  /**
   * How the request came in: api, dashboard, portal, email, chat, sms, custom, system.
   */
  source: string
  /**
   * Details about the record, such as `ticketNumber` and `title`.
   */
  metadata?: Record<string, unknown>
  requestId?: string
  /**
   * The network address that the request came from.
   */
  ip?: string
  /**
   * The user agent of the program that made the request.
   */
  userAgent?: string
  /**
   * When it was created.
   */
  createdAt: string
}
/**
 * Something that happened.
 */
export interface Event {
  /**
   * The same on every attempt and for every webhook.
   */
  id: string
  /**
   * What happened. More values may be added.
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
   * Same as `event`. More values may be added.
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
   * The brand that it belongs to. Id that starts with br_.
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
   * Counts the events of a ticket from 1, without gaps in the feed. null for events that are not about a ticket.
   */
  sequence: number | null
  /**
   * The same for all events caused by one command.
   */
  causationId: string
  actor: EventActor
  /**
   * Depends on the type, like the body of the webhook of that type. For permanently deleted records it contains only ids.
   */
  data: Record<string, unknown>
}
export interface ReplayScheduled {
  /**
   * Number of deliveries created. Each appears in the webhook's list of deliveries.
   */
  scheduled: number
}
export interface Replay {
  /**
   * Events at this time or later.
   */
  from?: string
  /**
   * Events before this time.
   */
  to?: string
  /**
   * Only events with these names or in these groups.
   *
   * @maxItems 50
   */
  events?: WebhookEventName[]
  /**
   * Only these events.
   *
   * @maxItems 1000
   */
  eventIds?: string[]
  /**
   * Skips events that this webhook has already received. Defaults to true.
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
   * The name of the event, as sent.
   */
  event: string
  /**
   * The event, as posted.
   */
  payload: unknown
  /**
   * `PENDING` waits for the first attempt, `RETRYING` for another one. `SUCCESS` and `FAILED` are final. More values may be added.
   */
  status: "PENDING" | "SUCCESS" | "FAILED" | "RETRYING" | (string & {})
  /**
   * Number of attempts.
   */
  attempts: number
  /**
   * When the last attempt was made.
   */
  lastAttempt?: string
  /**
   * When the next attempt is due.
   */
  nextAttempt?: string
  /**
   * HTTP status of the last response.
   */
  responseCode?: number
  /**
   * The first KiB of the last response.
   */
  responseBody?: string
  /**
   * Why there was no response, such as `timeout` or `connection_refused`.
   */
  error?: string
  /**
   * Duration of the last attempt, in milliseconds.
   */
  durationMs?: number
  /**
   * The delivery that it repeats. Id that starts with dlv_.
   */
  replayOf?: string
  /**
   * When it was created.
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
   * The name of the event, as sent.
   */
  event: string
  /**
   * The event, as posted.
   */
  payload: unknown
  /**
   * `PENDING` waits for the first attempt, `RETRYING` for another one. `SUCCESS` and `FAILED` are final. More values may be added.
   */
  status: "PENDING" | "SUCCESS" | "FAILED" | "RETRYING" | (string & {})
  /**
   * Number of attempts.
   */
  attempts: number
  /**
   * When the last attempt was made.
   */
  lastAttempt?: string
  /**
   * When the next attempt is due.
   */
  nextAttempt?: string
  /**
   * HTTP status of the last response.
   */
  responseCode?: number
  /**
   * The first KiB of the last response.
   */
  responseBody?: string
  /**
   * Why there was no response, such as `timeout` or `connection_refused`.
   */
  error?: string
  /**
   * Duration of the last attempt, in milliseconds.
   */
  durationMs?: number
  /**
   * The delivery that it repeats. Id that starts with dlv_.
   */
  replayOf?: string
  /**
   * When it was created.
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
   * Number of successful attempts.
   */
  succeeded: number
  /**
   * Number of failed attempts.
   */
  failed: number
  /**
   * Median duration of successful attempts, in milliseconds.
   */
  p50Ms?: number
  /**
   * 99th percentile of the duration of successful attempts, in milliseconds.
   */
  p99Ms?: number
}
export interface WebhookWithSecret {
  /**
   * Id that starts with whk_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Where events are posted.
   */
  url: string
  /**
   * Names and groups of the events it receives.
   */
  events: string[]
  /**
   * false: nothing is sent.
   */
  enabled: boolean
  /**
   * Whether it receives events about internal notes too.
   */
  includeInternal: boolean
  /**
   * `ticket`: an event of a ticket is sent after the previous one has been delivered. `none`: best effort.
   */
  ordering: "ticket" | "none"
  /**
   * Maximum requests per second. Omitted: as fast as the receiver responds.
   */
  ratePerSecond?: number
  description?: string
  /**
   * Consecutive failed attempts since the last success.
   */
  failureCount: number
  /**
   * Why it was disabled. `manual`: by a person. `gone`: the receiver answered 410. `failing`: five days without a success. More values may be added.
   */
  disabledReason?: "manual" | "gone" | "failing" | (string & {})
  /**
   * When something was last sent.
   */
  lastTriggered?: string
  /**
   * When an attempt last failed.
   */
  lastFailure?: string
  /**
   * Until when events are also signed with the previous secret.
   */
  previousSecretExpiresAt?: string
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * Used to verify signatures. Returned only in this response.
   */
  secret: string
}
export interface SecretRotation {
  /**
   * Your own secret. Generated if omitted.
   */
  secret?: string
  /**
   * Hours for which the previous secret also signs. Defaults to 24.
   */
  overlapHours?: number
}
export interface WebhookTest {
  /**
   * The event to send a sample of. Defaults to `ticket.created`.
   */
  event?:
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
    | "ticket.comment.created"
}
/**
 * An endpoint that receives a brand's events.
 */
export interface Webhook {
  /**
   * Id that starts with whk_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Where events are posted.
   */
  url: string
  /**
   * Names and groups of the events it receives.
   */
  events: string[]
  /**
   * false: nothing is sent.
   */
  enabled: boolean
  /**
   * Whether it receives events about internal notes too.
   */
  includeInternal: boolean
  /**
   * `ticket`: an event of a ticket is sent after the previous one has been delivered. `none`: best effort.
   */
  ordering: "ticket" | "none"
  /**
   * Maximum requests per second. Omitted: as fast as the receiver responds.
   */
  ratePerSecond?: number
  description?: string
  /**
   * Consecutive failed attempts since the last success.
   */
  failureCount: number
  /**
   * Why it was disabled. `manual`: by a person. `gone`: the receiver answered 410. `failing`: five days without a success. More values may be added.
   */
  disabledReason?: "manual" | "gone" | "failing" | (string & {})
  /**
   * When something was last sent.
   */
  lastTriggered?: string
  /**
   * When an attempt last failed.
   */
  lastFailure?: string
  /**
   * Until when events are also signed with the previous secret.
   */
  previousSecretExpiresAt?: string
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
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
  events?: WebhookEventName[]
  /**
   * false: nothing is sent.
   */
  enabled?: boolean
  /**
   * Whether to send events about internal notes too.
   */
  includeInternal?: boolean
  /**
   * `ticket`: an event of a ticket is sent after the previous one has been delivered. `none`: best effort.
   */
  ordering?: "ticket" | "none"
  /**
   * Maximum requests per second, spread evenly to a tenth of a second, from all servers together and including retries. `null`: as fast as the receiver responds.
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
  events: WebhookEventName[]
  /**
   * Your own secret. Generated if omitted.
   */
  secret?: string
  /**
   * false: nothing is sent.
   */
  enabled?: boolean
  /**
   * Whether to send events about internal notes too.
   */
  includeInternal?: boolean
  /**
   * `ticket`: an event of a ticket is sent after the previous one has been delivered. `none`: best effort.
   */
  ordering?: "ticket" | "none"
  /**
   * Maximum requests per second, spread evenly to a tenth of a second, from all servers together and including retries. `null`: as fast as the receiver responds.
   */
  ratePerSecond?: number | null
  description?: string | null
}
interface ChannelReceiptMembers {
  /**
   * The `msg_…` from the callback.
   */
  messageId?: string
  /**
   * The channel's id for the message. Together with `messageId`, it is stored as the message's id from now on.
   */
  externalId?: string
  /**
   * The delivery status to report.
   */
  status: "sent" | "delivered" | "failed" | "read"
  /**
   * Why it failed. Shown to the team.
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
   * true: the message was received before, and these are the ids it got then.
   */
  duplicate: boolean
}
export interface InboundPost {
  /**
   * Your id for the message. Sending the same id again has no effect.
   */
  externalId: string
  /**
   * Identifies the conversation. The message becomes a comment on the ticket of that conversation, or a new ticket. If omitted, all messages from one sender form one conversation.
   */
  threadId?: string
  sender: PostedSender
  /**
   * Can be empty if there are attachments.
   */
  text: string
  /**
   * Title of a new ticket. Defaults to the first line of the text, also if the subject has no visible characters.
   */
  subject?: string
  /**
   * The attached files.
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
   * The sender's id at the channel. The same id is the same person next time.
   */
  externalId?: string
  email?: string
  /**
   * A name without visible characters counts as none.
   */
  name?: string
  /**
   * In E.164 form, such as +15550100.
   */
  phone?: string
}
/**
 * Either an upload or a URL.
 */
interface PostedAttachmentMembers {
  filename?: string
  /**
   * The declared media type.
   */
  contentType?: string
  /**
   * A confirmed upload of the brand.
   */
  attachmentId?: string
  /**
   * An https URL at a public address. It is fetched once and must respond within 20 seconds. `filename` and `contentType` are required with it.
   */
  url?: string
}
export interface ChannelTest {
  /**
   * Always true. Failures return an error instead.
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
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  name: string
  /**
   * The `source` of the channel's tickets. More values may be added.
   */
  source: "custom" | "discord" | "instagram" | "twitter" | "whatsapp" | (string & {})
  /**
   * false: the channel neither receives nor sends.
   */
  enabled: boolean
  /**
   * Its current state. More values may be added.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * Where messages to customers are posted.
   */
  callbackUrl?: string
  /**
   * When the last message was received on it.
   */
  lastInboundAt?: string
  /**
   * When the last message was sent on it.
   */
  lastOutboundAt?: string
  /**
   * Why the last message through the channel was not sent.
   */
  lastError?: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * Signs messages in both directions. Returned only in this response.
   */
  secret: string
}
export interface ChannelSecretRotation {
  /**
   * Your own secret. Generated if omitted.
   */
  secret?: string
  /**
   * Hours for which the previous secret stays valid alongside the new one. Defaults to 24.
   */
  overlapHours?: number
}
/**
 * A channel that you build: it posts incoming messages, and outgoing messages are posted to its callback URL.
 */
export interface CustomChannel {
  /**
   * Id that starts with chn_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  name: string
  /**
   * The `source` of the channel's tickets. More values may be added.
   */
  source: "custom" | "discord" | "instagram" | "twitter" | "whatsapp" | (string & {})
  /**
   * false: the channel neither receives nor sends.
   */
  enabled: boolean
  /**
   * Its current state. More values may be added.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * Where messages to customers are posted.
   */
  callbackUrl?: string
  /**
   * When the last message was received on it.
   */
  lastInboundAt?: string
  /**
   * When the last message was sent on it.
   */
  lastOutboundAt?: string
  /**
   * Why the last message through the channel was not sent.
   */
  lastError?: string
  /**
   * When it was created.
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
   * The `source` of the channel's tickets. Defaults to `custom`.
   */
  source?: "custom" | "discord" | "instagram" | "twitter" | "whatsapp"
  /**
   * `false`: the channel neither receives nor sends. `true` also clears the state `error`.
   */
  enabled?: boolean
}
export interface CustomChannelCreate {
  name: string
  /**
   * Where messages to customers are posted: an https URL at a public address. Without it, nothing is sent.
   */
  callbackUrl?: string
  /**
   * The `source` of the channel's tickets. Defaults to `custom`.
   */
  source?: "custom" | "discord" | "instagram" | "twitter" | "whatsapp"
  /**
   * Your own secret. Generated if omitted.
   */
  secret?: string
  /**
   * false: the channel neither receives nor sends.
   */
  enabled?: boolean
}
export interface SmsPreviewResult {
  /**
   * Number of messages the text is split into: one for up to 1,600 characters, four at most.
   */
  parts: number
  /**
   * Segments that carriers charge for, in all parts together.
   */
  segments: number
  /**
   * `gsm7`: 160 characters in a single segment, 153 in each of several. `ucs2`, if a part contains a character outside the GSM alphabet: 70 and 67.
   */
  encoding: "gsm7" | "ucs2"
  /**
   * The text needs more than four parts, so only its beginning is sent, as one part with a link to the portal.
   */
  shortened: boolean
}
export interface SmsPreview {
  /**
   * The text to send, without files.
   */
  text: string
}
export interface SmsTestResult {
  /**
   * Always true. Failures return an error instead.
   */
  success: true
  /**
   * Twilio's id for the message.
   */
  messageId: string
  /**
   * Whether Twilio sends incoming messages to `inboundUrl`, according to the number or its messaging service. `unknown`: Twilio did not say, or the number is a sender ID, which cannot receive.
   */
  webhook: "here" | "elsewhere" | "unknown"
}
export interface SmsTest {
  /**
   * The recipient.
   */
  to: string
}
/**
 * A phone number that a brand uses for text messages.
 */
export interface SmsNumber {
  /**
   * Id that starts with num_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  number: string
  /**
   * More values may be added.
   */
  provider: "twilio" | (string & {})
  /**
   * Whether it is a sender ID that nobody can reply to.
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
   * false: the number neither receives nor sends.
   */
  enabled: boolean
  /**
   * Its current state. More values may be added.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * Where Twilio must POST incoming messages.
   */
  inboundUrl: string
  /**
   * Where Twilio reports the status of messages. Sent along with each message.
   */
  statusUrl: string
  /**
   * When the last message was received on it.
   */
  lastInboundAt?: string
  /**
   * When the last message was sent on it.
   */
  lastOutboundAt?: string
  /**
   * Why the last message from this number was not sent.
   */
  lastError?: string
  /**
   * When it was created.
   */
  createdAt: string
}
export interface SmsNumberUpdate {
  /**
   * SID of the account that owns the number now. Send a new one together with its `authToken`.
   */
  accountSid?: string
  /**
   * The account's auth token. It verifies requests from Twilio and authorizes calls to its API. Never returned.
   */
  authToken?: string
  /**
   * `null`: requests use the auth token again.
   */
  apiKey?: {
    sid: string
    secret: string
  } | null
  messagingServiceSid?: string | null
  /**
   * Hours after closing during which a text message reopens a closed ticket, regardless of the brand's `closedReply`. Later messages open a follow-up ticket. Defaults to 168.
   */
  reopenHours?: number
  /**
   * Whether the number sends pictures. If `false`, they are sent as links, like other files. Defaults to `true`.
   */
  mms?: boolean
  /**
   * Maximum text messages to one customer within an hour. Messages over the limit wait, and their deliveries say so. Defaults to 10.
   */
  hourlyLimit?: number
  /**
   * Maximum text messages from this number within 24 hours, with the same effect. Defaults to 1,000.
   */
  dailyLimit?: number
  destinations?: string[] | null
  /**
   * `false`: the number neither receives nor sends. `true` also clears the states `error` and `needs_reauth`.
   */
  enabled?: boolean
}
export interface SmsNumberCreate {
  /**
   * A number in E.164 form or an alphanumeric sender ID. Customers cannot reply to a sender ID, so its messages end with a link to the portal.
   */
  number: string
  provider: "twilio"
  /**
   * SID of the Twilio account or subaccount that owns the number.
   */
  accountSid: string
  /**
   * The account's auth token. It verifies requests from Twilio and authorizes calls to its API. Never returned.
   */
  authToken: string
  /**
   * An API key of the account, used instead of the auth token to make requests and fetch media. Its secret is never returned.
   */
  apiKey?: {
    sid: string
    secret: string
  }
  /**
   * The messaging service that the number belongs to. Messages are sent through it.
   */
  messagingServiceSid?: string
  /**
   * Hours after closing during which a text message reopens a closed ticket, regardless of the brand's `closedReply`. Later messages open a follow-up ticket. Defaults to 168.
   */
  reopenHours?: number
  /**
   * Whether the number sends pictures. If `false`, they are sent as links, like other files. Defaults to `true`.
   */
  mms?: boolean
  /**
   * Maximum text messages to one customer within an hour. Messages over the limit wait, and their deliveries say so. Defaults to 10.
   */
  hourlyLimit?: number
  /**
   * Maximum text messages from this number within 24 hours, with the same effect. Defaults to 1,000.
   */
  dailyLimit?: number
  /**
   * Prefixes of the phone numbers that can be written to, such as `+1`. Defaults to all.
   *
   * @maxItems 250
   */
  destinations?: string[]
  /**
   * false: the number neither receives nor sends.
   */
  enabled?: boolean
}
export interface SlackManifest {
  /**
   * YAML to paste where Slack asks for an app manifest.
   */
  manifest: string
}
/**
 * A brand's own Slack app, in addition to the one that the operator set up for the server.
 */
export interface SlackApp {
  /**
   * Id that starts with app_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  name: string
  clientId?: string
  /**
   * Together with `clientId`, workspaces can be connected.
   */
  hasClientSecret: boolean
  /**
   * Slack can reach the app at `eventsUrl`.
   */
  hasSigningSecret: boolean
  /**
   * The app receives events over sockets (Socket Mode).
   */
  hasAppToken: boolean
  /**
   * Where Slack must send the app's events, commands and interactions.
   */
  eventsUrl: string
  /**
   * Where Slack must redirect browsers to.
   */
  redirectUrl: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface SlackAppUpdate {
  /**
   * Display name in Trunkline.
   */
  name?: string
  /**
   * Can be set only once: another client id means another app.
   */
  clientId?: string
  /**
   * Used with the client id to connect workspaces and renew their tokens. Never returned.
   */
  clientSecret?: string
  /**
   * Verifies that requests come from Slack. `eventsUrl` works only with it. Never returned.
   */
  signingSecret?: string
  /**
   * `null` closes the sockets; the app then receives events only at `eventsUrl`.
   */
  appToken?: string | null
}
export interface SlackAppCreate {
  /**
   * Display name in Trunkline.
   */
  name: string
  /**
   * Shown by Slack under Basic Information, along with the two secrets.
   */
  clientId?: string
  /**
   * Used with the client id to connect workspaces and renew their tokens. Never returned.
   */
  clientSecret?: string
  /**
   * Verifies that requests come from Slack. `eventsUrl` works only with it. Never returned.
   */
  signingSecret?: string
  /**
   * App-level token with `connections:write`. With it, the server receives events over sockets that it opens (Socket Mode). Never returned.
   */
  appToken?: string
}
export interface SlackTestResult {
  /**
   * Always true. Failures return an error instead.
   */
  success: true
  /**
   * The message's channel and timestamp in Slack.
   */
  messageId: string
}
export interface SlackTest {
  channelId: string
}
/**
 * A Slack workspace connected to a brand.
 */
export interface SlackInstallation {
  /**
   * Id that starts with ins_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Omitted if the app is installed in an entire enterprise.
   */
  teamId?: string
  enterpriseId?: string
  teamName: string
  botUserId: string
  /**
   * The brand's own app that is installed. Omitted for the server's app.
   */
  appId?: string
  /**
   * `needs_reauth`: Slack rejects the app's token; connect the workspace again. `uninstalled`: the app was removed from the workspace. More values may be added.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | "uninstalled" | (string & {})
  channels: SlackInstallationChannel[]
  /**
   * What emoji reactions on a message do, by emoji name: `open` a ticket, `assign` it to the member who reacts, `resolve` it. Defaults to `ticket`, `eyes` and `white_check_mark`.
   */
  reactions?: {
    [k: string]: "open" | "assign" | "resolve"
  }
  /**
   * Permissions that the workspace has not granted to the app. What depends on them does not work.
   */
  missingScopes?: string[]
  /**
   * When the last message was received on it.
   */
  lastInboundAt?: string
  /**
   * When the last message was sent on it.
   */
  lastOutboundAt?: string
  /**
   * The last error.
   */
  lastError?: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface SlackInstallationChannel {
  channelId: string
  /**
   * `customer`: people who write there are customers, and agents' public comments are posted to the thread. `agent`: an internal channel of the team, where messages do not become tickets by themselves; a workspace with one lets members act there with their own permissions.
   */
  role: "customer" | "agent"
  /**
   * What opens a ticket: `every_message` that is not a reply, a `mention` of the app, or neither (`shortcut`). The reaction `:ticket:` always does.
   */
  trigger: "every_message" | "mention" | "shortcut"
  /**
   * For role `agent` only: whether every ticket of the brand gets a thread there. `off`: no. `alerts`: yes, read-only. `notes`: members' replies in the thread become internal notes. `replies`: the same, but a reply that starts with `!reply` goes to the customer.
   */
  mirror?: "off" | "alerts" | "notes" | "replies"
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId?: string
  /**
   * The channel's name in Slack, once known.
   */
  name?: string
  /**
   * The channel is archived, or the app is no longer in it. Nothing is sent there. More values may be added.
   */
  state?: "archived" | "left" | (string & {})
}
export interface SlackInstallationUpdate {
  /**
   * Replaces all existing channels.
   *
   * @maxItems 500
   */
  channels?: SlackChannel[]
  /**
   * `null`: the defaults.
   */
  reactions?: {
    [k: string]: "open" | "assign" | "resolve"
  } | null
  /**
   * `false`: the workspace neither receives nor sends.
   */
  enabled?: boolean
}
interface SlackChannelMembers {
  channelId: string
  /**
   * `customer`: people who write there are customers, and agents' public comments are posted to the thread. `agent`: an internal channel of the team, where messages do not become tickets by themselves; a workspace with one lets members act there with their own permissions.
   */
  role: "customer" | "agent"
  /**
   * What opens a ticket: `every_message` that is not a reply, a `mention` of the app, or neither (`shortcut`). The reaction `:ticket:` always does.
   */
  trigger: "every_message" | "mention" | "shortcut"
  /**
   * For role `agent` only: whether every ticket of the brand gets a thread there. `off`: no. `alerts`: yes, read-only. `notes`: members' replies in the thread become internal notes. `replies`: the same, but a reply that starts with `!reply` goes to the customer.
   */
  mirror?: "off" | "alerts" | "notes" | "replies"
  /**
   * Another brand that the channel belongs to. Its tickets are opened or mirrored there.
   */
  brandId?: string
}
export interface SlackInstallUrl {
  url: string
  /**
   * When it expires.
   */
  expiresAt: string
}
export interface SlackInstallUrlCreate {
  /**
   * Where the browser ends up: a page of this server, or of an origin that is allowed to use sessions.
   */
  redirectUrl?: string
  /**
   * The brand's own app to install in the workspace. Defaults to the server's app.
   */
  appId?: string
}
export interface DomainCheck {
  /**
   * Whether the brand has proved that it owns it.
   */
  verified: boolean
  /**
   * What is missing, or that DNS did not respond.
   */
  error?: string
  /**
   * The DNS records to create.
   */
  records: DomainRecord[]
}
/**
 * A DNS record for the domain.
 */
export interface DomainRecord {
  /**
   * More values may be added.
   */
  type: "MX" | "TXT" | "CNAME" | (string & {})
  /**
   * Fully qualified domain name.
   */
  name: string
  /**
   * In zone-file format: a text of more than 255 bytes is split into several quoted strings that form one text.
   */
  value: string
  priority?: number
  /**
   * Required are `ownership` and `mx`, or `ownership` and the `dkim` record of the signing key. `bounce`, `spf` and `dmarc` are recommended. More values may be added.
   */
  purpose: "ownership" | "mx" | "spf" | "dkim" | "dmarc" | "bounce" | (string & {})
  /**
   * `pending`: there is no such record yet. `failed`: the record has another value or has disappeared. More values may be added.
   */
  status: "pending" | "verified" | "failed" | (string & {})
  /**
   * What the last check found.
   */
  found?: string
}
/**
 * A domain that email is received on or sent from.
 */
export interface EmailDomain {
  /**
   * Id that starts with dom_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  domain: string
  type: "INBOUND" | "OUTBOUND"
  /**
   * Whether the brand has proved that it owns it.
   */
  verified: boolean
  /**
   * Whether it is used for email without a more specific sender.
   */
  isPrimary: boolean
  /**
   * The DNS records to create.
   */
  records: DomainRecord[]
  /**
   * `SINGLE`: replies come from `fromEmail`. `MATCH`: from the address that the customer wrote to.
   */
  replyMode: "SINGLE" | "MATCH"
  /**
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName: string | null
  /**
   * The usual sender address.
   */
  fromEmail: string | null
  /**
   * When it was verified.
   */
  verifiedAt: string | null
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface DomainUpdate {
  /**
   * The current value. It cannot be changed.
   */
  domain?: string
  /**
   * The current value. It cannot be changed.
   */
  type?: "INBOUND" | "OUTBOUND"
  /**
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName?: string | null
  /**
   * The usual sender address.
   */
  fromEmail?: string | null
  /**
   * Which address replies come from when the customer wrote to an address on the domain: that address (MATCH, the default) or `fromEmail` (SINGLE).
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * At most one domain of each type is primary. By default it is the first one.
   */
  isPrimary?: boolean
}
export interface DomainCreate {
  domain: string
  /**
   * INBOUND: its email is received here. OUTBOUND: email is sent from it.
   */
  type: "INBOUND" | "OUTBOUND"
  /**
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName?: string
  /**
   * An address on the domain.
   */
  fromEmail?: string
  /**
   * Which address replies come from when the customer wrote to an address on the domain: that address (MATCH, the default) or `fromEmail` (SINGLE).
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * At most one domain of each type is primary. By default it is the first one.
   */
  isPrimary?: boolean
}
/**
 * The test email is on its way.
 */
export interface AddressTestResult {
  /**
   * Always true. Failures return an error instead.
   */
  success: true
  /**
   * Id that starts with msg_.
   */
  messageId: string
}
export interface AddressTest {
  /**
   * Recipient of the test email.
   */
  to: string
}
export interface Verified {
  /**
   * Whether the brand has proved that it owns it.
   */
  verified: boolean
}
export interface AddressVerify {
  code?: string
}
/**
 * An email address that customers write to.
 */
export interface Address {
  /**
   * Id that starts with adr_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  address: string
  kind: "system" | "alias" | "domain" | "forwarded"
  /**
   * Whether the brand receives email to this address and can send email from it.
   */
  verified: boolean
  /**
   * Whether it is used for email without a more specific sender.
   */
  isPrimary: boolean
  /**
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName?: string
  /**
   * When the last message was received on it.
   */
  lastInboundAt?: string
  /**
   * When it was created.
   */
  createdAt: string
}
export interface AddressUpdate {
  /**
   * The current value. It cannot be changed.
   */
  address?: string
  /**
   * The current value. It cannot be changed.
   */
  kind?: "system" | "alias" | "domain" | "forwarded"
  /**
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName?: string | null
  /**
   * One address of the brand is primary. `true` makes it this one.
   */
  isPrimary?: boolean
}
export interface AddressCreate {
  address: string
  /**
   * `alias`: a name on the installation's own domain. `domain`: an address on a verified INBOUND domain of the brand; the local part `*` receives what no other address of that domain does. `forwarded`: a mailbox elsewhere that forwards to the brand's `inboundEmail`; it must be verified.
   */
  kind: "alias" | "domain" | "forwarded"
  /**
   * Sender name in emails from this address. Defaults to the brand's name.
   */
  fromName?: string
  /**
   * One address of the brand is primary. `true` makes it this one.
   */
  isPrimary?: boolean
}
/**
 * A way for messages to reach and leave a brand.
 */
export interface Channel {
  /**
   * More values may be added.
   */
  kind: "email" | "chat" | "sms" | "custom" | (string & {})
  id: string
  /**
   * Display name, such as the address.
   */
  name: string
  /**
   * Its current state. More values may be added.
   */
  status: "active" | "error" | "disabled" | "needs_reauth" | (string & {})
  /**
   * When the last message was received on it.
   */
  lastInboundAt?: string
  /**
   * When the last message was sent on it.
   */
  lastOutboundAt?: string
  /**
   * Messages waiting to be sent through the channel. Omitted for addresses.
   */
  backlog?: number
  /**
   * How often the channel has recovered from a failure. Omitted for addresses.
   */
  restarts?: number
  /**
   * Why the channel does not work, or why its last message was not sent.
   */
  lastError?: string
}
/**
 * A workspace in the account, with its own queue and settings.
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
   * Short name used in addresses, unique in the account.
   */
  slug: string
  /**
   * Prefix of ticket numbers, as in ACME-1042.
   */
  ticketPrefix: string
  /**
   * Number of the next ticket.
   */
  nextTicketNumber: number
  url?: string
  /**
   * URL of a small square picture.
   */
  iconUrl?: string
  /**
   * URL of the logo.
   */
  logoUrl?: string
  color?: string
  /**
   * A JSON object for your own programs.
   */
  settings?: Record<string, unknown>
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * A JSON object that describes `customFields`. It is not enforced.
   */
  ticketSchema?: Record<string, unknown>
  fieldDefinitions?: FieldDefinitions
  /**
   * Email to this address opens tickets. It works without any setup.
   */
  inboundEmail: string
  /**
   * Whether the brand accepts email.
   */
  inboundEmailEnabled: boolean
  /**
   * Whether customers get an acknowledgement when they write by email or in the portal.
   */
  autoresponseEnabled: boolean
  /**
   * Subject of the acknowledgement, with placeholders.
   */
  autoresponseSubject?: string
  /**
   * Text of the acknowledgement, with placeholders.
   */
  autoresponseBody?: string
  /**
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName?: string
  /**
   * The usual sender address.
   */
  fromEmail?: string
  /**
   * `SINGLE`: replies come from `fromEmail`. `MATCH`: from the address that the customer wrote to.
   */
  replyMode: "SINGLE" | "MATCH"
  /**
   * What happens to email that looks like spam: it becomes a ticket marked as spam, or it is refused.
   */
  inboundSpam: "mark" | "reject"
  /**
   * Addresses of contact forms. Email from them is treated as sent by the `Reply-To` address.
   */
  contactFormSenders: string[]
  /**
   * Web origins that may use portal tokens of this brand.
   */
  portalOrigins: string[]
  /**
   * Status that a ticket gets after a public reply from an agent.
   */
  replyStatus: "keep" | "pending" | "resolved"
  /**
   * What happens when a message arrives on a closed ticket: reopen it, open a follow-up ticket, or reopen it only within the window.
   */
  closedReply: "reopen" | "follow_up" | "window"
  /**
   * Length of the window, in days.
   */
  closedReplyWindowDays: number
  /**
   * Whether a reopened ticket keeps its assignee.
   */
  assigneeOnReopen: "keep" | "unassign"
  /**
   * Maximum number of text messages that all numbers of the brand together send within 24 hours.
   */
  smsDailyLimit: number
  /**
   * A text message that asks new customers for their email address.
   */
  smsEmailPrompt?: string
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * When the brand was deleted. It can be restored for 30 days after that. Omitted unless the brand is deleted.
   */
  deletedAt?: string
  /**
   * True if `settings`, `metadata`, `ticketSchema`, `fieldDefinitions` and `autoresponseBody` are omitted: a list includes only the first 16 MiB of these. Get the brand to read them.
   */
  detailsTruncated?: boolean
}
export interface FieldDefinitions {
  ticket: FieldDefinition[]
  customer: FieldDefinition[]
  company: FieldDefinition[]
}
/**
 * What is deleted along with the brand.
 */
export interface BrandContents {
  /**
   * Number of tickets that would be deleted.
   */
  ticketCount: number
  /**
   * Number of webhooks that would be deleted.
   */
  webhookCount: number
  /**
   * Number of categories that would be deleted.
   */
  categoryCount: number
  /**
   * Number of tags that would be deleted.
   */
  tagCount: number
  /**
   * Number of customers that would be deleted.
   */
  customerCount: number
}
export interface BrandUpdate {
  name?: string
  /**
   * Short name used in addresses, unique in the account. By default it is made from the name, with a number appended if another brand already uses it.
   */
  slug?: string
  /**
   * Prefix of ticket numbers, as in ACME-1042. Defaults to the initials of the name.
   */
  ticketPrefix?: string
  /**
   * Number of the next ticket. It cannot be lower than the current one.
   */
  ticketNumberStart?: number
  url?: string | null
  /**
   * URL of a small square picture.
   */
  iconUrl?: string | null
  /**
   * URL of the logo.
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
   * Whether the brand accepts email. Defaults to true.
   */
  inboundEmailEnabled?: boolean
  /**
   * Whether customers get an acknowledgement when they write by email or in the portal. Defaults to false.
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
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName?: string | null
  /**
   * The usual sender address, on a verified OUTBOUND domain of the brand.
   */
  fromEmail?: string | null
  /**
   * SINGLE: always send from `fromEmail`. MATCH: send from the address that the customer wrote to.
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * What to do with email that fails the sender domain's DMARC policy or that a trusted relay marks as spam. mark: create a ticket marked as spam. reject: refuse it with 554 during the SMTP session.
   */
  inboundSpam?: "mark" | "reject"
  /**
   * Addresses of contact forms. Email from them is treated as sent by the `Reply-To` address, unless it fails DMARC.
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
   * Status that a ticket gets after a public reply from an agent.
   */
  replyStatus?: "keep" | "pending" | "resolved"
  /**
   * What happens when a message arrives on a closed ticket: reopen it, open a follow-up ticket, or reopen it only within the window.
   */
  closedReply?: "reopen" | "follow_up" | "window"
  /**
   * Length of the window, in days.
   */
  closedReplyWindowDays?: number
  /**
   * Whether a reopened ticket keeps its assignee.
   */
  assigneeOnReopen?: "keep" | "unassign"
  /**
   * Text messages that all numbers of the brand together can send within 24 hours. Defaults to 5,000. Messages over the limit wait, and their deliveries say so.
   */
  smsDailyLimit?: number
  /**
   * A text message that asks customers for their email address. It is sent once, when a customer writes by text message for the first time. If omitted, nobody is asked.
   */
  smsEmailPrompt?: string | null
}
export interface BrandCreate {
  name: string
  /**
   * Short name used in addresses, unique in the account. By default it is made from the name, with a number appended if another brand already uses it.
   */
  slug?: string
  /**
   * Prefix of ticket numbers, as in ACME-1042. Defaults to the initials of the name.
   */
  ticketPrefix?: string
  /**
   * Number of the next ticket. It cannot be lower than the current one.
   */
  ticketNumberStart?: number
  url?: string | null
  /**
   * URL of a small square picture.
   */
  iconUrl?: string | null
  /**
   * URL of the logo.
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
   * Whether the brand accepts email. Defaults to true.
   */
  inboundEmailEnabled?: boolean
  /**
   * Whether customers get an acknowledgement when they write by email or in the portal. Defaults to false.
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
   * Sender name in emails to customers. Defaults to the brand's name.
   */
  fromName?: string | null
  /**
   * The usual sender address, on a verified OUTBOUND domain of the brand.
   */
  fromEmail?: string | null
  /**
   * SINGLE: always send from `fromEmail`. MATCH: send from the address that the customer wrote to.
   */
  replyMode?: "SINGLE" | "MATCH"
  /**
   * What to do with email that fails the sender domain's DMARC policy or that a trusted relay marks as spam. mark: create a ticket marked as spam. reject: refuse it with 554 during the SMTP session.
   */
  inboundSpam?: "mark" | "reject"
  /**
   * Addresses of contact forms. Email from them is treated as sent by the `Reply-To` address, unless it fails DMARC.
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
   * Status that a ticket gets after a public reply from an agent.
   */
  replyStatus?: "keep" | "pending" | "resolved"
  /**
   * What happens when a message arrives on a closed ticket: reopen it, open a follow-up ticket, or reopen it only within the window.
   */
  closedReply?: "reopen" | "follow_up" | "window"
  /**
   * Length of the window, in days.
   */
  closedReplyWindowDays?: number
  /**
   * Whether a reopened ticket keeps its assignee.
   */
  assigneeOnReopen?: "keep" | "unassign"
  /**
   * Text messages that all numbers of the brand together can send within 24 hours. Defaults to 5,000. Messages over the limit wait, and their deliveries say so.
   */
  smsDailyLimit?: number
  /**
   * A text message that asks customers for their email address. It is sent once, when a customer writes by text message for the first time. If omitted, nobody is asked.
   */
  smsEmailPrompt?: string | null
}
export interface FieldDefinitionUpdate {
  /**
   * The label of the input.
   */
  label?: string
  /**
   * A hint for forms; not enforced.
   */
  required?: boolean
  /**
   * The initial value of the input: any JSON value, null for none.
   */
  defaultValue?: unknown
  description?: string | null
  /**
   * The placeholder shown in an empty input.
   */
  placeholder?: string | null
  /**
   * The choices of a select or multiselect: at least one, without duplicates.
   */
  options?: string[] | null
  /**
   * Sets `showOnCreate`, `showInTable` and `showInDetail` together. Each of these takes precedence if you send it too.
   */
  visible?: boolean
  /**
   * Whether to ask for it when a ticket is created.
   */
  showOnCreate?: boolean
  /**
   * Whether it is a column in lists.
   */
  showInTable?: boolean
  /**
   * Whether it is shown next to the record.
   */
  showInDetail?: boolean
  /**
   * By default, the field goes last.
   */
  sortOrder?: number
  /**
   * Where the definition comes from. Free text.
   */
  source?: string | null
}
export interface FieldOrder {
  /**
   * All fields of the entity, each exactly once.
   *
   * @maxItems 200
   */
  keys: string[]
}
interface FieldDefinitionCreateMembers {
  /**
   * The member of `customFields` that it describes. Unique among the fields of its entity.
   */
  key: string
  /**
   * The label of the input.
   */
  label: string
  /**
   * The kind of input. It never changes.
   */
  type: "text" | "number" | "boolean" | "date" | "select" | "multiselect" | "url" | "array" | "object"
  /**
   * A hint for forms; not enforced.
   */
  required?: boolean
  /**
   * The initial value of the input: any JSON value, null for none.
   */
  defaultValue?: unknown
  description?: string | null
  /**
   * The placeholder shown in an empty input.
   */
  placeholder?: string | null
  /**
   * The choices of a select or multiselect: at least one, without duplicates.
   */
  options?: string[] | null
  /**
   * Sets `showOnCreate`, `showInTable` and `showInDetail` together. Each of these takes precedence if you send it too.
   */
  visible?: boolean
  /**
   * Whether to ask for it when a ticket is created.
   */
  showOnCreate?: boolean
  /**
   * Whether it is a column in lists.
   */
  showInTable?: boolean
  /**
   * Whether it is shown next to the record.
   */
  showInDetail?: boolean
  /**
   * By default, the field goes last.
   */
  sortOrder?: number
  /**
   * Where the definition comes from. Free text.
   */
  source?: string | null
}
export interface Status {
  /**
   * Id that starts with sts_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * The value of a ticket's `status`. It never changes.
   */
  key: string
  /**
   * Meaning of the status; see `statusCategory` of tickets.
   */
  category: "open" | "pending" | "resolved" | "closed"
  name: string
  /**
   * The name shown to customers. Defaults to `name`.
   */
  customerName: string
  color: string
  description?: string
  /**
   * Whether it is one of the four system statuses: `open`, `pending`, `resolved`, `closed`.
   */
  isSystem: boolean
  /**
   * Whether new tickets get it. One status of each brand is the default.
   */
  isDefault: boolean
  /**
   * false: deactivated. Tickets that have it keep it.
   */
  isActive: boolean
  /**
   * Position in the list, starting at 0.
   */
  sortOrder: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface StatusUpdate {
  name?: string
  /**
   * Cannot change for a system status, and cannot become closed. Tickets with the status, at most 20,000, change with it, without events.
   */
  category?: "open" | "pending" | "resolved" | "closed"
  /**
   * Whether tickets can be given this status.
   */
  isActive?: boolean
  /**
   * The name shown in the portal. Until you set it, it follows `name`.
   */
  customerName?: string
  /**
   * Defaults to the colour of the category's system status.
   */
  color?: string
  description?: string | null
  /**
   * By default, the status goes last.
   */
  sortOrder?: number
  /**
   * The status of new tickets and of tickets after a customer's reply. One per brand, in the category open.
   */
  isDefault?: boolean
}
export interface StatusOrder {
  /**
   * All active statuses of the brand, each exactly once. Inactive statuses that you omit come last.
   *
   * @maxItems 50
   */
  statusIds: string[]
}
export interface StatusCreate {
  name: string
  /**
   * Meaning of the status; see `statusCategory` of tickets.
   */
  category: "open" | "pending" | "resolved"
  /**
   * Identifies the status in tickets and filters; unique in the brand. By default it is made from the name. It cannot change and cannot be `active` or `all`.
   */
  key?: string
  /**
   * The name shown in the portal. Until you set it, it follows `name`.
   */
  customerName?: string
  /**
   * Defaults to the colour of the category's system status.
   */
  color?: string
  description?: string | null
  /**
   * By default, the status goes last.
   */
  sortOrder?: number
  /**
   * The status of new tickets and of tickets after a customer's reply. One per brand, in the category open.
   */
  isDefault?: boolean
}
export interface Category {
  /**
   * Id that starts with cat_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  name: string
  color: string
  description?: string
  /**
   * Position in the list, starting at 0.
   */
  sortOrder: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface CategoryUpdate {
  /**
   * Unique in the brand, ignoring case.
   */
  name?: string
  /**
   * Defaults to `#6366f1`.
   */
  color?: string
  description?: string | null
  /**
   * By default, the category goes last.
   */
  sortOrder?: number
}
export interface CategoryOrder {
  /**
   * All categories of the brand, each exactly once.
   *
   * @maxItems 500
   */
  categoryIds: string[]
}
export interface CategoryCreate {
  /**
   * Unique in the brand, ignoring case.
   */
  name: string
  /**
   * Defaults to `#6366f1`.
   */
  color?: string
  description?: string | null
  /**
   * By default, the category goes last.
   */
  sortOrder?: number
}
/**
 * A company that customers of a brand work for.
 */
export interface CompanyDetail {
  /**
   * Id that starts with com_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  name: string
  domain?: string
  /**
   * Your own id for it.
   */
  externalId?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * Number of its customers. Returned on reads.
   */
  _count?: {
    customers: number
  }
  /**
   * Returned when you get a single company: the newest 100. To list all of them, filter the list of customers by `companyId`.
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
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  email: string
  /**
   * true: `email` is a placeholder for a customer without an email address, and gets no email.
   */
  emailIsPlaceholder?: boolean
  name?: string
  /**
   * URL of a picture.
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
   * Your own id for it.
   */
  externalId?: string
  /**
   * The customer's addresses on other channels: `{channel, address}`.
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
   * false: the customer gets no email at all.
   */
  notifyEmail: boolean
  /**
   * true: the customer's messages are filed as spam.
   */
  isBlocked: boolean
  /**
   * When a mail system reported that the mailbox does not exist. No email is sent there for 60 days, or until the person writes or `notifyEmail` is set to true.
   */
  emailBouncedAt?: string
  /**
   * Number of related records.
   */
  _count?: {
    tickets: number
  }
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface Company {
  /**
   * Id that starts with com_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  name: string
  domain?: string
  /**
   * Your own id for it.
   */
  externalId?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface CompanyUpdate {
  name?: string
  /**
   * Email domain. Only one company of the brand can have it. New customers with this domain are linked to the company; existing customers are not.
   */
  domain?: string | null
  /**
   * Your own id for the company.
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
   * Email domain. Only one company of the brand can have it. New customers with this domain are linked to the company; existing customers are not.
   */
  domain?: string | null
  /**
   * Your own id for the company.
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
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  name: string
  color: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface TagMerge {
  /**
   * 1 to 100 other tags of the brand, which are deleted.
   *
   * @minItems 1
   * @maxItems 100
   */
  sourceTagIds: string[]
}
export interface TagUpdate {
  /**
   * Unique in the brand, ignoring case.
   */
  name?: string
  color?: string
}
export interface TagCreate {
  /**
   * Unique in the brand, ignoring case.
   */
  name: string
  /**
   * Defaults to `#6366f1`.
   */
  color?: string
}
/**
 * A team member who is viewing or replying to a ticket.
 */
export interface Presence {
  /**
   * Id that starts with mem_.
   */
  memberId: string
  name: string
  state: "viewing" | "replying"
  /**
   * When they last reported it.
   */
  seenAt: string
}
export interface PresenceInput {
  /**
   * `viewing`: the member has the ticket open. `replying`: the member is writing a reply.
   */
  state: "viewing" | "replying"
}
/**
 * Someone who is notified of what happens on a ticket.
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
   * A member's id, or `custom_` followed by the email address.
   */
  memberId: string
  memberEmail: string
  memberName: string | null
  /**
   * Id of the member or API key that added the watcher.
   */
  addedBy: string | null
  /**
   * When it was added.
   */
  addedAt: string
  /**
   * Whether to notify of comments.
   */
  notifyOnComment: boolean
  /**
   * Whether to notify of status changes.
   */
  notifyOnStatusChange: boolean
}
export interface WatcherUpdate {
  /**
   * Whether to notify of comments.
   */
  notifyOnComment?: boolean
  /**
   * Whether to notify of status changes.
   */
  notifyOnStatusChange?: boolean
}
export interface WatcherCreate {
  /**
   * An active member who can see the brand, or `custom_` followed by `memberEmail`.
   */
  memberId: string
  /**
   * The address to notify. A member is always notified at their own address.
   */
  memberEmail: string
  memberName?: string | null
  /**
   * Whether to notify of comments. Defaults to true.
   */
  notifyOnComment?: boolean
  /**
   * Whether to notify of status changes. Defaults to true.
   */
  notifyOnStatusChange?: boolean
}
/**
 * How a reply to a ticket would reach its customer now.
 */
export interface ReplyWay {
  /**
   * Omitted if nothing would be sent because the customer cannot be reached. More values may be added.
   */
  channel?: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The recipient.
   */
  to?: string
  from?: ReplySender
  /**
   * Other addresses of the brand that can send it. Pass one as `connectionId` of the comment.
   */
  senders: ReplySender[]
  /**
   * Why it would not be sent.
   */
  refusal?: string
}
/**
 * The sender that customers see.
 */
export interface ReplySender {
  /**
   * An address of the brand (`adr_…`) or the connection of another channel. Omitted if the installation's own address sends.
   */
  connectionId?: string
  name: string
  /**
   * For email.
   */
  address?: string
}
/**
 * What erasing a customer affects.
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
   * The customer's comments on these tickets.
   */
  commentCount: number
  /**
   * The files of these tickets and comments.
   */
  attachmentCount: number
  /**
   * null: nothing was erased; the counts show what would be.
   */
  erasedAt: string | null
}
export interface CustomerMerge {
  /**
   * 1 to 25 customers of the same brand, merged in this order. Customers already merged into this one are skipped.
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
   * URL of a picture.
   */
  avatarUrl?: string | null
  /**
   * In E.164 form, unique in the brand.
   */
  phone?: string | null
  /**
   * A company of the brand; null for none. If omitted, a new customer is linked to the company with their email domain.
   */
  companyId?: string | null
  /**
   * Your own id for the person, unique in the brand.
   */
  externalId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * false: the customer gets no email at all. true also lifts the pause after a bounced email (`emailBouncedAt`).
   */
  notifyEmail?: boolean
  /**
   * true: messages are filed as spam.
   */
  isBlocked?: boolean
}
interface CustomerCreateMembers {
  /**
   * Required unless `phone` or `externalId` identifies the customer. A customer without an address gets no email.
   */
  email?: string
  name?: string | null
  /**
   * URL of a picture.
   */
  avatarUrl?: string | null
  /**
   * In E.164 form, unique in the brand.
   */
  phone?: string | null
  /**
   * A company of the brand; null for none. If omitted, a new customer is linked to the company with their email domain.
   */
  companyId?: string | null
  /**
   * Your own id for the person, unique in the brand.
   */
  externalId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * false: the customer gets no email at all. true also lifts the pause after a bounced email (`emailBouncedAt`).
   */
  notifyEmail?: boolean
  /**
   * true: messages are filed as spam.
   */
  isBlocked?: boolean
}
/**
 * A file with its download URL.
 */
export interface AttachmentLink {
  /**
   * Id that starts with att_.
   */
  id: string
  /**
   * Omitted until the file belongs to a ticket.
   */
  ticketId?: string
  /**
   * The comment that it belongs to. Id that starts with cmt_.
   */
  commentId?: string
  filename: string
  /**
   * The declared media type.
   */
  contentType: string
  /**
   * Bytes.
   */
  size: number
  /**
   * `PENDING`: announced, but not confirmed yet. `FAILED`: its bytes did not arrive within 24 hours. More values may be added.
   */
  status: "PENDING" | "UPLOADED" | "FAILED" | (string & {})
  /**
   * true for files on internal notes, which the customer cannot see.
   */
  isInternal: boolean
  /**
   * true: a picture within the text of an email.
   */
  inline?: boolean
  /**
   * The Content-ID that the email's HTML refers to it by.
   */
  contentId?: string
  /**
   * Who uploaded it, in the caller's own words.
   */
  uploadedBy?: string
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Result of the malware scan, if the server has a scanner and the file is uploaded. Only `clean` files can be downloaded; a `blocked` file contains malware. More values may be added.
   */
  scan?: "pending" | "clean" | "blocked" | (string & {})
  /**
   * Lowercase hex. Present once the file is uploaded.
   */
  sha256?: string
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  attachment: Attachment
  /**
   * Anyone who has this URL can use it. It supports range requests. With `?inline=1`, a URL of this server shows images and PDFs in the browser; a URL of the object store always downloads.
   */
  downloadUrl: string
  /**
   * Seconds until the URL expires.
   */
  expiresIn: number
  /**
   * When it expires.
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
   * Send the bytes to this URL with PUT. `Content-Length` must equal `size`, and `Content-Type` must be the declared type.
   */
  uploadUrl: string
  /**
   * HTTP method for sending the bytes.
   */
  method: "PUT"
  filename: string
  /**
   * Seconds until the URL expires.
   */
  expiresIn: number
  /**
   * When it expires.
   */
  expiresAt: string
}
export interface AttachmentCreate {
  filename: string
  /**
   * The declared media type.
   */
  contentType: string
  /**
   * Size in bytes. A file above this installation's limit (50 MiB by default) is refused with 413.
   */
  size: number
  /**
   * Who uploaded it, in the caller's own words.
   */
  uploadedBy?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
  /**
   * The comment of the ticket that the file belongs to.
   */
  commentId?: string | null
}
/**
 * Keyed by attachment id. The value is null for ids that are not files the caller can access.
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
   * The declared media type.
   */
  contentType: string
  /**
   * Size in bytes. A file above this installation's limit (50 MiB by default) is refused with 413.
   */
  size: number
  /**
   * Who uploaded it, in the caller's own words.
   */
  uploadedBy?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  metadata?: Record<string, unknown> | null
}
/**
 * One message on a ticket. Only the team sees internal comments.
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
   * In plain text or Markdown.
   */
  body: string
  /**
   * True if `body` is only the beginning and `links`, `metadata`, `sourceData` and `cc` are omitted: a list includes the newest 16 MiB of a conversation in full. Get the comment to read all of it.
   */
  bodyTruncated?: boolean
  /**
   * `internal`: a note that only the team sees.
   */
  visibility: "public" | "internal"
  /**
   * true has the same meaning as `visibility: internal`.
   */
  isInternal: boolean
  /**
   * Who wrote it: the customer, the team, or a program.
   */
  authorType: "CUSTOMER" | "AGENT" | "SYSTEM"
  /**
   * The member, customer or API key that wrote it, or an id given by the caller.
   */
  authorId?: string
  /**
   * The author's name. Customers see the brand's name instead of an API key's.
   */
  authorName?: string
  /**
   * The comment of the same ticket that it replies to. Id that starts with cmt_.
   */
  parentId?: string
  /**
   * Links to related pages.
   */
  links?: {
    /**
     * The URL.
     */
    url: string
    /**
     * The title to show.
     */
    title?: string
    /**
     * What kind of link it is. Free text.
     */
    type?: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * The channel that it came from. More values may be added.
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
   * The channel's own id for it.
   */
  sourceId?: string
  /**
   * Data from the channel.
   */
  sourceData?: Record<string, unknown>
  /**
   * Who gets a copy of the email.
   */
  cc?: string[]
  /**
   * true: written by a machine, such as an out-of-office reply.
   */
  isAutomated?: boolean
  /**
   * The attached files.
   */
  attachments: Attachment[]
  /**
   * Delivery status of the messages that carry it to the customer.
   */
  deliveries?: MessageDelivery[]
  /**
   * The earliest time at which a delayed comment is sent. Customers cannot see it before then.
   */
  sendAt?: string
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * When its text was last edited. Omitted if it was never edited.
   */
  editedAt?: string
  /**
   * When it was deleted. Omitted unless it is deleted.
   */
  deletedAt?: string
}
/**
 * The delivery status of a message that carries a comment.
 */
export interface MessageDelivery {
  /**
   * Id that starts with msg_.
   */
  messageId: string
  /**
   * The channel that it is sent or received on. More values may be added.
   */
  channel: "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The recipient.
   */
  to: string
  /**
   * `queued` until the next server accepts it, then `sent`; `delayed` while a mail system along the way keeps trying; `delivered`, `bounced` or `failed` once the result is known. `suppressed`: not sent, because it must not be or because no channel can send it. More values may be added.
   */
  status: "queued" | "sent" | "delayed" | "delivered" | "failed" | "bounced" | "suppressed" | (string & {})
  /**
   * For a text message that was sent: the segments that carriers charge for, in all parts together.
   */
  segments?: number
  /**
   * Why it was not sent or delivered.
   */
  error?: string
  /**
   * When it was last changed.
   */
  updatedAt: string
}
export interface CommentUpdate {
  /**
   * Can be empty or blank only if the comment has files.
   */
  body?: string
  /**
   * Links to related pages.
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
   * Not accepted: who can see a comment is fixed when it is created.
   */
  visibility?: undefined
  /**
   * Must match the comment: who can see a comment is fixed when it is created.
   */
  isInternal?: boolean
}
export interface CommentCreate {
  /**
   * Plain text or Markdown. Can be empty or blank only if there are files.
   */
  body: string
  /**
   * `internal`: a note that only the team sees. Defaults to `public`.
   */
  visibility?: "public" | "internal"
  /**
   * true has the same effect as `visibility: internal`.
   */
  isInternal?: boolean
  /**
   * Defaults to `AGENT`. `CUSTOMER` has the same effect as a reply from the customer.
   */
  authorType?: "CUSTOMER" | "AGENT" | "SYSTEM"
  /**
   * Who wrote it, as an id of your own. If you omit this and `authorName`, the comment gets the id and name of the API key or, for `CUSTOMER`, of the ticket's customer. Members always write as themselves.
   */
  authorId?: string | null
  /**
   * The name that customers see. An API key's own name is not shown to them; they see the brand's name instead.
   */
  authorName?: string | null
  /**
   * The comment of the same ticket that this one replies to.
   */
  parentId?: string | null
  /**
   * Links to related pages.
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
   * The channel that the comment came from. Defaults to `api`. Comments by members have `web`.
   */
  source?: "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
  /**
   * The channel's own id for it.
   */
  sourceId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  sourceData?: Record<string, unknown> | null
  /**
   * Key of a status in the category open, pending or resolved.
   */
  setStatus?: string
  /**
   * The brand's address (`adr_…`) to send from. Defaults to the usual sender.
   */
  connectionId?: string | null
  /**
   * Who gets a copy of the email besides the customer.
   */
  cc?: string[] | null
  /**
   * Confirmed uploads of the caller to attach.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
  /**
   * The comment comes from another system. `createdAt` is its date in that system and decides its place in the conversation; the ticket's `firstRespondedAt`, `lastAgentReplyAt`, `lastCustomerReplyAt` and `waitingSince` are set from it. Nobody is notified, and the status stays unless `setStatus` names another. Send the oldest comment first. Events are emitted as for any other comment.
   */
  imported?: {
    /**
     * When it was created there. Must be in the past.
     */
    createdAt: string
  }
  /**
   * Seconds for which an agent's public comment waits before it goes to the customer on any channel and appears in the portal. Defaults to 0. Until then, `DELETE …?unsent=true` takes it back. The team sees it immediately, and `comment.created` is emitted immediately.
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
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique within the brand, ascending and never reused.
   */
  ticketNumber: number
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Description, in plain text or Markdown.
   */
  body?: string
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string
  /**
   * The customer's name, if known.
   */
  customerName?: string
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  customer?: Customer
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Its status. Id that starts with sts_.
   */
  statusId: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  statusRef?: Status
  /**
   * Why it was closed, if a reason was given.
   */
  closeReason?: "no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other"
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came from. More values may be added.
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
   * Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`. More values may be added.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The channel's own id for it.
   */
  sourceId?: string
  /**
   * Data from the channel.
   */
  sourceData?: Record<string, unknown>
  /**
   * The member assigned to it. Omitted or null if unassigned. Id that starts with mem_.
   */
  assigneeId?: string
  /**
   * Who opened it, in the caller's own words. For a member, their email address.
   */
  createdBy?: string
  /**
   * Its category. Id that starts with cat_.
   */
  categoryId?: string
  category?: Category
  /**
   * Its tags.
   */
  tags: Tag[]
  /**
   * Links to related pages.
   */
  links?: {
    /**
     * The URL.
     */
    url: string
    /**
     * The title to show.
     */
    title?: string
    /**
     * What kind of link it is. Free text.
     */
    type?: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Other people who wrote or were copied.
   */
  participants?: {
    email: string
    name?: string
    /**
     * False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation.
     */
    verified: boolean
  }[]
  /**
   * Number of comments, including internal notes, without deleted ones.
   */
  commentCount: number
  /**
   * Number of uploaded files, including those of comments.
   */
  attachmentCount: number
  /**
   * Whether it is marked as spam, which hides it from lists. The status does not change.
   */
  isSpam: boolean
  /**
   * true: written by a machine, such as an out-of-office reply.
   */
  isAutomated?: boolean
  /**
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt?: string
  /**
   * When the team first replied publicly.
   */
  firstRespondedAt?: string
  /**
   * When the customer last wrote.
   */
  lastCustomerReplyAt?: string
  /**
   * When the team last replied publicly.
   */
  lastAgentReplyAt?: string
  /**
   * Since when the customer has been waiting for a reply. Omitted if they are not waiting.
   */
  waitingSince?: string
  /**
   * When it was resolved. Omitted once it is reopened.
   */
  resolvedAt?: string
  /**
   * When it was closed. Omitted once it is reopened.
   */
  closedAt?: string
  /**
   * How many times it was reopened.
   */
  reopenCount: number
  /**
   * The ticket that it was merged into. Id that starts with tkt_.
   */
  mergedIntoId?: string
  /**
   * The closed ticket that it follows up. Id that starts with tkt_.
   */
  followUpOfId?: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * When it was deleted. Omitted unless it is deleted.
   */
  deletedAt?: string
  /**
   * Its brand. Returned in lists across brands.
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
   * The brand that it belongs to.
   */
  brandId: string
  /**
   * The subject of the ticket.
   */
  title: string
  /**
   * The customer's email address. This, `customerId` or `customerPhone` is required.
   */
  customerEmail?: string
  /**
   * Opens a conversation by text message: public comments go to this number, and messages from it become comments. If no other customer is given, the ticket belongs to the customer with this number, or to a new customer without an email address.
   */
  customerPhone?: string
  /**
   * The brand's number that writes to `customerPhone`. Defaults to the oldest one that works.
   */
  numberId?: string
  /**
   * States that the customer has agreed to get text messages. Must be `true` with `customerPhone`; recorded in the audit log.
   */
  smsConsent?: boolean
  /**
   * A customer of the brand. Must be consistent with `customerEmail`.
   */
  customerId?: string
  /**
   * Name for a customer who is new or has no name. An existing name is kept.
   */
  customerName?: string | null
  /**
   * Description, in plain text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which takes precedence.
   */
  custom_fields?: unknown
  /**
   * Key of an active status of the brand.
   */
  status?: string
  /**
   * Defaults to `normal` for new tickets.
   */
  priority?: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * An active member who can see the brand, as assignee.
   */
  assigneeId?: string | null
  /**
   * A category of the brand.
   */
  categoryId?: string | null
  /**
   * Names, ids, or tags as they are returned. Unknown names are created, up to 5,000 tags per brand.
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
   * URLs, or objects with `url`, `title` and `type`.
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
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt?: string | null
  /**
   * The channel that the ticket came from. Defaults to `api`. Tickets opened by members have `web`.
   */
  source?: "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
  /**
   * Coarse form of `source`, which takes precedence. `chat` means slack.
   */
  origin?: "api" | "email" | "chat" | "sms" | "custom"
  /**
   * The channel's own id for the ticket.
   */
  sourceId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  sourceData?: Record<string, unknown> | null
  /**
   * Who opened it, in your own words. With `customerPhone`, defaults to the name of the API key.
   */
  createdBy?: string | null
  /**
   * Who is notified of changes.
   *
   * @maxItems 50
   */
  watchers?: {
    /**
     * An active member who can see the brand, or `custom_` followed by `memberEmail`.
     */
    memberId: string
    /**
     * The address to notify. A member is always notified at their own address.
     */
    memberEmail: string
    memberName?: string | null
  }[]
  /**
   * Confirmed uploads that do not belong to a ticket yet.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
  /**
   * The ticket comes from another system. `createdAt` is its date in that system and decides its place in lists. Nobody is notified; events are emitted as for any other ticket.
   */
  imported?: {
    /**
     * When it was created there. Must be in the past.
     */
    createdAt: string
  }
  /**
   * Emails the customer that the ticket was opened for them or, with `customerPhone`, sends its body as the first text message. Defaults to false.
   */
  notifyCustomer?: boolean
}
/**
 * Number of tickets by status category.
 */
export interface TicketStats {
  /**
   * Tickets that are not spam, deleted or merged.
   */
  total: number
  /**
   * Tickets that are not spam, deleted or merged.
   */
  open: number
  /**
   * Tickets that are not spam, deleted or merged.
   */
  pending: number
  /**
   * Tickets that are not spam, deleted or merged.
   */
  resolved: number
  /**
   * Tickets that are not spam, deleted or merged.
   */
  closed: number
  /**
   * Of these, open and pending tickets without an assignee.
   */
  unassigned: number
  /**
   * Of these, open and pending tickets assigned to the signed-in member. Counted up to 100, which means 100 or more. Omitted for API keys.
   */
  mine?: number
  /**
   * Spam tickets, which are not included in `total`.
   */
  spam: number
  /**
   * Keyed by brand id.
   */
  byBrand: {
    [k: string]: {
      name: string
      prefix: string
      /**
       * Tickets that are not spam, deleted or merged.
       */
      total: number
      /**
       * Tickets that are not spam, deleted or merged.
       */
      open: number
      /**
       * Tickets that are not spam, deleted or merged.
       */
      pending: number
      /**
       * Tickets that are not spam, deleted or merged.
       */
      resolved: number
      /**
       * Tickets that are not spam, deleted or merged.
       */
      closed: number
    }
  }
}
export interface BulkAnswer {
  /**
   * Whether no ticket failed.
   */
  success: boolean
  /**
   * Tickets that were changed.
   */
  count: number
  /**
   * Number of tickets that were not changed.
   */
  failed: number
  /**
   * In the order of `ticketIds`.
   */
  results: {
    ticketId: string
    success: boolean
    /**
     * More values may be added.
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
 * One action with its arguments.
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
   * For `close`: an optional reason.
   */
  closeReason?: "no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other"
}
/**
 * The target ticket, and what this call merged into it.
 */
export interface MergedTicket {
  /**
   * Id that starts with tkt_.
   */
  id: string
  /**
   * The brand that it belongs to. Id that starts with br_.
   */
  brandId: string
  /**
   * Unique within the brand, ascending and never reused.
   */
  ticketNumber: number
  /**
   * The ticket's public number, such as ACME-1042.
   */
  publicId: string
  title: string
  /**
   * Description, in plain text or Markdown.
   */
  body?: string
  /**
   * The customer's email address. An address under `.invalid` is a placeholder for a customer without one.
   */
  customerEmail: string
  /**
   * The customer's name, if known.
   */
  customerName?: string
  /**
   * The customer. Id that starts with cus_.
   */
  customerId: string
  customer?: Customer
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Key of its status. See the brand's statuses for their names.
   */
  status: string
  /**
   * Its status. Id that starts with sts_.
   */
  statusId: string
  /**
   * Meaning of the status. `open`: the team must act. `pending`: waiting for someone else. `resolved`: done, unless the customer writes again. `closed`: done.
   */
  statusCategory: "open" | "pending" | "resolved" | "closed"
  statusRef?: Status
  /**
   * Why it was closed, if a reason was given.
   */
  closeReason?: "no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other"
  /**
   * Defaults to `normal`.
   */
  priority: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * The channel that it came from. More values may be added.
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
   * Coarse form of `source`: `web` is `api`, Slack and Discord are `chat`. More values may be added.
   */
  origin: "api" | "email" | "chat" | "sms" | "custom" | (string & {})
  /**
   * The channel's own id for it.
   */
  sourceId?: string
  /**
   * Data from the channel.
   */
  sourceData?: Record<string, unknown>
  /**
   * The member assigned to it. Omitted or null if unassigned. Id that starts with mem_.
   */
  assigneeId?: string
  /**
   * Who opened it, in the caller's own words. For a member, their email address.
   */
  createdBy?: string
  /**
   * Its category. Id that starts with cat_.
   */
  categoryId?: string
  category?: Category
  /**
   * Its tags.
   */
  tags: Tag[]
  /**
   * Links to related pages.
   */
  links?: {
    /**
     * The URL.
     */
    url: string
    /**
     * The title to show.
     */
    title?: string
    /**
     * What kind of link it is. Free text.
     */
    type?: string
  }[]
  /**
   * Your own JSON object.
   */
  metadata?: Record<string, unknown>
  /**
   * Other people who wrote or were copied.
   */
  participants?: {
    email: string
    name?: string
    /**
     * False for an unknown sender who wrote to a reply address, until a participant adds them to the conversation.
     */
    verified: boolean
  }[]
  /**
   * Number of comments, including internal notes, without deleted ones.
   */
  commentCount: number
  /**
   * Number of uploaded files, including those of comments.
   */
  attachmentCount: number
  /**
   * Whether it is marked as spam, which hides it from lists. The status does not change.
   */
  isSpam: boolean
  /**
   * true: written by a machine, such as an out-of-office reply.
   */
  isAutomated?: boolean
  /**
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt?: string
  /**
   * When the team first replied publicly.
   */
  firstRespondedAt?: string
  /**
   * When the customer last wrote.
   */
  lastCustomerReplyAt?: string
  /**
   * When the team last replied publicly.
   */
  lastAgentReplyAt?: string
  /**
   * Since when the customer has been waiting for a reply. Omitted if they are not waiting.
   */
  waitingSince?: string
  /**
   * When it was resolved. Omitted once it is reopened.
   */
  resolvedAt?: string
  /**
   * When it was closed. Omitted once it is reopened.
   */
  closedAt?: string
  /**
   * How many times it was reopened.
   */
  reopenCount: number
  /**
   * The ticket that it was merged into. Id that starts with tkt_.
   */
  mergedIntoId?: string
  /**
   * The closed ticket that it follows up. Id that starts with tkt_.
   */
  followUpOfId?: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Increases by one with every change. Used in `ETag` and `If-Match`.
   */
  version: number
  /**
   * When it was created.
   */
  createdAt: string
  /**
   * When it was last changed.
   */
  updatedAt: string
  /**
   * When it was deleted. Omitted unless it is deleted.
   */
  deletedAt?: string
  /**
   * Its brand. Returned in lists across brands.
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
   * Number of tickets merged.
   */
  mergedCount: number
}
export interface Merge {
  /**
   * 1 to 25 tickets of the same brand, merged in this order. Tickets already merged into this one are skipped.
   *
   * @minItems 1
   * @maxItems 25
   */
  sourceTicketIds: string[]
}
export interface SpamMark {
  /**
   * true marks the ticket as spam; false takes that back.
   */
  isSpam: boolean
  /**
   * Also blocks the customer or, with `isSpam: false`, unblocks them. Defaults to true.
   */
  blockSender?: boolean
}
interface TicketUpdateMembers {
  /**
   * If sent, must match the brand in the path.
   */
  brandId?: string
  title?: string
  /**
   * Description, in plain text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which takes precedence.
   */
  custom_fields?: unknown
  /**
   * Key of an active status of the brand.
   */
  status?: string
  /**
   * Defaults to `normal` for new tickets.
   */
  priority?: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * An active member who can see the brand, as assignee.
   */
  assigneeId?: string | null
  /**
   * A category of the brand.
   */
  categoryId?: string | null
  /**
   * Names, ids, or tags as they are returned. Unknown names are created, up to 5,000 tags per brand.
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
   * URLs, or objects with `url`, `title` and `type`.
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
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt?: string | null
  /**
   * Why it was closed. Cleared when it is no longer closed.
   */
  closeReason?: ("no_response" | "out_of_scope" | "customer_left" | "duplicate" | "other") | null
  /**
   * JSON merge patch (RFC 7396) for the stored object. The result must stay within the limit of `customFields`. Cannot be combined with `customFields`.
   */
  customFieldsPatch?: Record<string, unknown>
  /**
   * Spam is hidden from lists. The status does not change.
   */
  isSpam?: boolean
  /**
   * Moves the ticket to this customer. Must be consistent with `customerEmail`.
   */
  customerId?: string
  /**
   * Moves the ticket to the customer with this address.
   */
  customerEmail?: string
}
interface TicketCreateMembers {
  /**
   * If sent, must match the brand in the path.
   */
  brandId?: string
  /**
   * The subject of the ticket.
   */
  title: string
  /**
   * The customer's email address. This, `customerId` or `customerPhone` is required.
   */
  customerEmail?: string
  /**
   * Opens a conversation by text message: public comments go to this number, and messages from it become comments. If no other customer is given, the ticket belongs to the customer with this number, or to a new customer without an email address.
   */
  customerPhone?: string
  /**
   * The brand's number that writes to `customerPhone`. Defaults to the oldest one that works.
   */
  numberId?: string
  /**
   * States that the customer has agreed to get text messages. Must be `true` with `customerPhone`; recorded in the audit log.
   */
  smsConsent?: boolean
  /**
   * A customer of the brand. Must be consistent with `customerEmail`.
   */
  customerId?: string
  /**
   * Name for a customer who is new or has no name. An existing name is kept.
   */
  customerName?: string | null
  /**
   * Description, in plain text or Markdown.
   */
  body?: string | null
  /**
   * Any JSON value, stored and returned unchanged. null for none.
   */
  customFields?: unknown
  /**
   * Same as `customFields`, which takes precedence.
   */
  custom_fields?: unknown
  /**
   * Key of an active status of the brand.
   */
  status?: string
  /**
   * Defaults to `normal` for new tickets.
   */
  priority?: "low" | "normal" | "medium" | "high" | "urgent"
  /**
   * An active member who can see the brand, as assignee.
   */
  assigneeId?: string | null
  /**
   * A category of the brand.
   */
  categoryId?: string | null
  /**
   * Names, ids, or tags as they are returned. Unknown names are created, up to 5,000 tags per brand.
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
   * URLs, or objects with `url`, `title` and `type`.
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
   * A date to keep in mind. Nothing happens automatically.
   */
  dueAt?: string | null
  /**
   * The channel that the ticket came from. Defaults to `api`. Tickets opened by members have `web`.
   */
  source?: "api" | "web" | "email" | "slack" | "discord" | "sms" | "instagram" | "twitter" | "whatsapp" | "custom"
  /**
   * Coarse form of `source`, which takes precedence. `chat` means slack.
   */
  origin?: "api" | "email" | "chat" | "sms" | "custom"
  /**
   * The channel's own id for the ticket.
   */
  sourceId?: string | null
  /**
   * Any JSON object, replaced as a whole.
   */
  sourceData?: Record<string, unknown> | null
  /**
   * Who opened it, in your own words. With `customerPhone`, defaults to the name of the API key.
   */
  createdBy?: string | null
  /**
   * Who is notified of changes.
   *
   * @maxItems 50
   */
  watchers?: {
    /**
     * An active member who can see the brand, or `custom_` followed by `memberEmail`.
     */
    memberId: string
    /**
     * The address to notify. A member is always notified at their own address.
     */
    memberEmail: string
    memberName?: string | null
  }[]
  /**
   * Confirmed uploads that do not belong to a ticket yet.
   *
   * @maxItems 20
   */
  attachmentIds?: string[]
  /**
   * The ticket comes from another system. `createdAt` is its date in that system and decides its place in lists. Nobody is notified; events are emitted as for any other ticket.
   */
  imported?: {
    /**
     * When it was created there. Must be in the past.
     */
    createdAt: string
  }
  /**
   * Emails the customer that the ticket was opened for them or, with `customerPhone`, sends its body as the first text message. Defaults to false.
   */
  notifyCustomer?: boolean
}
export interface TicketsListQuery {
  /**
   * Status keys. `active` means open and pending.
   */
  status?: ReadonlyArray<string> | string | undefined
  /**
   * Status categories.
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
   * Channels (fine-grained).
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
   * Channels (coarse).
   */
  origin?:
    ReadonlyArray<"api" | "email" | "chat" | "sms" | "custom"> | "api" | "email" | "chat" | "sms" | "custom" | undefined
  /**
   * Member ids. `me` for the signed-in member, `null` or `unassigned` for none.
   */
  assigneeId?: ReadonlyArray<string> | string | undefined
  /**
   * Customer ids.
   */
  customerId?: ReadonlyArray<string> | string | undefined
  /**
   * The customer's email address, ignoring case.
   */
  customerEmail?: string | undefined
  /**
   * Company ids. `null` for none.
   */
  companyId?: ReadonlyArray<string> | string | undefined
  /**
   * Category ids. `null` for none.
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
   * `all`: only tickets with all of `tagIds`.
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
   * `true`: only tickets with files. `false`: only tickets without.
   */
  hasAttachments?: boolean | undefined
  /**
   * `true` shows only spam, `all` includes it. By default, spam is hidden.
   */
  isSpam?: boolean | "all" | undefined
  /**
   * Whether to show tickets in the trash.
   */
  deleted?: "exclude" | "include" | "only" | undefined
  /**
   * Whether to show merged tickets.
   */
  merged?: "exclude" | "include" | "only" | undefined
  /**
   * Words in the title, body, customer and number. All must occur, at least as the beginning of a word.
   */
  search?: string | undefined
  /**
   * The field to sort by.
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
   * `desc`: highest or newest first. `asc`: lowest or oldest first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface TicketsGetQuery {
  /**
   * `include` also returns a ticket in the trash.
   */
  deleted?: "exclude" | "include" | undefined
}
export interface TicketsDeleteQuery {
  /**
   * Deletes it permanently, with its comments and files.
   */
  permanent?: boolean | undefined
}
export interface TicketsStatsQuery {
  /**
   * Brand ids. Defaults to all brands.
   */
  brandIds?: ReadonlyArray<string> | string | undefined
}
export interface TicketsListAcrossQuery {
  /**
   * Status keys. `active` means open and pending.
   */
  status?: ReadonlyArray<string> | string | undefined
  /**
   * Status categories.
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
   * Channels (fine-grained).
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
   * Channels (coarse).
   */
  origin?:
    ReadonlyArray<"api" | "email" | "chat" | "sms" | "custom"> | "api" | "email" | "chat" | "sms" | "custom" | undefined
  /**
   * Member ids. `me` for the signed-in member, `null` or `unassigned` for none.
   */
  assigneeId?: ReadonlyArray<string> | string | undefined
  /**
   * Customer ids.
   */
  customerId?: ReadonlyArray<string> | string | undefined
  /**
   * The customer's email address, ignoring case.
   */
  customerEmail?: string | undefined
  /**
   * Company ids. `null` for none.
   */
  companyId?: ReadonlyArray<string> | string | undefined
  /**
   * Category ids. `null` for none.
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
   * `all`: only tickets with all of `tagIds`.
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
   * `true`: only tickets with files. `false`: only tickets without.
   */
  hasAttachments?: boolean | undefined
  /**
   * `true` shows only spam, `all` includes it. By default, spam is hidden.
   */
  isSpam?: boolean | "all" | undefined
  /**
   * Whether to show tickets in the trash.
   */
  deleted?: "exclude" | "include" | "only" | undefined
  /**
   * Whether to show merged tickets.
   */
  merged?: "exclude" | "include" | "only" | undefined
  /**
   * Words in the title, body, customer and number. All must occur, at least as the beginning of a word.
   */
  search?: string | undefined
  /**
   * The field to sort by.
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
   * `desc`: highest or newest first. `asc`: lowest or oldest first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
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
   * Only comments with this visibility.
   */
  visibility?: "public" | "internal" | undefined
  /**
   * Includes deleted comments.
   */
  includeDeleted?: boolean | undefined
}
export interface CommentsDeleteQuery {
  /**
   * Deletes only if nobody can have received the comment; otherwise returns `invalid_state` and keeps it.
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
   * Part of the name, email address or phone number.
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
   * The field to sort by.
   */
  sort?: "createdAt" | "name" | "email" | undefined
  /**
   * `desc`: highest or newest first. `asc`: lowest or oldest first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
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
   * `true` erases the customer. Otherwise the response only counts what would be erased.
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
   * Part of the name or email domain.
   */
  search?: string | undefined
  /**
   * The field to sort by.
   */
  sort?: "createdAt" | "name" | undefined
  /**
   * `desc`: highest or newest first. `asc`: lowest or oldest first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
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
   * Includes inactive statuses.
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
   * Whether to show deleted brands that can still be restored.
   */
  deleted?: "exclude" | "include" | "only" | undefined
}
export interface BrandsDeleteQuery {
  /**
   * `true` deletes the brand. Otherwise the response only counts what would be deleted.
   */
  confirm?: boolean | undefined
}
export interface WebhooksListDeliveriesQuery {
  /**
   * Delivery statuses.
   */
  status?: "PENDING" | "SUCCESS" | "FAILED" | "RETRYING" | undefined
  /**
   * Name of one event. The canonical name and the alias give the same result.
   */
  event?: string | undefined
  /**
   * Ticket id.
   */
  ticketId?: string | undefined
  /**
   * Entries per page: 100 by default, 500 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface WebhooksListDaysQuery {
  /**
   * Number of days up to today, 1 to 365. Defaults to 30.
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
   * An event id. Returns events committed after it. If omitted, starts with the oldest stored event.
   */
  after?: string | undefined
  /**
   * `nextCursor` of the previous page. Same as `after`.
   */
  cursor?: string | undefined
  /**
   * Entries per page: 100 by default, 500 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
}
export interface LogsOfBrandQuery {
  /**
   * Kinds of records.
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
   * Only entries about this record.
   */
  entityId?: string | undefined
  /**
   * Names of actions.
   */
  event?: ReadonlyArray<AuditEventName> | AuditEventName | undefined
  /**
   * Only entries caused by this request or incoming message.
   */
  requestId?: string | undefined
  /**
   * Kinds of actors.
   */
  performerType?:
    ReadonlyArray<"user" | "api" | "customer" | "system"> | "user" | "api" | "customer" | "system" | undefined
  /**
   * At this time or later.
   */
  startDate?: Date | string | undefined
  /**
   * At this time or earlier.
   */
  endDate?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface LogsOfAccountQuery {
  /**
   * Kinds of records.
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
   * Only entries about this record.
   */
  entityId?: string | undefined
  /**
   * Names of actions.
   */
  event?: ReadonlyArray<AuditEventName> | AuditEventName | undefined
  /**
   * Only entries caused by this request or incoming message.
   */
  requestId?: string | undefined
  /**
   * Kinds of actors.
   */
  performerType?:
    ReadonlyArray<"user" | "api" | "customer" | "system"> | "user" | "api" | "customer" | "system" | undefined
  /**
   * At this time or later.
   */
  startDate?: Date | string | undefined
  /**
   * At this time or earlier.
   */
  endDate?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface RequestsListQuery {
  /**
   * Requests with this API key, even if it has been revoked.
   */
  keyId?: string | undefined
  /**
   * Response statuses such as `422`, and classes such as `4xx`.
   */
  status?: ReadonlyArray<string> | string | undefined
  /**
   * Request methods.
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
   * The `operationId` of endpoints, such as `tickets.create`.
   */
  operation?: ReadonlyArray<string> | string | undefined
  /**
   * The beginning of the path, such as `/v1/brands/br_…/tickets`.
   */
  path?: string | undefined
  /**
   * Requests with this brand in the path.
   */
  brandId?: string | undefined
  /**
   * The request with this id.
   */
  requestId?: string | undefined
  /**
   * Received at this time or later.
   */
  startDate?: Date | string | undefined
  /**
   * Received at this time or earlier.
   */
  endDate?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface InboundListQuery {
  /**
   * The status of the message.
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
   * The channel it arrived on.
   */
  channel?: ReadonlyArray<"email" | "chat" | "sms" | "custom"> | "email" | "chat" | "sms" | "custom" | undefined
  /**
   * Exactly this sender: an email address, ignoring case, or any other name exactly as the channel writes it.
   */
  from?: string | undefined
  /**
   * Messages that belong to this ticket.
   */
  ticketId?: string | undefined
  /**
   * Received at this time or later.
   */
  receivedAfter?: Date | string | undefined
  /**
   * Received at this time or earlier.
   */
  receivedBefore?: Date | string | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface InboundReprocessInput {
  /**
   * Also accepts a processed message: its text and files are corrected.
   */
  force?: boolean
}
export interface SearchFindQuery {
  /**
   * 2 to 200 characters. All words must match: by their beginning in texts, anywhere in names and addresses.
   */
  q: string
  /**
   * Defaults to all types.
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
   * Entries per page: 20 by default, 50 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
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
   * Whether the key can access all brands, including future ones.
   */
  allBrands: boolean
  brandIds: string[]
  /**
   * Accurate to the minute.
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
   * The preferences in the member's profile.
   */
  preferences: Record<string, unknown> | null
  /**
   * Pass it as `after` to an event stream in the same mode. The stream then starts with the first event that data you read from now on might not include.
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
   * The organization's name, which confirms the deletion. Otherwise the response only counts what would be deleted.
   */
  confirm?: string | undefined
}
export interface MembersListQuery {
  /**
   * Only members who can access this brand.
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
   * The customer's email address, ignoring case.
   */
  customerEmail: string
}
export interface PortalTokensRevokeAnswer {
  /**
   * Number of tokens that were still valid.
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
   * The field to sort by.
   */
  sort?: "createdAt" | "updatedAt" | undefined
  /**
   * `desc`: highest or newest first. `asc`: lowest or oldest first.
   */
  order?: "desc" | "asc" | undefined
  /**
   * Entries per page: 20 by default, 50 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
   */
  cursor?: string | undefined
}
export interface TestModeListOutboxQuery {
  /**
   * Brand ids.
   */
  brandId?: ReadonlyArray<string> | string | undefined
  /**
   * The channel it would have been sent on.
   */
  channel?: ReadonlyArray<"email" | "chat" | "sms"> | "email" | "chat" | "sms" | undefined
  /**
   * Exactly this recipient, ignoring case.
   */
  to?: string | undefined
  /**
   * Ticket ids.
   */
  ticketId?: ReadonlyArray<string> | string | undefined
  /**
   * Why it would have been sent.
   */
  kind?:
    | ReadonlyArray<"reply" | "autoresponse" | "notification" | "magic_link">
    | "reply"
    | "autoresponse"
    | "notification"
    | "magic_link"
    | undefined
  /**
   * Entries per page: 25 by default, 100 at most. Higher values are lowered to the maximum.
   */
  limit?: number | undefined
  /**
   * `nextCursor` of the previous page. Keep all other parameters unchanged.
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
