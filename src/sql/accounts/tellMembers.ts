import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { AuditedEvent } from "../../domain/AuditEntry.ts"
import type { Causation } from "../../domain/Causation.ts"
import type { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { appendAudit } from "../events/appendAudit.ts"

/** Accounts of one address that are told, at most: more than anybody is a member of. */
export const maxTold = 100

/** A member, and the live tenant of their account, whose audit log gets the entry. */
export interface ToldRow {
  readonly id: string
  readonly account_id: string
  readonly tenant_id: string
  readonly metadata: JsonObject | null
}

/** Adds an entry about each member to the audit log of their account, in the current transaction of the `system` pool. */
export const tellMembers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  next: IdGenerator["Service"]["next"],
  causation: Causation,
  event: AuditedEvent,
  members: ReadonlyArray<ToldRow>
) {
  for (const { account_id, id, metadata, tenant_id } of members)
    yield* appendAudit(
      sql,
      { id: tenant_id, accountId: idOf("account", account_id), mode: "live" },
      causation,
      next("log"),
      undefined,
      { event, entityType: "member", entityId: idOf("member", id), metadata: metadata ?? undefined }
    )
})
