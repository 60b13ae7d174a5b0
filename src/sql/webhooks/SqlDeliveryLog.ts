import { DateTime, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../domain/IdGenerator.ts"
import { type DeliveryId, idOf, uuidOf } from "../../domain/Ids.ts"
import { iso } from "../../domain/iso.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { ReplayRange, Webhook } from "../../domain/Webhook.ts"
import { DeliveryLog } from "../../webhooks/DeliveryLog.ts"
import { eventTypesOf } from "../../webhooks/EventNames.ts"
import { Database } from "../Database.ts"
import { appendAudit } from "../events/appendAudit.ts"
import { pageOfRows } from "../maxPageBytes.ts"
import { query } from "../query.ts"
import { type Moment, moment } from "../rows/columns.ts"
import { type DeliveryRow, deliveryOf } from "../rows/deliveryRow.ts"
import { readTexts, textTurns } from "../textTurns.ts"
import { transaction } from "../transaction.ts"
import { listStatement } from "./deliveryList.ts"
import { signal } from "./webhookSignal.ts"

/** MiB that a page of envelopes may take: they are parsed, which takes several times the size of their text. */
const roomOfPayloads = 20
/** How long a replayed delivery is retried: as long as a new one. */
const expiry = "80 hours"
/** Events that one call replays, at most. */
const maxReplay = 10_000
/**
 * Events that a range may include: as far back as attempts are kept, which tell what has arrived. The event log goes back
 * somewhat further, for deliveries still pending.
 */
const replayable = "id >= uuid_at(now() - interval '30 days')"

export const layer = Layer.effect(
  DeliveryLog,
  Effect.gen(function* () {
    const database = yield* Database
    const ids = yield* IdGenerator
    const { reads, writes } = database

    const find = (scope: BrandScope, webhookId: string, id: DeliveryId, sql = reads) => {
      const { parameters, text } = listStatement(scope, webhookId, { id, limit: 1 })
      return Effect.map(sql.unsafe<DeliveryRow>(text, parameters), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), deliveryOf)
      )
    }

    /**
     * Serialises replays of one webhook, also with a change of it in progress: each sees what the previous ones created, and
     * the changed webhook.
     */
    const inTurn = (webhookId: string) =>
      Effect.andThen(
        writes`SELECT pg_advisory_xact_lock(hashtextextended(${`replay ${webhookId}`}, 0))`,
        writes`SELECT FROM webhooks WHERE id = ${webhookId} FOR KEY SHARE`
      )

    return DeliveryLog.of({
      page: (scope, id, filter) => {
        const { limit } = filter
        const { parameters, text } = listStatement(scope, uuidOf(id), { ...filter, limit: limit + 1 })
        return query(
          readTexts(
            textTurns,
            { room: roomOfPayloads, tenantId: scope.tenant.id },
            reads.unsafe<DeliveryRow & { readonly found_rows: number }>(text, parameters),
            (rows) => {
              const { hasMore, page } = pageOfRows(rows, limit)
              const items = page.map(deliveryOf)
              return { items, next: hasMore ? items.at(-1)?.id : undefined }
            }
          )
        )
      },

      find: (scope, id, deliveryId) =>
        query(
          Effect.gen(function* () {
            const delivery = yield* find(scope, uuidOf(id), deliveryId)
            if (Option.isNone(delivery)) return Option.none()
            const attempts = yield* reads<{
              started_at: Moment
              status: number | null
              error: string | null
              duration_ms: number
            }>`SELECT a.* FROM tenant_scope(${scope.tenant.id}) s, LATERAL (
              SELECT started_at, status, error, duration_ms FROM attempts
              WHERE tenant_id = s.tenant_id AND delivery_id = ${uuidOf(deliveryId)} ORDER BY id OFFSET 0) a`
            const attemptLog = attempts.map((row) => ({
              at: moment(row.started_at),
              responseCode: row.status ?? undefined,
              error: row.error ?? undefined,
              durationMs: row.duration_ms
            }))
            return Option.some({ ...delivery.value, attemptLog })
          })
        ),

      daily: ({ tenant }, id, days) =>
        query(
          reads<{
            readonly day: string
            readonly ok: number
            readonly failed: number
            readonly p50_ms: number | null
            readonly p99_ms: number | null
          }>`SELECT d.* FROM tenant_scope(${tenant.id}) s, LATERAL (
              SELECT to_char(day, 'YYYY-MM-DD') AS day, ok, failed, p50_ms, p99_ms FROM delivery_daily
              WHERE tenant_id = s.tenant_id AND webhook_id = ${uuidOf(id)}
                AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::int
              ORDER BY day OFFSET 0) d`
        ).pipe(
          Effect.map((rows) =>
            rows.map(({ day, failed, ok, p50_ms, p99_ms }) => ({
              day,
              succeeded: ok,
              failed,
              p50Ms: p50_ms ?? undefined,
              p99Ms: p99_ms ?? undefined
            }))
          )
        ),

      recordTest: ({ tenant }, test, payload) =>
        writes`INSERT INTO attempts ${writes.insert({
          id: uuidOf(test.id),
          delivery_id: uuidOf(test.id),
          tenant_id: tenant.id,
          webhook_id: uuidOf(test.webhookId),
          event_id: uuidOf(test.eventId),
          event_type: test.event,
          chain_id: uuidOf(test.eventId),
          attempt: 1,
          trigger: "test",
          started_at: DateTime.toDateUtc(test.createdAt),
          duration_ms: test.durationMs ?? 0,
          status: test.responseCode ?? null,
          error: test.error ?? null,
          response: test.responseBody ?? null,
          final: test.status === "SUCCESS" ? 1 : 2,
          payload
        })}`.pipe(Effect.asVoid, transaction(database, tenant)),

      replay: (scope, causation, original, replayId) =>
        Effect.gen(function* () {
          const [webhookId, eventId] = [uuidOf(original.webhookId), uuidOf(original.eventId)]
          yield* inTurn(webhookId)
          // Replaces a pending one: an event has at most one pending delivery per webhook.
          yield* writes`WITH replaced AS (
              DELETE FROM deliveries
              WHERE tenant_id = ${scope.tenant.id} AND webhook_id = ${webhookId} AND event_id = ${eventId} RETURNING *)
            INSERT INTO attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger,
              replay_of, started_at, duration_ms, error, final)
            SELECT new_uuid_v7(), id, tenant_id, webhook_id, event_id, ${original.event}, chain_id, attempts, trigger,
              replay_of, now(), 0, 'replaced_by_replay', 3 FROM replaced`
          const made = yield* writes`INSERT INTO deliveries
              (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, trigger, replay_of, expires_at)
            SELECT ${uuidOf(replayId)}, e.tenant_id, w.id, e.id, e.type, e.chain_id, coalesce(e.seq, 0), false, 'manual',
              ${uuidOf(original.id)}, now() + ${expiry}::interval
            FROM events e JOIN webhooks w ON w.tenant_id = e.tenant_id AND w.id = ${webhookId}
            WHERE e.tenant_id = ${scope.tenant.id} AND e.id = ${eventId} AND (NOT e.internal OR w.include_internal) RETURNING id`
          if (made.length === 0) return Option.none()
          yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, {
            event: "webhook.delivery_replayed",
            entityType: "webhook",
            entityId: original.webhookId,
            metadata: { deliveryId: original.id, eventId: original.eventId }
          })
          yield* signal(writes, "work", webhookId)
          return yield* find(scope, webhookId, replayId, writes)
        }).pipe(transaction(database, scope.tenant)),

      kept: ({ brandId, tenant }, wanted) =>
        writes<{ readonly id: string }>`SELECT id FROM events
          WHERE tenant_id = ${tenant.id} AND brand_id = ${uuidOf(brandId)} AND ${writes.literal(replayable)}
            AND ${writes.in("id", wanted.map(uuidOf))}`.pipe(
          Effect.map((rows) => rows.map(({ id }) => idOf("event", id))),
          transaction(database, tenant)
        ),

      replayRange: (scope, causation, webhook, range) =>
        Effect.gen(function* () {
          yield* inTurn(uuidOf(webhook.id))
          const { parameters, text } = replayStatement(scope, webhook, range)
          const [made] = yield* writes.unsafe<{ readonly count: number }>(text, parameters)
          const scheduled = made?.count ?? 0
          if (scheduled > 0) {
            yield* appendAudit(writes, scope.tenant, causation, ids.next("log"), scope.brandId, {
              event: "webhook.events_replayed",
              entityType: "webhook",
              entityId: webhook.id,
              metadata: { scheduled }
            })
            yield* signal(writes, "work", uuidOf(webhook.id))
          }
          return scheduled
        }).pipe(transaction(database, scope.tenant))
    })
  })
)

/**
 * The range as one statement. It walks the brand's events by id, which contains their time; the day on either side allows for
 * ids created somewhat before or after their event was stored.
 */
const replayStatement = ({ brandId, tenant }: BrandScope, webhook: Webhook, range: ReplayRange) => {
  const parameters: Array<unknown> = [tenant.id, uuidOf(brandId), uuidOf(webhook.id)]
  const bind = (value: unknown, type: string) => `$${parameters.push(value)}::${type}`
  const from = range.from === undefined ? undefined : bind(iso(range.from), "timestamptz")
  const to = range.to === undefined ? undefined : bind(iso(range.to), "timestamptz")
  const conditions = [
    `e.${replayable}`,
    ...(from === undefined ? [] : [`e.id >= uuid_at(${from} - interval '1 day')`, `e.occurred_at >= ${from}`]),
    ...(to === undefined ? [] : [`e.id < uuid_at(${to} + interval '1 day')`, `e.occurred_at < ${to}`]),
    ...(range.events === undefined ? [] : [`e.type = any(${bind(eventTypesOf(range.events), "text[]")})`]),
    ...(range.eventIds === undefined ? [] : [`e.id = any(${bind(range.eventIds.map(uuidOf), "uuid[]")})`]),
    ...(range.onlyFailed
      ? ["not exists (select from attempts a where a.event_id = e.id and a.webhook_id = w.id and a.final = 1)"]
      : [])
  ]
  const text = `with made as (
      insert into deliveries (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, trigger, expires_at)
      select new_uuid_v7(), e.tenant_id, w.id, e.id, e.type, e.chain_id, coalesce(e.seq, 0), w.ordering = 'ticket' and e.seq is not null,
        'replay', now() + interval '${expiry}'
      from webhooks w join events e on e.tenant_id = w.tenant_id and e.brand_id = w.brand_id and e.type = any(w.event_types)
        and (not e.internal or w.include_internal) and (not e.spam or ('=' || e.type) = any(w.event_types))
      where w.tenant_id = $1 and w.brand_id = $2 and w.id = $3${conditions.map((condition) => ` and ${condition}`).join("")}
        and not exists (select from deliveries d where d.webhook_id = w.id and d.event_id = e.id)
      order by e.id limit ${maxReplay} on conflict do nothing returning 1)
    select count(*)::int as count from made`
  return { text, parameters }
}
