import { Context, type Effect, type Option } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { DeliveryId, WebhookId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type { Delivery, DeliveryDetail, DeliveryPage, DeliveryQuery } from "../domain/Webhook.ts"

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

    /** Keeps a test send, which is no event: `payload` is the text that was sent. Part of the caller's transaction. */
    recordTest(scope: BrandScope, test: Delivery, payload: string): Effect.Effect<void, DatabaseUnavailable>

    /**
     * Makes a new delivery of an earlier one's event, due now, in place of one that is still under way. Part of the
     * caller's transaction; the dispatcher hears of it after the commit.
     */
    replay(
      scope: BrandScope,
      causation: Causation,
      original: Delivery,
      replayId: DeliveryId
    ): Effect.Effect<Option.Option<Delivery>, DatabaseUnavailable>
  }
>()("trunkline/webhooks/DeliveryLog") {}
