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

/** What became of deliveries, read from those that are under way and from the attempts of those that ended. */
export class DeliveryLog extends Context.Service<
  DeliveryLog,
  {
    page(scope: BrandScope, id: WebhookId, query: DeliveryQuery): Effect.Effect<DeliveryPage, DatabaseUnavailable>

    find(
      scope: BrandScope,
      id: WebhookId,
      deliveryId: DeliveryId
    ): Effect.Effect<Option.Option<DeliveryDetail>, DatabaseUnavailable>

    /** The last `days` days on which deliveries ended, oldest first; up to ten minutes behind. Counts nothing anew. */
    daily(
      scope: BrandScope,
      id: WebhookId,
      days: number
    ): Effect.Effect<ReadonlyArray<DeliveryDay>, DatabaseUnavailable>

    /** Keeps a test send, which is no event: `payload` is the text that was sent. Part of the caller's transaction. */
    recordTest(scope: BrandScope, test: Delivery, payload: string): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Makes a new delivery of an earlier one's event, due now, in place of one that is still under way; none of a test
     * send, nor of an internal note that the webhook is not to hear of. Part of the caller's transaction; the dispatcher
     * hears of it after the commit.
     */
    replay(
      scope: BrandScope,
      causation: Causation,
      original: Delivery,
      replayId: DeliveryId
    ): Effect.Effect<Option.Option<Delivery>, DatabaseUnavailable>

    /** Those of these events that the log still keeps for the brand. */
    kept(scope: BrandScope, ids: ReadonlyArray<EventId>): Effect.Effect<ReadonlyArray<EventId>, DatabaseUnavailable>

    /**
     * Makes deliveries of the oldest 10,000 events in the range that the webhook subscribes to and that are not under way
     * to it, due now, and returns how many. Part of the caller's transaction, as `replay` is.
     */
    replayRange(
      scope: BrandScope,
      causation: Causation,
      webhook: Webhook,
      range: ReplayRange
    ): Effect.Effect<number, DatabaseUnavailable>
  }
>()("trunkline/webhooks/DeliveryLog") {}
