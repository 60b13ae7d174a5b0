import { Effect } from "effect"
import type { Tenant } from "../../domain/Tenant.ts"
import { EventNews } from "../../events/EventNews.ts"
import { Handoff } from "../../events/Handoff.ts"
import { MailNews } from "../../tickets/outbound/MailNews.ts"
import type { Write } from "./writeBatch.ts"
import type { DeliveryRow } from "./writeEvents.ts"

/** What others are told about a write. */
export type Told = Pick<Write, "payloads" | "hasMail" | "holds">

/**
 * Announces what is committed: to the event feed's readers, to the mail senders, and to the dispatcher, which receives its
 * deliveries.
 */
export const makeAnnounce = Effect.gen(function* () {
  const handoff = yield* Handoff
  const news = yield* EventNews
  const mail = yield* MailNews

  const tell = (tenant: Tenant, { hasMail, holds, payloads }: Told, deliveries: ReadonlyArray<DeliveryRow>) => {
    if (payloads.size > 0) news.committed(tenant.id)
    if (hasMail) mail.queued()
    for (const after of holds) mail.queued(after)
    if (deliveries.length === 0) return
    const leased = deliveries.filter((row) => row.leased)
    handoff.accept(
      leased.map((row) => ({
        deliveryId: row.id,
        webhookId: row.webhook_id,
        eventId: row.event_id,
        chainId: row.chain_id,
        tenantId: tenant.id,
        type: payloads.get(row.event_id)?.type ?? "",
        payload: payloads.get(row.event_id)?.payload ?? "",
        traceparent: payloads.get(row.event_id)?.traceparent ?? null
      }))
    )
    if (leased.length < deliveries.length)
      handoff.wake([...new Set(deliveries.filter((row) => !row.leased).map((row) => row.webhook_id))])
  }

  return (tenant: Tenant, write: Told, deliveries: ReadonlyArray<DeliveryRow>) =>
    Effect.sync(() => tell(tenant, write, deliveries)).pipe(
      // What is committed stays so: a failure from here on must not make its commands be retried.
      Effect.catchCause((cause) => Effect.logError("Committed changes could not be announced", cause))
    )
})
