import { Effect, Layer, Option } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import { InboundLog } from "../../tickets/intake/InboundLog.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { idOr } from "../rows/columns.ts"
import { type InboundRow, inboundOf } from "../rows/inboundRow.ts"
import { inboundList, isLiving } from "./inboundList.ts"

/** How soon after a message's id the events of its handling are created, however long the commit had to wait. */
const soon = "2 minutes"

type StoredEvent = readonly [id: string, type: string]

export const layer = Layer.effect(
  InboundLog,
  Effect.gen(function* () {
    const { reads } = yield* Database
    const brandIsThere = reads.literal(isLiving("m.brand_id"))

    return InboundLog.of({
      list: Effect.fnUntraced(function* (scope, asked) {
        const { parameters, sql } = inboundList(scope, asked)
        const rows = yield* query(reads.unsafe<InboundRow>(sql, parameters))
        const items = rows.slice(0, asked.limit).map(inboundOf)
        return { items, next: rows.length > asked.limit ? items.at(-1)?.id : undefined }
      }),

      find: ({ brandId, tenant }, id) =>
        query(reads<InboundRow>`
          SELECT i.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT m.* FROM inbound_messages m
            WHERE m.tenant_id = s.tenant_id AND m.brand_id = ${uuidOf(brandId)} AND m.id = ${uuidOf(id)}
              AND ${brandIsThere} OFFSET 0) i`).pipe(
          Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), inboundOf))
        ),

      effects: ({ brandId, tenant }, id) =>
        query(reads<InboundRow & { readonly events: ReadonlyArray<StoredEvent> }>`
          SELECT i.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT m.*, coalesce((SELECT json_agg(json_build_array(e.id, e.type) ORDER BY e.id) FROM events e
              WHERE e.tenant_id = s.tenant_id AND e.id > m.id AND e.id < uuid_at(m.received_at + interval '${reads.literal(soon)}')
                AND e.payload::json ->> 'causationId' = ${id}), '[]') AS events
            FROM inbound_messages m
            WHERE m.tenant_id = s.tenant_id AND m.brand_id = ${uuidOf(brandId)} AND m.id = ${uuidOf(id)}
              AND ${brandIsThere} OFFSET 0) i`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (found) => ({
              entry: inboundOf(found),
              events: found.events.map(([event, type]) => ({ id: idOf("event", event), type }))
            }))
          )
        ),

      received: ({ brandId, tenant }, dedupeKey) =>
        query(reads<Pick<InboundRow, "id" | "outcome" | "ticket_id" | "comment_id">>`
          SELECT i.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT m.id, m.outcome, m.ticket_id, m.comment_id FROM inbound_messages m
            WHERE m.tenant_id = s.tenant_id AND m.brand_id = ${uuidOf(brandId)} AND m.dedupe_key = ${dedupeKey} OFFSET 0) i`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (found) => ({
              inboundId: idOf("inbound", found.id),
              outcome: found.outcome ?? "none",
              duplicate: true,
              ticketId: idOr("ticket", found.ticket_id),
              commentId: idOr("comment", found.comment_id)
            }))
          )
        ),

      knownMessage: ({ brandId, tenant }, messageId) =>
        query(reads<{
          readonly ticket_id: string
          readonly comment_id: string | null
          readonly direction: "in" | "out"
        }>`SELECT m.* FROM tenant_scope(${tenant.id}) s, LATERAL (
            SELECT ticket_id, comment_id, direction FROM message_ids
            WHERE tenant_id = s.tenant_id AND brand_id = ${uuidOf(brandId)} AND message_id = ${messageId} OFFSET 0) m`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (found) => ({
              ticketId: idOf("ticket", found.ticket_id),
              commentId: idOr("comment", found.comment_id),
              direction: found.direction
            }))
          )
        ),

      sentMail: ({ brandId, tenant }, { id, messageIds }) =>
        query(reads<{ readonly id: string; readonly ticket_id: string; readonly notice_to: string | null }>`
          SELECT o.id, o.ticket_id, CASE WHEN o.kind = 'notice' THEN o.recipient END AS notice_to
          FROM tenant_scope(${tenant.id}) s, LATERAL (
            (SELECT m.id, m.ticket_id, m.kind, m.recipient FROM outgoing_mail m
              WHERE m.tenant_id = s.tenant_id AND m.brand_id = ${uuidOf(brandId)} AND m.ticket_id IS NOT NULL
                AND m.id = ${id === undefined ? null : uuidOf(id)}::uuid)
            UNION ALL
            (SELECT m.id, m.ticket_id, m.kind, m.recipient FROM outgoing_mail m
              WHERE m.tenant_id = s.tenant_id AND m.brand_id = ${uuidOf(brandId)} AND m.ticket_id IS NOT NULL
                AND m.message_id = ANY(${messageIds.map((messageId) => `<${messageId}>`)}::text[]))
            UNION ALL
            -- By the id that the relay gave it.
            (SELECT m.id, m.ticket_id, m.kind, m.recipient FROM message_ids i JOIN outgoing_mail m
                ON m.tenant_id = s.tenant_id AND m.comment_id = i.comment_id AND m.kind = 'reply'
              WHERE i.brand_id = ${uuidOf(brandId)} AND i.tenant_id = s.tenant_id AND i.direction = 'out' AND i.message_id = ANY(${messageIds}::text[]))
            ORDER BY id LIMIT 1 OFFSET 0) o`).pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), (found) => ({
              messageId: idOf("message", found.id),
              ticketId: idOf("ticket", found.ticket_id),
              noticeTo: found.notice_to ?? undefined
            }))
          )
        )
    })
  })
)
