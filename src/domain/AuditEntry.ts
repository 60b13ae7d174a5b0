import type { Actor } from "./Causation.ts"
import type { Id } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"

/** The kinds of records that audit entries are about. */
export const auditedEntities = [
  "account",
  "ticket",
  "comment",
  "attachment",
  "customer",
  "company",
  "category",
  "tag",
  "status",
  "field",
  "brand",
  "webhook",
  "channel",
  "api_key",
  "member"
] as const
export type AuditedEntity = (typeof auditedEntities)[number]

/** What can have happened. A name stays here even if nothing adds it any more, because entries never change. */
export const auditedEvents = [
  "account.deleted",
  "account.restored",
  "account.sessions_ended",
  "account.updated",
  "address.created",
  "address.deleted",
  "address.released",
  "address.updated",
  "address.verified",
  "api_key.created",
  "api_key.revoked",
  "api_key.updated",
  "attachment.announced",
  "attachment.blocked",
  "attachment.created",
  "attachment.deleted",
  "attachment.uploaded",
  "brand.created",
  "brand.deleted",
  "brand.restored",
  "brand.updated",
  "category.created",
  "category.deleted",
  "category.reordered",
  "category.updated",
  "channel.created",
  "channel.deleted",
  "channel.reconnected",
  "channel.secret_rotated",
  "channel.updated",
  "comment.created",
  "comment.deleted",
  "comment.updated",
  "company.created",
  "company.deleted",
  "company.updated",
  "customer.created",
  "customer.deleted",
  "customer.erased",
  "customer.merged",
  "customer.updated",
  "domain.created",
  "domain.deleted",
  "domain.failed",
  "domain.failing",
  "domain.key_replaced",
  "domain.key_switched",
  "domain.recovered",
  "domain.released",
  "domain.updated",
  "domain.verified",
  "field.created",
  "field.deleted",
  "field.reordered",
  "field.updated",
  "inbound.reprocessed",
  "member.invited",
  "member.invited_again",
  "member.joined",
  "member.link_sent",
  "member.removed",
  "member.sessions_ended",
  "member.sign_in_failed",
  "member.signed_in",
  "member.signed_out",
  "member.updated",
  "message.retried",
  "portal_domain.failed",
  "portal_domain.failing",
  "portal_domain.recovered",
  "portal_domain.released",
  "portal_domain.removed",
  "portal_domain.set",
  "portal_domain.verified",
  "portal_link.refused",
  "portal_link.sent",
  "portal_token.ended",
  "portal_token.issued",
  "portal_token.refreshed",
  "portal_token.revoked",
  "slack_app.created",
  "slack_app.deleted",
  "slack_app.updated",
  "status.created",
  "status.reordered",
  "status.updated",
  "tag.created",
  "tag.deleted",
  "tag.merged",
  "tag.updated",
  "ticket.created",
  "ticket.deleted",
  "ticket.merged",
  "ticket.purged",
  "ticket.restored",
  "ticket.spam_marked",
  "ticket.spam_unmarked",
  "ticket.updated",
  "ticket.watcher_added",
  "ticket.watcher_removed",
  "ticket.watcher_updated",
  "webhook.created",
  "webhook.deleted",
  "webhook.delivery_replayed",
  "webhook.disabled",
  "webhook.events_replayed",
  "webhook.secret_rotated",
  "webhook.updated"
] as const
export type AuditedEvent = (typeof auditedEvents)[number]

/** An entry of the audit log as its command creates it; the causation adds who did it. Never contains message bodies. */
export interface AuditEntry {
  readonly event: AuditedEvent
  readonly entityType: AuditedEntity
  readonly entityId: Id
  readonly changes?: JsonObject | undefined
  readonly metadata?: JsonObject | undefined
}

/** What the audit log calls each kind of caller. */
const performer = { agent: "user", api_key: "api", customer: "customer", system: "system" } as const
export const performers = Object.values(performer)

/** The actor, in the words of the audit log. */
export const performedBy = ({ apiKeyPrefix, email, id, name, type }: Actor) => ({
  type: performer[type],
  ...(id === null ? {} : { id }),
  ...(email === undefined ? {} : { email }),
  ...(name === null ? {} : { name }),
  ...(apiKeyPrefix === undefined ? {} : { apiKeyPrefix })
})
