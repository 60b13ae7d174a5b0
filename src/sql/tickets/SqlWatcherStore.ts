import { Array as Arr, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, type MemberId, uuidOf } from "../../domain/Ids.ts"
import type { WatchersNews } from "../../domain/Presence.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import { memberIn } from "../../domain/Watcher.ts"
import { WatcherStore } from "../../tickets/WatcherStore.ts"
import { Database } from "../Database.ts"
import { appendAudits } from "../events/appendAudit.ts"
import { query } from "../query.ts"
import { idOr } from "../rows/columns.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"
import { rowOfWatcher, storedWatcherColumns, type WatcherRow, watcherOf } from "../rows/watcherRow.ts"
import { transaction } from "../transaction.ts"
import { deskChannel } from "./deskNews.ts"

interface TicketRow {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly merged_into_id: string | null
  readonly ticket_prefix: string
}

interface PlaceRow extends ScopeRow {
  readonly id: string
}

const columns = storedWatcherColumns.join(", ")

/** `WatcherStore` in PostgreSQL. */
export const layer = Layer.effect(
  WatcherStore,
  Effect.gen(function* () {
    const { next } = yield* IdGenerator
    const database = yield* Database
    const { reads, system, writes } = database

    /**
     * A member's address, if they are active and can see the brand. The lock makes a removal of the member see what they watch
     * by then.
     */
    const addressOf = ({ brandId, tenant }: BrandScope, id: MemberId) =>
      Effect.map(
        writes<{
          readonly email: string
        }>`SELECT email FROM members WHERE account_id = ${uuidOf(tenant.accountId)} AND id = ${uuidOf(id)}
          AND status = 'active' AND (role <> 'agent' OR all_brands OR ${uuidOf(brandId)}::uuid = ANY (brand_ids))
          FOR KEY SHARE`,
        ([member]) => member?.email
      )

    return WatcherStore.of({
      list: ({ brandId, tenant }, ticketId) =>
        query(
          reads<WatcherRow | { readonly id: null }>`SELECT w.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT w.* FROM tickets t
              JOIN brands b ON b.tenant_id = t.tenant_id AND b.id = t.brand_id AND b.deleted_at IS NULL
              LEFT JOIN watchers w ON w.tenant_id = t.tenant_id AND w.ticket_id = t.id
            WHERE t.tenant_id = s.tenant_id AND t.id = ${uuidOf(ticketId)} AND t.brand_id = ${uuidOf(brandId)}
              AND t.deleted_at IS NULL ORDER BY w.added_at, w.id OFFSET 0) w`
        ).pipe(
          // No row: no ticket. One row of nulls: a ticket that nobody watches.
          Effect.map((rows) =>
            rows.length === 0
              ? Option.none()
              : Option.some(rows.flatMap((row) => (row.id === null ? [] : [watcherOf(row)])))
          )
        ),

      place: (ticketId) =>
        query(
          system<PlaceRow>`WITH RECURSIVE merged AS (
              SELECT id, tenant_id, brand_id, merged_into_id FROM tickets WHERE id = ${uuidOf(ticketId)}
              UNION SELECT t.id, t.tenant_id, t.brand_id, t.merged_into_id FROM tickets t
                JOIN merged m ON t.tenant_id = m.tenant_id AND t.id = m.merged_into_id)
            SELECT m.id, m.tenant_id, m.brand_id, n.account_id, n.mode
            FROM merged m JOIN tenants n ON n.id = m.tenant_id WHERE m.merged_into_id IS NULL`
        ).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (row) => ({
              scope: scopeOf(row),
              ticketId: idOf("ticket", row.id)
            }))
          )
        ),

      change: (scope, causation, ticketId, key, decide) =>
        Effect.gen(function* () {
          const { brandId, tenant } = scope
          const [ticket] = yield* writes<TicketRow>`
            SELECT t.id, t.number, t.title, t.merged_into_id, b.ticket_prefix FROM tickets t
              JOIN brands b ON b.tenant_id = t.tenant_id AND b.id = t.brand_id AND b.deleted_at IS NULL
            WHERE t.tenant_id = ${tenant.id} AND t.id = ${uuidOf(ticketId)} AND t.brand_id = ${uuidOf(brandId)}
              AND t.deleted_at IS NULL FOR NO KEY UPDATE OF t`
          if (ticket === undefined) return Option.none()
          const rows = yield* writes<WatcherRow>`SELECT * FROM watchers
            WHERE tenant_id = ${tenant.id} AND ticket_id = ${uuidOf(ticketId)}`
          const member = memberIn(key)
          const { audit, removed, saved, value } = yield* Effect.fromResult(
            decide({
              ticket: {
                id: ticketId,
                number: ticket.number,
                title: ticket.title,
                mergedIntoId: idOr("ticket", ticket.merged_into_id)
              },
              ticketPrefix: ticket.ticket_prefix,
              watchers: rows.map(watcherOf),
              memberEmail: member === undefined ? undefined : yield* addressOf(scope, member)
            })
          )
          if (saved !== undefined)
            yield* writes.unsafe(
              `INSERT INTO watchers (${columns}) SELECT ${columns} FROM json_populate_record(NULL::watchers, $1::json)
                ON CONFLICT (tenant_id, ticket_id, member_id) DO UPDATE SET
                  notify_on_comment = excluded.notify_on_comment, notify_on_status_change = excluded.notify_on_status_change`,
              [JSON.stringify(rowOfWatcher(tenant.id, saved))]
            )
          if (removed !== undefined)
            yield* writes`DELETE FROM watchers WHERE tenant_id = ${tenant.id}
              AND ticket_id = ${uuidOf(ticketId)} AND member_id = ${removed.memberId}`
          if (saved !== undefined || removed !== undefined) {
            const news: WatchersNews = { type: "watchers.changed", tenantId: tenant.id, brandId, ticketId }
            yield* writes`SELECT pg_notify(${deskChannel}, ${JSON.stringify(news)})`
          }
          if (Arr.isReadonlyArrayNonEmpty(audit))
            yield* appendAudits(writes, tenant, causation, next, brandId, audit, ticketId)
          return Option.some(value)
        }).pipe(transaction(database, scope.tenant))
    })
  })
)
