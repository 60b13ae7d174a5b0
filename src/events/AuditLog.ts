import { Context, type DateTime, type Effect } from "effect"
import type { AuditedEntity, performers } from "../domain/AuditEntry.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { BrandId, Id, TicketId } from "../domain/Ids.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { NotFound } from "../domain/Problems.ts"
import type { Tenant } from "../domain/Tenant.ts"

/** A line of the audit log, as it was stored. */
export interface AuditRecord {
  readonly id: Id<"log">
  readonly brandId?: BrandId | undefined
  readonly event: string
  readonly entityType: AuditedEntity
  readonly entityId: Id
  readonly changes?: JsonObject | undefined
  /** In a long history: `changes` is left out. */
  readonly changesTruncated?: true | undefined
  readonly performedBy: JsonObject
  readonly source: string
  readonly metadata?: JsonObject | undefined
  readonly requestId?: string | undefined
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
  readonly createdAt: DateTime.Utc
}

/** Which lines somebody wants, newest first. A filter that is left out does not filter. */
export interface AuditQuery {
  readonly entityTypes?: ReadonlyArray<AuditedEntity> | undefined
  /** Whatever it is the id of. */
  readonly entityId?: Id | undefined
  readonly events?: ReadonlyArray<string> | undefined
  /** The request, message or job that caused them. */
  readonly requestId?: Id | undefined
  readonly performerTypes?: ReadonlyArray<(typeof performers)[number]> | undefined
  readonly from?: DateTime.Utc | undefined
  readonly until?: DateTime.Utc | undefined
  readonly limit: number
  /** The last line of the page before. */
  readonly after?: Id<"log"> | undefined
}

/** `next` is where the next page starts. A page may be short, or empty, and have one: where a filter leaves out very many. */
export interface AuditPage {
  readonly items: ReadonlyArray<AuditRecord>
  readonly next?: Id<"log"> | undefined
}

/** Who did what, and when. It is written with each change and never changed, and read here. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** The history of a ticket with its comments and files, oldest first; of one in the trash too. */
    ofTicket(scope: BrandScope, id: TicketId): Effect.Effect<ReadonlyArray<AuditRecord>, NotFound | DatabaseUnavailable>

    ofBrand(scope: BrandScope, query: AuditQuery): Effect.Effect<AuditPage, NotFound | DatabaseUnavailable>

    /** What concerns the account as a whole: its name, keys, members, brands and channels. */
    ofAccount(tenant: Tenant, query: AuditQuery): Effect.Effect<AuditPage, DatabaseUnavailable>
  }
>()("trunkline/events/AuditLog") {}
