import { Context, type Effect, type Option } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { DeliveryId, EventId, WebhookId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type {
  Delivery,
  DeliveryDay,
  DeliveryDetail,
  DeliveryPage,
  DeliveryQuery,
  ReplayRange,
  Webhook
} from "../domain/Webhook.ts"

/** Reads deliveries, both pending ones and ended ones, of which the attempts are kept; also creates replays. */
export class DeliveryLog extends Context.Service<
  DeliveryLog,
  {
    page(scope: BrandScope, id: WebhookId, query: DeliveryQuery): Effect.Effect<DeliveryPage, DatabaseUnavailable>

    find(
      scope: BrandScope,
      id: WebhookId,
      deliveryId: DeliveryId
    ): Effect.Effect<Option.Option<DeliveryDetail>, DatabaseUnavailable>

    /** Those of the last `days` days on which deliveries ended, oldest first. Reads stored counts, up to ten minutes old. */
    daily(
      scope: BrandScope,
      id: WebhookId,
      days: number
    ): Effect.Effect<ReadonlyArray<DeliveryDay>, DatabaseUnavailable>

    /** Stores a test send, which has no event. `payload` is the text that was sent. Joins the caller's transaction. */
    recordTest(scope: BrandScope, test: Delivery, payload: string): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Creates a new delivery of an earlier one's event, due now, replacing one that is still pending. None for a test send,
     * and for an internal note that the webhook does not receive. Joins the caller's transaction, after whose commit the
     * dispatcher is notified.
     */
    replay(
      scope: BrandScope,
      causation: Causation,
      original: Delivery,
      replayId: DeliveryId
    ): Effect.Effect<Option.Option<Delivery>, DatabaseUnavailable>

    /** Those of these events that the brand's event log still has. */
    kept(scope: BrandScope, ids: ReadonlyArray<EventId>): Effect.Effect<ReadonlyArray<EventId>, DatabaseUnavailable>

    /**
     * Creates deliveries, due now, of the oldest 10,000 events in the range that the webhook subscribes to and that are not
     * already pending for it. Returns how many. Joins the caller's transaction, like `replay`.
     */
    replayRange(
      scope: BrandScope,
      causation: Causation,
      webhook: Webhook,
      range: ReplayRange
    ): Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/webhooks/DeliveryLog") {}
