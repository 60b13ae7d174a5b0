import { Duration, Effect, Layer } from "effect"
import { idOf, uuidOf } from "../../domain/Ids.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { ChatHomes } from "../../tickets/connections/ChatHomes.ts"
import { Database } from "../Database.ts"
import { query } from "../query.ts"
import { uuidOr } from "../rows/columns.ts"
import { transaction } from "../transaction.ts"

/** Minutes for which changes of tickets that are not shown are looked for, which bounds the scan. */
const lookback = 10

/** Seconds by which a tab's tickets may be older than what is stored of it: they are read first. */
const margin = 1

/** `ChatHomes` in PostgreSQL. */
export const layer = Layer.effect(
  ChatHomes,
  Effect.gen(function* () {
    const database = yield* Database
    const { system, writes } = database

    return ChatHomes.of({
      keep: ({ tenant }, { brandIds, connectionId, externalId, memberId, place, showsUnassigned, ticketIds }, opened) =>
        transaction(
          database,
          tenant
        )(
          writes`INSERT INTO chat_homes (tenant_id, connection_id, external_id, brand_ids, member_id, shows_unassigned,
              ticket_ids, place, shown_at)
            VALUES (${tenant.id}, ${uuidOf(connectionId)}, ${externalId}, ${brandIds.map(uuidOf)}::uuid[],
              ${uuidOr(memberId)}, ${showsUnassigned}, ${ticketIds.map(uuidOf)}::uuid[], ${JSON.stringify(place)}::jsonb,
              now() - make_interval(secs => ${margin}))
            ON CONFLICT (connection_id, external_id) DO UPDATE SET brand_ids = excluded.brand_ids,
              member_id = excluded.member_id, shows_unassigned = excluded.shows_unassigned,
              ticket_ids = excluded.ticket_ids, place = excluded.place, shown_at = excluded.shown_at,
              opened_at = CASE WHEN ${opened} THEN excluded.opened_at ELSE chat_homes.opened_at END`
        ).pipe(Effect.asVoid),

      behind: (age, limit) =>
        query(
          system<{ connection_id: string; external_id: string; place: JsonObject }>`WITH behind AS (
            SELECT h.connection_id, h.external_id FROM chat_homes h
            WHERE h.opened_at > now() - make_interval(secs => ${Duration.toSeconds(age)})
              AND (EXISTS (SELECT FROM tickets t WHERE t.tenant_id = h.tenant_id AND t.id = ANY (h.ticket_ids)
                  AND t.updated_at > h.shown_at)
                OR EXISTS (SELECT FROM tickets t WHERE t.tenant_id = h.tenant_id AND t.brand_id = ANY (h.brand_ids)
                  AND t.updated_at > greatest(h.shown_at, now() - make_interval(mins => ${lookback}))
                  AND t.deleted_at IS NULL AND t.merged_into_id IS NULL AND NOT t.is_spam
                  AND CASE WHEN h.member_id IS NULL
                    THEN t.customer_id = (SELECT p.customer_id FROM channel_people p
                      WHERE p.connection_id = h.connection_id AND p.external_id = h.external_id)
                    ELSE t.assignee_id = h.member_id OR (h.shows_unassigned AND t.assignee_id IS NULL) END))
            ORDER BY h.shown_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          UPDATE chat_homes h SET shown_at = now() FROM behind b
          WHERE h.connection_id = b.connection_id AND h.external_id = b.external_id
          RETURNING h.connection_id, h.external_id, h.place`
        ).pipe(
          Effect.map((rows) =>
            rows.map(({ connection_id, external_id, place }) => ({
              connectionId: idOf("installation", connection_id),
              externalId: external_id,
              place
            }))
          )
        ),

      purge: (age) =>
        query(
          system`DELETE FROM chat_homes WHERE opened_at < now() - make_interval(secs => ${Duration.toSeconds(age)})`
        ).pipe(Effect.asVoid)
    })
  })
)
