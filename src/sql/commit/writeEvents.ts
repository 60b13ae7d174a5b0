import { envelope } from "../../domain/Event.ts"
import { uuidOf } from "../../domain/Ids.ts"
import type { Handoff } from "../../events/Handoff.ts"
import type { Batch } from "./Batch.ts"
import type { Writer } from "./Writer.ts"

/** An event in the form that subscribers receive. */
export interface Payload {
  readonly type: string
  readonly payload: string
  readonly traceparent: string | null
}

/** A delivery as the statement returns it. */
export interface DeliveryRow {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly chain_id: string
  readonly leased: boolean
}

/** The writing node, and the webhooks whose actors are ready there. */
export type Handing = Pick<Handoff["Service"], "node" | "ready">

/** How long a delivery is retried, and how long a node may take for one attempt. */
const expiry = "80 hours"
const lease = "45 seconds"

/**
 * Writes events and, if the brand has subscribers, their deliveries. Envelopes are stored as the text that is sent. Returns
 * them by their events' UUIDs.
 */
export const writeEvents = (writer: Writer, batch: Batch, handoff: Handing): ReadonlyMap<string, Payload> => {
  const { moment, tenant } = writer
  const { now } = batch
  const tenantId = tenant.id
  const payloads = new Map<string, Payload>()
  const events = batch.events.map(({ event, causation }) => {
    const id = uuidOf(event.id)
    const payload = now === undefined ? "" : envelope(event, tenant, causation, now)
    const traceparent = causation.traceparent ?? null
    payloads.set(id, { type: event.type, payload, traceparent })
    return {
      id,
      tenant_id: tenantId,
      brand_id: uuidOf(event.brandId),
      type: event.type,
      chain_id: uuidOf(event.subject),
      seq: event.sequence,
      internal: event.internal === true,
      spam: event.spam === true,
      occurred_at: moment,
      traceparent,
      payload
    }
  })
  if (events.length > 0) {
    writer.insert(
      "events_new",
      "events",
      [
        "id",
        "tenant_id",
        "brand_id",
        "type",
        "chain_id",
        "seq",
        "internal",
        "spam",
        "occurred_at",
        "traceparent",
        "payload"
      ],
      events,
      "returning id, tenant_id, brand_id, type, chain_id, seq, internal, spam"
    )
    if (batch.subscribed) {
      const ready = handoff.ready(new Set(events.map((event) => event.brand_id)))
      writer.addWhere(
        "deliveries_new",
        deliveriesOf(
          writer.bind(handoff.node),
          writer.bind(ready.map(({ webhookId }) => webhookId)),
          writer.bind(ready.map(({ version }) => version))
        ),
        "returning id, webhook_id, event_id, chain_id, lease_owner is not null as leased"
      )
    }
  }
  return payloads
}

/**
 * The fan-out: a delivery for every webhook that wants the event. It is leased to this node at once if its endpoint's actor is
 * ready and knows the webhook's current version, its gate is open, and no earlier event of the same ticket is pending.
 */
const deliveriesOf = (
  node: string,
  ready: string,
  versions: string
) => `insert into deliveries (id, tenant_id, webhook_id, event_id, event_type, chain_id, seq, hold, expires_at, lease_owner, lease_until, attempts)
  select new_uuid_v7(), w.tenant_id, w.id, e.id, e.type, e.chain_id, coalesce(e.seq, 0), w.ordering = 'ticket' and e.seq is not null,
    now() + interval '${expiry}', case when l.leased then ${node}::int end, case when l.leased then now() + interval '${lease}' end, l.leased::int
  from events_new e join webhooks w on w.tenant_id = e.tenant_id and w.brand_id = e.brand_id and w.status <> 'disabled'
    and e.type = any(w.event_types) and (not e.internal or w.include_internal) and (not e.spam or ('=' || e.type) = any(w.event_types))
  cross join lateral (select (w.id, w.version) in (select * from unnest(${ready}::uuid[], ${versions}::int[])) and w.status = 'enabled' and coalesce(w.gate_until <= now(), true)
    and coalesce((select min(p.seq) from deliveries p where p.webhook_id = w.id and p.chain_id = e.chain_id and p.hold) >= e.seq, true)
    and not exists (select 1 from events_new p where w.ordering = 'ticket' and p.chain_id = e.chain_id and p.seq < e.seq and p.type = any(w.event_types))
    as leased offset 0) l`
