import { Duration, Effect, Layer, Option } from "effect"
import { type ConnectionId, type ConnectionKind, connectionIdOf } from "../../domain/ChannelConnection.ts"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { ChannelInbox, type LeasedEntry } from "../../tickets/intake/ChannelInbox.ts"
import { Database } from "../Database.ts"
import { wakings } from "../notices.ts"
import { query } from "../query.ts"
import { type Moment, moment, uuidOr } from "../rows/columns.ts"
import { type ScopeRow, scopeOf } from "../rows/scopeRow.ts"
import { giveUpEntries, isWaiting } from "./giveUpEntries.ts"

/** The channel on which nodes tell each other that there is something to handle. */
const news = "trunkline_inbox"

interface LeaseRow extends ScopeRow {
  readonly id: string
  readonly connection_id: string
  readonly dedupe_key: string
  readonly kind: string
  readonly lane: string
  readonly payload: JsonObject
  readonly attempts: number
  readonly received_at: Moment
}

/** `ChannelInbox` in PostgreSQL. */
export const layer = Layer.effect(
  ChannelInbox,
  Effect.gen(function* () {
    const { system } = yield* Database
    const ids = yield* IdGenerator
    /** Holds until another lease of it begins, which is another attempt. */
    const isHeld = ({ attempts, id, scope }: LeasedEntry) =>
      system`tenant_id = ${scope.tenant.id} AND id = ${uuidOf(id)} AND attempts = ${attempts} AND ${system.literal(isWaiting)}`

    return ChannelInbox.of({
      put: ({ connectionId, dedupeKey, keepsKey = false, kind, lane, payload }) =>
        query(system<{ is_new: boolean }>`WITH reached AS (
            SELECT tenant_id, id, kind FROM channel_connections WHERE id = ${uuidOf(connectionId)} FOR KEY SHARE),
          put AS (
            INSERT INTO channel_inbox (id, tenant_id, connection_id, channel, dedupe_key, keeps_key, kind, lane, payload)
            SELECT ${uuidOf(ids.next("inbound"))}::uuid, k.tenant_id, k.id, k.kind, ${dedupeKey}, ${keepsKey}, ${kind}, ${lane},
              ${JSON.stringify(payload)}::jsonb
            FROM reached k ON CONFLICT (dedupe_key) DO NOTHING RETURNING pg_notify(${news}, ''))
          SELECT EXISTS (SELECT FROM put) AS is_new FROM reached`).pipe(
          Effect.map(([row]) => (row === undefined ? "gone" : row.is_new ? "new" : "known"))
        ),

      lease: (channel, limit, lease, underWay) =>
        query(
          system<LeaseRow>`WITH leased AS (
              UPDATE channel_inbox i SET attempts = attempts + 1,
                due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
              WHERE id IN (
                SELECT m.id FROM channel_inbox m WHERE m.channel = ${channel} AND m.done_at IS NULL AND m.failed_at IS NULL
                  AND m.due_at <= now() AND m.id <> ALL(${underWay.map(uuidOf)}::uuid[]) AND NOT EXISTS (SELECT FROM channel_inbox p
                    WHERE p.connection_id = m.connection_id AND p.lane = m.lane AND p.done_at IS NULL AND p.failed_at IS NULL
                      AND p.id <> m.id AND (p.id < m.id OR p.due_at > now()))
                ORDER BY m.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
              RETURNING *)
            SELECT i.*, n.account_id, n.mode, k.brand_id FROM leased i JOIN tenants n ON n.id = i.tenant_id
              JOIN channel_connections k ON k.tenant_id = i.tenant_id AND k.id = i.connection_id ORDER BY i.id`
        ).pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              id: idOf("inbound", row.id),
              scope: scopeOf(row),
              connectionId: connectionIdOf(channel, row.connection_id),
              dedupeKey: row.dedupe_key,
              kind: row.kind,
              lane: row.lane,
              payload: row.payload,
              attempts: row.attempts,
              receivedAt: moment(row.received_at)
            }))
          )
        ),

      renew: (entry, lease) =>
        query(system`UPDATE channel_inbox SET due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
          WHERE ${isHeld(entry)} RETURNING id`).pipe(Effect.map((rows) => rows.length > 0)),

      done: (entry, result) =>
        query(system`WITH done AS (
            UPDATE channel_inbox SET done_at = now(), error = NULL, payload = '{}' WHERE ${isHeld(entry)} RETURNING tenant_id, id)
          UPDATE inbound_messages m SET status = 'processed', outcome = ${result?.outcome ?? "none"}, error = NULL,
            ticket_id = ${uuidOr(result?.ticketId)}, comment_id = ${uuidOr(result?.commentId)}, processed_at = now()
          FROM done d WHERE m.tenant_id = d.tenant_id AND m.id = d.id`).pipe(Effect.asVoid),

      postpone: (entry, delay, error, attempt) =>
        query(system`UPDATE channel_inbox SET error = ${error}, attempts = attempts - ${attempt === "uncounted" ? 1 : 0}::int,
            due_at = now() + make_interval(secs => ${Duration.toSeconds(delay)})
          WHERE ${isHeld(entry)}`).pipe(Effect.asVoid),

      giveBack: (entry) =>
        query(system`UPDATE channel_inbox SET due_at = DEFAULT WHERE ${isHeld(entry)}`).pipe(Effect.asVoid),

      failed: ({ attempts, id, scope }, why) =>
        query(
          giveUpEntries(system, scope, `id = $1 AND attempts = ${attempts} AND ${isWaiting}`, uuidOf(id), why)
        ).pipe(Effect.asVoid),

      replay: (scope, id) =>
        query(
          system<{ told: unknown }>`WITH replayed AS (
              UPDATE channel_inbox i SET failed_at = NULL, error = NULL, attempts = 0, due_at = DEFAULT
              FROM channel_connections k
              WHERE i.id = ${uuidOf(id)} AND i.tenant_id = ${scope.tenant.id} AND i.failed_at IS NOT NULL
                AND k.tenant_id = i.tenant_id AND k.id = i.connection_id
                AND k.brand_id = ${uuidOf(scope.brandId)}
              RETURNING i.tenant_id, i.id),
            logged AS (UPDATE inbound_messages m SET status = 'received', error = NULL, processed_at = NULL
              FROM replayed r WHERE m.tenant_id = r.tenant_id AND m.id = r.id)
            SELECT pg_notify(${news}, '')::text AS told FROM replayed`
        ).pipe(Effect.map((rows) => (rows.length === 0 ? Option.none() : Option.some(id)))),

      backlog: (channel) =>
        query(
          system<{
            connection_id: string
            count: number
          }>`SELECT connection_id, count(*)::int AS count FROM channel_inbox
            WHERE channel = ${channel} AND ${system.literal(isWaiting)} GROUP BY connection_id`
        ).pipe(
          Effect.map((rows) => {
            const counts = new Map<ConnectionId, number>()
            for (const row of rows)
              counts.set(connectionIdOf(channel satisfies ConnectionKind, row.connection_id), row.count)
            return counts
          })
        ),

      purge: (age) =>
        query(
          Effect.all([
            system`DELETE FROM channel_inbox
              WHERE done_at < now() - make_interval(secs => ${Duration.toSeconds(age)}) AND NOT keeps_key`,
            // Entries handled by earlier versions still have their content.
            system`UPDATE channel_inbox SET payload = '{}'
              WHERE done_at < now() - make_interval(secs => ${Duration.toSeconds(age)}) AND keeps_key AND payload <> '{}'`
          ])
        ).pipe(Effect.asVoid),

      arrived: wakings(system, news)
    })
  })
)
