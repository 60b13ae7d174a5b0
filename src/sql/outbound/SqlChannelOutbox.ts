import { Duration, Effect, Layer, Option } from "effect"
import { type ConnectionId, type ConnectionKind, connectionIdOf } from "../../domain/ChannelConnection.ts"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { Handoff } from "../../events/Handoff.ts"
import { ChannelOutbox, type LeasedMessage } from "../../tickets/outbound/ChannelOutbox.ts"
import { MailNews } from "../../tickets/outbound/MailNews.ts"
import { Database } from "../Database.ts"
import { wakings } from "../notices.ts"
import { query } from "../query.ts"
import {
  type ContentRow,
  channelMessageOf,
  channelRevisionOf,
  contentSql,
  type RevisionRow,
  revisionSql
} from "../rows/channelMessageRow.ts"
import { dueNow, isForOutbox, isInTrash } from "../rows/messageRow.ts"
import { trialSeconds } from "./endLeases.ts"
import { mailChannel } from "./insertMail.ts"

/** Pauses between trials that are tabulated; later ones are as long as the last. */
const knownPauses = 16

interface LeaseRow {
  readonly id: string
  readonly connection_id: string
  readonly lane: string
  readonly attempts: number
  readonly captured: boolean
  readonly expired: boolean
  readonly trial: boolean
  readonly revision: boolean
}

const leasedOf =
  (kind: ConnectionKind) =>
  (row: LeaseRow): LeasedMessage => ({
    id: idOf("message", row.id),
    connectionId: connectionIdOf(kind, row.connection_id),
    lane: row.lane,
    attempts: row.attempts,
    isCaptured: row.captured,
    isExpired: row.expired,
    isTrial: row.trial,
    isRevision: row.revision
  })

const asOfOr = ({ asOf }: Pick<LeasedMessage, "asOf">) => (asOf === undefined ? null : iso(asOf))

/** `ChannelOutbox` in PostgreSQL. */
export const layer = Layer.effect(
  ChannelOutbox,
  Effect.gen(function* () {
    const { system } = yield* Database
    const { heard } = yield* MailNews
    const { node } = yield* Handoff
    /**
     * Holds until another lease of it begins: another attempt, or, since attempts count anew when a message is sent again by hand,
     * one of the same number by another node.
     */
    const isHeld = ({ attempts, id }: LeasedMessage) =>
      system`id = ${uuidOf(id)} AND attempts = ${attempts} AND lease_owner = ${node}`
    /** Whatever follows it in its conversation is due no earlier. */
    const wait = (leased: LeasedMessage, delay: Duration.Duration, error: string, attempt?: "uncounted") =>
      query(system`WITH waiting AS (
          UPDATE outgoing_mail m SET state = 'queued', last_error = ${error}, lease_owner = NULL,
            attempts = attempts - ${attempt === "uncounted" ? 1 : 0}::int,
            due_at = CASE WHEN EXISTS (SELECT FROM channel_connections k WHERE k.id = m.connection_id AND k.updated_at <> ${asOfOr(leased)})
              THEN ${system.literal(dueNow)} ELSE now() + make_interval(secs => ${Duration.toSeconds(delay)}) END
          WHERE ${isHeld(leased)} AND state = 'sending' RETURNING due_at)
        UPDATE outgoing_mail m SET due_at = w.due_at FROM waiting w
        WHERE m.connection_id = ${uuidOf(leased.connectionId)} AND m.lane = ${leased.lane} AND m.state = 'queued' AND m.due_at < w.due_at
          AND m.id <> ${uuidOf(leased.id)}`).pipe(Effect.asVoid)

    return ChannelOutbox.of({
      lease: (kind, { all, busy, each, underWay }, lease) =>
        query(
          system.unsafe<LeaseRow>(
            `WITH due AS MATERIALIZED (
              SELECT h.id, k.id AS connection_id, k.retry_at IS NOT NULL AS is_trial
              FROM channel_connections k
              JOIN brands b ON b.tenant_id = k.tenant_id AND b.id = k.brand_id AND b.deleted_at IS NULL
              CROSS JOIN LATERAL (
                SELECT m.id FROM outgoing_mail m
                WHERE m.connection_id = k.id AND m.state IN ('queued', 'sending') AND m.due_at <= now() AND NOT (${isInTrash("m")})
                  AND m.id <> ALL($6::uuid[]) AND NOT EXISTS (SELECT FROM outgoing_mail p WHERE p.connection_id = k.id AND p.lane = m.lane
                    AND p.state IN ('queued', 'sending') AND p.id <> m.id
                    AND (p.id < m.id AND NOT (${isInTrash("p")}) OR p.state = 'sending' AND p.due_at > now()))
                ORDER BY m.due_at LIMIT CASE WHEN k.retry_at IS NULL THEN $2::int ELSE 1 END FOR UPDATE SKIP LOCKED) h
              WHERE k.kind = $1 AND k.status = 'active' AND coalesce(k.retry_at <= now(), true) AND k.id <> ALL($5::uuid[])
              LIMIT $3),
            trials AS (
              UPDATE channel_connections k SET retry_at = now() + interval '${trialSeconds} seconds'
              FROM due d WHERE d.is_trial AND k.id = d.connection_id AND k.retry_at <= now() RETURNING k.id)
            UPDATE outgoing_mail m SET state = 'sending', attempts = attempts + (expires_at > now())::int,
              lease_owner = $7, due_at = now() + make_interval(secs => $4)
            FROM due d WHERE m.id = d.id AND (NOT d.is_trial OR d.connection_id IN (SELECT id FROM trials))
            RETURNING m.id, d.is_trial AS trial, m.connection_id, m.lane, m.attempts, expires_at <= now() AS expired,
              m.kind = 'revision' AS revision, ${isForOutbox} AS captured`,
            [kind, each, all, Duration.toSeconds(lease), busy.map(uuidOf), underWay.map(uuidOf), node]
          )
        ).pipe(Effect.map((rows) => rows.map(leasedOf(kind)))),

      leaseExpired: (kind, { all, underWay }, lease) =>
        query(system<LeaseRow>`UPDATE outgoing_mail m
          SET state = 'sending', lease_owner = ${node}, due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
          WHERE id IN (SELECT m.id FROM outgoing_mail m WHERE m.state IN ('queued', 'sending') AND m.connection_id IS NOT NULL
            AND m.channel = ${kind} AND m.due_at <= now() AND m.expires_at <= now() AND NOT (${system.literal(isInTrash("m"))})
              AND m.id <> ALL(${underWay.map(uuidOf)}::uuid[])
            LIMIT ${all} FOR UPDATE SKIP LOCKED)
          RETURNING id, connection_id, lane, attempts, true AS expired, false AS captured, false AS trial,
            kind = 'revision' AS revision`).pipe(Effect.map((rows) => rows.map(leasedOf(kind)))),

      renew: (leased, lease) =>
        query(system<{ is_held: boolean }>`WITH renewed AS (
            UPDATE outgoing_mail SET lease_owner = ${node}, due_at = now() + make_interval(secs => ${Duration.toSeconds(lease)})
            WHERE ${isHeld(leased)} AND state = 'sending')
          SELECT EXISTS (SELECT FROM outgoing_mail WHERE ${isHeld(leased)}) AS is_held`).pipe(
          Effect.map(([row]) => row?.is_held === true)
        ),

      content: (leased) =>
        query(system.unsafe<ContentRow>(contentSql, [uuidOf(leased.id)])).pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(channelMessageOf(leased, row))))
        ),

      revision: (leased) =>
        query(system.unsafe<RevisionRow>(revisionSql, [uuidOf(leased.id)])).pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(channelRevisionOf(leased, row))))
        ),

      revised: ({ id }, error) =>
        query(system`UPDATE outgoing_mail SET state = ${error === undefined ? "sent" : "failed"},
            last_error = ${error ?? null}, settled_at = now(), updated_at = now()
          WHERE id = ${uuidOf(id)} AND state = 'sending'`).pipe(Effect.asVoid),

      remember: (leased, progress) =>
        query(system`UPDATE outgoing_mail
          SET context = jsonb_set(context, '{progress}', ${JSON.stringify(progress)}::jsonb)
          WHERE ${isHeld(leased)} RETURNING id`).pipe(Effect.map((rows) => rows.length > 0)),

      rememberOf: (id, progress) =>
        query(system`UPDATE outgoing_mail
          SET context = jsonb_set(context, '{progress}', ${JSON.stringify(progress)}::jsonb)
          WHERE id = ${uuidOf(id)}`).pipe(Effect.asVoid),

      remembered: (id) =>
        query(
          system<{ progress: JsonObject | null }>`SELECT context -> 'progress' AS progress FROM outgoing_mail
            WHERE id = ${uuidOf(id)}`
        ).pipe(Effect.map(([row]) => Option.fromNullishOr(row?.progress))),

      postpone: wait,

      putAside: ({ attempts, id, isRevision }) =>
        query(
          system.unsafe(
            `WITH put AS (UPDATE outgoing_mail m SET state = 'queued', lease_owner = NULL, attempts = attempts - 1, due_at = now()
              WHERE id = $1 AND attempts = $2 AND lease_owner = $3 AND state = 'sending' AND (${isInTrash("m")}
                OR EXISTS (SELECT FROM channel_connections k
                  JOIN brands b ON b.tenant_id = k.tenant_id AND b.id = k.brand_id AND b.deleted_at IS NOT NULL
                  WHERE k.id = m.connection_id)
                OR EXISTS (${isRevision ? revisionSql : contentSql}))
              RETURNING 1)
            SELECT FROM put
            UNION ALL SELECT FROM outgoing_mail WHERE id = $1 AND (state <> 'sending' OR attempts <> $2 OR lease_owner <> $3)`,
            [uuidOf(id), attempts, node]
          )
        ).pipe(Effect.map((rows) => rows.length > 0)),

      giveBack: (leased) => wait(leased, Duration.zero, "The server stopped"),

      hurry: (connectionId, lane) =>
        query(system`WITH hurried AS (
            UPDATE outgoing_mail SET due_at = ${system.literal(dueNow)}
            WHERE connection_id = ${uuidOf(connectionId)} AND lane = ${lane} AND state = 'queued' AND due_at > now()
            RETURNING id)
          SELECT pg_notify(${mailChannel}, '') FROM (SELECT FROM hurried LIMIT 1) h`).pipe(Effect.asVoid),

      settled: ({ connectionId, id, lane }) =>
        query(system`UPDATE outgoing_mail SET due_at = ${system.literal(dueNow)}
          WHERE due_at > now() AND state = 'queued' AND id = (
            SELECT m.id FROM outgoing_mail m WHERE m.connection_id = ${uuidOf(connectionId)} AND m.lane = ${lane}
              AND m.state IN ('queued', 'sending') AND m.id <> ${uuidOf(id)} ORDER BY m.id LIMIT 1)`).pipe(
          Effect.asVoid
        ),

      answered: (id) =>
        query(system`UPDATE channel_connections
          SET failures = 0, retry_at = NULL, restarts = restarts + (retry_at IS NOT NULL)::int
          WHERE id = ${uuidOf(id)} AND failures > 0`).pipe(Effect.asVoid),

      // One statement: whatever else is in progress when the circuit opens must not count, and no trial must begin in between.
      failing: ({ asOf, connectionId: id, isTrial }, threshold, pauseOf) => {
        const pauses = Array.from({ length: knownPauses }, (_, index) => Duration.toSeconds(pauseOf(index + 1)))
        return query(
          system.unsafe(
            `UPDATE channel_connections SET failures = failures + 1, retry_at = CASE WHEN failures + 1 < $2::int THEN retry_at
                ELSE now() + make_interval(secs => ($3::float8[])[least(failures + 2 - $2::int, $4::int)]) END
              WHERE id = $1 AND (retry_at IS NULL OR $5::boolean) AND coalesce(updated_at = $6::timestamptz, true)`,
            [uuidOf(id), threshold, pauses, knownPauses, isTrial, asOfOr({ asOf })]
          )
        ).pipe(Effect.asVoid)
      },

      untried: ({ connectionId: id, isTrial }) =>
        isTrial
          ? query(system`UPDATE channel_connections SET retry_at = now()
              WHERE id = ${uuidOf(id)} AND retry_at > now()`).pipe(Effect.asVoid)
          : Effect.void,

      backlog: (kind) =>
        query(
          system<{ connection_id: string; count: number }>`SELECT m.connection_id, count(*)::int AS count
            FROM outgoing_mail m JOIN channel_connections k ON k.id = m.connection_id AND k.kind = ${kind}
              JOIN brands b ON b.tenant_id = k.tenant_id AND b.id = k.brand_id AND b.deleted_at IS NULL
            WHERE m.state IN ('queued', 'sending') AND m.connection_id IS NOT NULL GROUP BY m.connection_id`
        ).pipe(
          Effect.map((rows) => {
            const counts = new Map<ConnectionId, number>()
            for (const row of rows) counts.set(connectionIdOf(kind, row.connection_id), row.count)
            return counts
          })
        ),

      queued: wakings(system, mailChannel, heard)
    })
  })
)
