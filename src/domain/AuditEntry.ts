import type { Actor } from "./Causation.ts"
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

/** Who did it, in the words of the audit log. */
export const performedBy = ({ id, name, type }: Actor) => ({
  type: type === "agent" ? "user" : type === "api_key" ? "api" : type,
  ...(id === null ? {} : { id }),
  ...(name === null ? {} : { name })
})
