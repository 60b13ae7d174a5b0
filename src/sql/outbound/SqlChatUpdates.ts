import { Duration, Effect, Layer, Option, Stream } from "effect"
import { externalMessageId } from "../../domain/ChannelConnection.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { Handoff } from "../../events/Handoff.ts"
import { ChatUpdates, type LeasedUpdate, mirrorChannel } from "../../tickets/outbound/ChatUpdates.ts"
import { MailNews } from "../../tickets/outbound/MailNews.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { type ChatFactsRow, chatFactsOf, chatFactsSql } from "../rows/chatFactsRow.ts"
import { idOr, type Moment, moment } from "../rows/columns.ts"
import { brandDeletedAt } from "../rows/messageRow.ts"
import { transaction } from "../transaction.ts"

interface LeaseRow {
  readonly id: string
  readonly connection_id: string
  readonly lane: string
  readonly ticket_id: string
  readonly comment_id: string | null
  readonly attempts: number
  readonly progress: JsonObject
  readonly trial: boolean
  readonly created_at: Moment
}

/** Whether the brand of update `u`, or of its connection, is deleted: the update waits until that is restored or purged. */
const isInTrash = `coalesce(${brandDeletedAt("u")},
  (select ${brandDeletedAt("k")} from channel_connections k where k.id = u.connection_id)) is not null`

/** `ChatUpdates` in PostgreSQL. */
export const layer = Layer.effect(
  ChatUpdates,
  Effect.gen(function* () {
    const database = yield* Database
    const { system, writes } = database
    const { heard } = yield* MailNews
    const { node } = yield* Handoff
    /** Holds until another lease of it begins, which is another attempt. */
    const isHeld = ({ attempts, id }: LeasedUpdate) => system`id = ${id} AND attempts = ${attempts}`

    return ChatUpdates.of({
      lease: ({ all, busy, each, underWay }, lease) =>
        query(
          system.unsafe<LeaseRow>(
            `WITH due AS MATERIALIZED (
              SELECT h.id, k.retry_at IS NOT NULL AS is_trial
              FROM channel_connections k CROSS JOIN LATERAL (
                SELECT u.id FROM chat_updates u
                WHERE u.connection_id = k.id AND u.due_at <= now() AND u.id <> ALL($6::bigint[]) AND ${brandDeletedAt("u")} IS NULL
                  AND NOT EXISTS (SELECT FROM chat_updates p WHERE p.connection_id = k.id AND p.lane = u.lane AND p.id < u.id)
                  AND NOT EXISTS (SELECT FROM outgoing_mail m WHERE m.connection_id = k.id AND m.lane = u.lane
                    AND m.state IN ('queued', 'sending'))
                ORDER BY u.due_at, u.id LIMIT CASE WHEN k.retry_at IS NULL THEN $1::int ELSE 1 END FOR UPDATE SKIP LOCKED) h
              WHERE k.kind = 'chat' AND k.status = 'active' AND coalesce(k.retry_at <= now(), true) AND k.id <> ALL($4::uuid[])
                AND ${brandDeletedAt("k")} IS NULL
              LIMIT $2)
            UPDATE chat_updates u SET attempts = attempts + 1, lease_owner = $5, due_at = now() + make_interval(secs => $3)
            FROM due d WHERE u.id = d.id
            RETURNING u.id::text, u.connection_id, u.lane, u.ticket_id, u.comment_id, u.attempts, u.progress,
              d.is_trial AS trial, u.created_at`,
            [each, all, Duration.toSeconds(lease), busy.map(uuidOf), node, underWay]
          )
        ).pipe(Effect.map((rows) => rows.map(leasedOf))),

      renew: (update, lease) =>
        query(system`UPDATE chat_updates SET lease_owner = ${node}, due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
          WHERE ${isHeld(update)} RETURNING id`).pipe(Effect.map((rows) => rows.length > 0)),

      facts: ({ connectionId, id }) =>
        query(system.unsafe<ChatFactsRow>(chatFactsSql, [id, connectionId])).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), chatFactsOf))
        ),

      keep: ({ commentId, connectionId, lane }, { scope, ticket }, of, channel, { messages, shown }) =>
        Effect.gen(function* () {
          const [connection, brand] = [uuidOf(connectionId), uuidOf(scope.brandId)]
          const comment = of === "comment" ? commentId : undefined
          yield* writes`INSERT INTO chat_posts (tenant_id, connection_id, lane, subject_id, ticket_id, channel, messages, shown)
            VALUES (${scope.tenant.id}, ${connection}, ${lane}, ${uuidOf(comment ?? ticket.id)}, ${uuidOf(ticket.id)}, ${channel},
              ${messages}::text[], ${JSON.stringify(shown)}::jsonb)
            ON CONFLICT (connection_id, lane, subject_id) DO UPDATE
              SET messages = excluded.messages, shown = excluded.shown, updated_at = now()`
          if (messages.length === 0) return
          const names = messages.map((ts) => externalMessageId(connectionId, `${channel}:${ts}`))
          yield* writes`INSERT INTO message_ids (tenant_id, brand_id, message_id, ticket_id, comment_id, direction)
            SELECT ${scope.tenant.id}::uuid, ${brand}::uuid, name, ${uuidOf(ticket.id)}::uuid,
              ${comment === undefined ? null : uuidOf(comment)}::uuid, 'out' FROM unnest(${names}::text[]) name
            ON CONFLICT (brand_id, message_id) DO NOTHING`
          const [root] = messages
          if (of === "comment" || mirrorChannel(lane) === undefined || root === undefined) return
          yield* writes`INSERT INTO channel_conversations (tenant_id, brand_id, connection_id, key, ticket_id, mode, root)
            VALUES (${scope.tenant.id}, ${brand}, ${connection}, ${`${channel}:${root}`}, ${uuidOf(ticket.id)}, 'agent', ${root})
            ON CONFLICT (connection_id, key) DO NOTHING`
        }).pipe(transaction(database, scope.tenant)),

      remember: (update, progress) =>
        query(system`UPDATE chat_updates SET progress = ${JSON.stringify(progress)}::jsonb
          WHERE ${isHeld(update)} RETURNING id`).pipe(Effect.map((rows) => rows.length > 0)),

      done: ({ id }) => query(system`DELETE FROM chat_updates WHERE id = ${id}`).pipe(Effect.asVoid),

      putAside: (update) =>
        query(system`WITH gone AS (DELETE FROM chat_updates u WHERE u.id = ${update.id} AND NOT (${system.literal(isInTrash)}))
          UPDATE chat_updates u SET attempts = attempts - 1, lease_owner = NULL, due_at = DEFAULT
          WHERE ${isHeld(update)} AND ${system.literal(isInTrash)}`).pipe(Effect.asVoid),

      postpone: (update, delay, error, attempt) =>
        query(system`UPDATE chat_updates SET error = ${error}, lease_owner = NULL,
            attempts = attempts - ${attempt === "uncounted" ? 1 : 0}::int, due_at = now() + make_interval(secs => ${Duration.toSeconds(delay)})
          WHERE ${isHeld(update)}`).pipe(Effect.asVoid),

      giveBack: (update) =>
        query(system`UPDATE chat_updates SET lease_owner = NULL, due_at = DEFAULT WHERE ${isHeld(update)}`).pipe(
          Effect.asVoid
        ),

      purge: (age) =>
        query(system`DELETE FROM chat_updates
          WHERE created_at < now() - make_interval(secs => ${Duration.toSeconds(age)}) AND due_at <= now()`).pipe(
          Effect.asVoid
        ),

      backlog: query(
        system<{ count: number }>`SELECT count(*)::int AS count FROM chat_updates u
          WHERE NOT (${system.literal(isInTrash)})`
      ).pipe(Effect.map(([row]) => row?.count ?? 0)),

      noted: Stream.concat(Stream.succeed(undefined), heard)
    })
  })
)

const leasedOf = (row: LeaseRow): LeasedUpdate => ({
  id: row.id,
  connectionId: idOf("installation", row.connection_id),
  lane: row.lane,
  ticketId: idOf("ticket", row.ticket_id),
  commentId: idOr("comment", row.comment_id),
  attempts: row.attempts,
  progress: row.progress,
  isTrial: row.trial,
  createdAt: moment(row.created_at)
})
