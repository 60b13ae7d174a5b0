import { Context, type DateTime, type Effect } from "effect"
import type { AuditedEntity, performers } from "../domain/AuditEntry.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, Id, TicketId } from "../domain/Ids.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { NotFound } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** An entry of the audit log, as it was stored. */
export interface AuditRecord {
  readonly id: Id<"log">
  readonly brandId?: BrandId | undefined
  readonly event: string
  readonly entityType: AuditedEntity
  readonly entityId: Id
  readonly changes?: JsonObject | undefined
  /** Set in long histories, where `changes` is left out. */
  readonly changesTruncated?: true | undefined
  readonly performedBy: JsonObject
  readonly source: string
  readonly metadata?: JsonObject | undefined
  readonly requestId?: string | undefined
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
  readonly createdAt: DateTime.Utc
}

/** Selects entries, newest first. An absent filter matches all. */
export interface AuditQuery {
  readonly entityTypes?: ReadonlyArray<AuditedEntity> | undefined
  /** The id of any kind of entity. */
  readonly entityId?: Id | undefined
  readonly events?: ReadonlyArray<string> | undefined
  /** The request, message or job that caused the entries. */
  readonly requestId?: Id | undefined
  readonly performerTypes?: ReadonlyArray<(typeof performers)[number]> | undefined
  readonly from?: DateTime.Utc | undefined
  readonly until?: DateTime.Utc | undefined
  readonly limit: number
  /** The last entry of the previous page. */
  readonly after?: Id<"log"> | undefined
}

/** `next` is where the next page starts. A short or even empty page can have one, if a filter excludes very many entries. */
export interface AuditPage {
  readonly items: ReadonlyArray<AuditRecord>
  readonly next?: Id<"log"> | undefined
}

/** Reads the audit log: who did what, and when. Entries are written together with each change, and never modified. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** The history of a ticket with its comments and files, oldest first, even if the ticket is in the trash. */
    ofTicket(scope: BrandScope, id: TicketId): Effect.Effect<ReadonlyArray<AuditRecord>, NotFound | DatabaseUnavailable>

    ofBrand(scope: BrandScope, query: AuditQuery): Effect.Effect<AuditPage, NotFound | DatabaseUnavailable>

    /** Entries about the account as a whole: its name, keys, members, brands and channels. */
    ofAccount(tenant: Tenant, query: AuditQuery): Effect.Effect<AuditPage, DatabaseUnavailable>
  }
>()("trunkline/events/AuditLog") {}
