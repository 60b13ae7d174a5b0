import { eventTypes } from "../../domain/Event.ts"
import { commentAlias } from "../../domain/eventNames.ts"
import type { DeliveryId } from "../../domain/Ids.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { BrandScope } from "../../domain/Principal.ts"
import type { DeliveryQuery } from "../../domain/Webhook.ts"
import { canonicalName, nameFor } from "../../webhooks/EventNames.ts"
import { untilFull } from "../maxPageBytes.ts"

/** The deliveries to list: a single one, or those after one that match a filter. */
interface Selection extends Pick<DeliveryQuery, "event" | "status" | "ticketId" | "after" | "limit"> {
  readonly id?: DeliveryId | undefined
}

/** The event type of a delivery written by an older server that ran beside this one. */
const unnamed = ""

/**
 * The newest deliveries of a webhook. Pending ones take an index scan of `limit` rows per event type; ended ones have an index
 * for each filter. The cost grows neither with a backlog nor with history.
 */
export const listStatement = ({ brandId, tenant }: BrandScope, webhookId: string, selection: Selection) => {
  const { after, event, id, limit, status, ticketId } = selection
  const parameters: Array<unknown> = [tenant.id, webhookId, uuidOf(brandId)]
  const bind = (value: unknown) => `$${parameters.push(value)}`
  const name = event === undefined ? undefined : canonicalName(event)
  const filters = (idColumn: string, table: string) => [
    ...(id === undefined ? [] : [`${idColumn} = ${bind(uuidOf(id))}::uuid`]),
    ...(after === undefined ? [] : [`${idColumn} < ${bind(uuidOf(after))}::uuid`]),
    // By the ticket's events, which are few and indexed in both tables.
    ...(ticketId === undefined
      ? []
      : [`${table}.event_id = ANY(ARRAY(SELECT id FROM events WHERE chain_id = ${bind(uuidOf(ticketId))}::uuid))`])
  ]

  const underWay = () => {
    const conditions = [
      "webhook_id = $2 AND event_type = t.name",
      ...filters("id", "deliveries"),
      ...(status === undefined ? [] : [`sent_as IS ${status === "PENDING" ? "NULL" : "NOT NULL"}`])
    ]
    return `(SELECT d.id, d.event_id, d.replay_of, d.created_at, NULL::smallint AS final, d.due_at AS next_at, d.sent_as,
        e.type, e.payload, a.attempt, a.started_at, a.duration_ms, a.status, a.error, a.response
      FROM (SELECT k.* FROM unnest(${bind(name === undefined ? [...eventTypes, unnamed] : [name])}::text[]) AS t(name) CROSS JOIN LATERAL (
          SELECT * FROM deliveries WHERE ${conditions.join(" AND ")} ORDER BY id DESC LIMIT ${limit}) k
        ORDER BY k.id DESC LIMIT ${limit}) d
      JOIN events e ON e.id = d.event_id
      LEFT JOIN LATERAL (SELECT * FROM attempts WHERE delivery_id = d.id ORDER BY id DESC LIMIT 1) a ON d.sent_as IS NOT NULL)`
  }
  const ended = (sentAs?: string) => {
    const conditions = [
      "a.webhook_id = $2 AND a.final IS NOT NULL AND coalesce(a.payload, e.payload) IS NOT NULL",
      ...filters("a.delivery_id", "a"),
      ...(status === undefined ? [] : [status === "SUCCESS" ? "a.final = 1" : "a.final > 1"]),
      ...(sentAs === undefined ? [] : [`a.event_type = ${bind(sentAs)}`])
    ]
    return `(SELECT DISTINCT ON (a.delivery_id) a.delivery_id, a.event_id, a.replay_of, uuid_time(a.delivery_id), a.final, NULL::timestamptz,
        a.event_type, coalesce(e.type, a.event_type), coalesce(a.payload, e.payload),
        a.attempt, a.started_at, a.duration_ms, a.status, a.error, a.response
      FROM attempts a LEFT JOIN events e ON e.id = a.event_id
      WHERE ${conditions.join(" AND ")} ORDER BY a.delivery_id DESC, a.id DESC LIMIT ${limit})`
  }
  const parts = [
    ...(status === "SUCCESS" || status === "FAILED" ? [] : [underWay()]),
    ...(status === "PENDING" || status === "RETRYING"
      ? []
      : name === undefined
        ? [ended()]
        : [...new Set([name, nameFor([commentAlias], name)])].map(ended))
  ]

  const found = `SELECT w.id AS webhook_id, w.events, k.* FROM webhooks w, LATERAL (${parts.join(" UNION ALL ")}) AS k(
      id, event_id, replay_of, created_at, final, next_at, sent_as, type, payload, attempt, started_at, duration_ms, status, error, response)
    WHERE w.tenant_id = s.tenant_id AND w.id = $2 AND w.brand_id = $3 ORDER BY k.id DESC LIMIT ${limit} OFFSET 0`
  const text = `SELECT x.* FROM tenant_scope($1) s, LATERAL (${untilFull(found, "q.id desc", "octet_length(q.payload)")} OFFSET 0) x`
  return { text, parameters }
}
