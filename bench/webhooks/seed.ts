import { Effect } from "effect"
import { decodeTypeId } from "../../src/domain/TypeId.ts"
import type { Site } from "./Site.ts"

const uuid = (prefix: string, id: string) => `'${decodeTypeId(prefix, id) ?? ""}'::uuid`

/** An envelope of everyday size; `ticket` is SQL for the id that it contains. */
const payload = (ticket: string) =>
  `'{"id":"evt","event":"ticket.updated","type":"ticket.updated","sequence":1,"data":{"id":"' || ${ticket} || '","filler":"${"x".repeat(1_000)}"}}'`

/** Enqueues deliveries, each with its own event and for one of the webhooks, in one transaction, and wakes the nodes. */
export const backlog = (site: Site, brandId: string, webhookIds: ReadonlyArray<string>, deliveries: number) =>
  site.sql(`
    begin;
    create temporary table new_events on commit drop as
      select new_uuid_v7() as id, gen_random_uuid() as chain_id, n from generate_series(0, ${deliveries - 1}) n;
    insert into events (id, tenant_id, brand_id, type, chain_id, seq, occurred_at, payload)
      select n.id, b.tenant_id, b.id, 'ticket.updated', n.chain_id, 1, now(), ${payload("n.chain_id")}
      from new_events n, brands b where b.id = ${uuid("br", brandId)};
    insert into deliveries (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, expires_at)
      select new_uuid_v7(), w.tenant_id, w.id, n.id, 'ticket.updated', n.chain_id, 1, true, now() + interval '80 hours'
      from new_events n join unnest(array[${webhookIds.map((id) => uuid("whk", id)).join()}]) with ordinality as a(webhook_id, place)
        on a.place = n.n % ${webhookIds.length} + 1 join webhooks w on w.id = a.webhook_id;
    commit`)

/** Adds a long past to the log: events and successful attempts, all dated now. */
export const past = (site: Site, brandId: string, webhookId: string, count: number) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(count / piece) }),
    () =>
      site.sql(`
    with made as (
      insert into events (id, tenant_id, brand_id, type, chain_id, seq, occurred_at, payload)
        select new_uuid_v7(), b.tenant_id, b.id, 'ticket.updated', gen_random_uuid(), 1, now(), ${payload("n")}
        from generate_series(1, ${Math.min(piece, count)}) n, brands b where b.id = ${uuid("br", brandId)}
        returning id, tenant_id, chain_id)
    insert into attempts (id, delivery_id, tenant_id, webhook_id, event_id, event_type, chain_id, attempt, trigger, started_at,
        duration_ms, status, response, final)
      select new_uuid_v7(), new_uuid_v7(), tenant_id, ${uuid("whk", webhookId)}, id, 'ticket.updated', chain_id, 1, 'event', now(), 3,
        200, 'ok', 1 from made`),
    { discard: true }
  )

/** Rows of the past per statement. */
const piece = 100_000
