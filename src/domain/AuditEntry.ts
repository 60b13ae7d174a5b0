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

/** An entry of the audit log as its command creates it; the causation adds who did it. Never contains message bodies. */
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

/** The actor, in the words of the audit log. */
export const performedBy = ({ apiKeyPrefix, email, id, name, type }: Actor) => ({
  type: performer[type],
  ...(id === null ? {} : { id }),
  ...(email === undefined ? {} : { email }),
  ...(name === null ? {} : { name }),
  ...(apiKeyPrefix === undefined ? {} : { apiKeyPrefix })
})
