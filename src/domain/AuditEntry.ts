import type { Id } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"

export type AuditedEntity =
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

/** A line of the audit log as its command words it; who did it, the causation tells. Never holds message bodies. */
export interface AuditEntry {
  readonly event: string
  readonly entityType: AuditedEntity
  readonly entityId: Id
  readonly changes?: JsonObject | undefined
  readonly metadata?: JsonObject | undefined
}
