import type { Actor } from "./Causation.ts"
import type { Id } from "./Ids.ts"
import type { JsonObject } from "./Json.ts"

/** What there are lines about. */
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

/** A line of the audit log as its command words it; who did it, the causation tells. Never holds message bodies. */
export interface AuditEntry {
  readonly event: string
  readonly entityType: AuditedEntity
  readonly entityId: Id
  readonly changes?: JsonObject | undefined
  readonly metadata?: JsonObject | undefined
}

/** What the audit log calls each kind of caller. */
const performer = { agent: "user", api_key: "api", customer: "customer", system: "system" } as const
export const performers = Object.values(performer)

/** Who did it, in the words of the audit log. */
export const performedBy = ({ apiKeyPrefix, email, id, name, type }: Actor) => ({
  type: performer[type],
  ...(id === null ? {} : { id }),
  ...(email === undefined ? {} : { email }),
  ...(name === null ? {} : { name }),
  ...(apiKeyPrefix === undefined ? {} : { apiKeyPrefix })
})
