import { Context, type Effect, type Redacted } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import type { DeliveryId, WebhookId } from "../domain/Ids.ts"
import type { BrandScope } from "../domain/Principal.ts"
import type {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  VersionConflict
} from "../domain/Problems.ts"
import type { Delivery, DeliveryDetail, DeliveryPage, DeliveryQuery, Ordering, Webhook } from "../domain/Webhook.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"

/** What a subscriber says about a new webhook. */
export interface WebhookCreate {
  readonly url: string
  /** Event names and groups, such as `ticket.created`, `comment.*` or `*`. */
  readonly events: ReadonlyArray<string>
  /** 8 to 256 characters; made when absent. */
  readonly secret?: Redacted.Redacted | undefined
  readonly enabled?: boolean | undefined
  readonly includeInternal?: boolean | undefined
  readonly ordering?: Ordering | undefined
  readonly description?: string | undefined
}

/** Members to change; `null` clears the description. Enabling resets the failure count. */
export interface WebhookChange {
  readonly url?: string | undefined
  readonly events?: ReadonlyArray<string> | undefined
  readonly enabled?: boolean | undefined
  readonly includeInternal?: boolean | undefined
  readonly ordering?: Ordering | undefined
  readonly description?: string | null | undefined
}

/** A new secret; the previous one signs beside it for `overlapHours` (0 to 168, 24 when absent). */
export interface SecretRotation {
  readonly secret?: Redacted.Redacted | undefined
  readonly overlapHours?: number | undefined
}

/** A webhook with the secret that is shown this once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: Redacted.Redacted
}

type WriteProblem = NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** Webhooks of brands: who is told of events, and what became of telling them. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** Oldest first. */
    list(scope: BrandScope): Effect.Effect<ReadonlyArray<Webhook>, NotFound | DatabaseUnavailable>

    get(scope: BrandScope, id: WebhookId): Effect.Effect<Webhook, NotFound | DatabaseUnavailable>

    create(
      scope: BrandScope,
      causation: Causation,
      input: WebhookCreate,
      receipt?: ReceiptRequest<WebhookWithSecret>
    ): Effect.Effect<Once<WebhookWithSecret>, InvalidInput | LimitReached | WriteProblem>

    update(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      change: WebhookChange,
      ifMatch?: number,
      receipt?: ReceiptRequest<Webhook>
    ): Effect.Effect<Once<Webhook>, InvalidInput | VersionConflict | WriteProblem>

    /** What was not delivered yet is dropped. */
    delete(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      ifMatch?: number,
      receipt?: ReceiptRequest<void>
    ): Effect.Effect<Once<void>, VersionConflict | WriteProblem>

    rotateSecret(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      rotation: SecretRotation,
      ifMatch?: number,
      receipt?: ReceiptRequest<WebhookWithSecret>
    ): Effect.Effect<Once<WebhookWithSecret>, InvalidInput | VersionConflict | WriteProblem>

    /** Posts sample data once, now, even while the webhook is disabled. Takes as long as the receiver, up to its limit. */
    test(
      scope: BrandScope,
      id: WebhookId,
      event?: string,
      receipt?: ReceiptRequest<Delivery>
    ): Effect.Effect<Once<Delivery>, InvalidInput | WriteProblem>

    /** Newest first. */
    deliveries(
      scope: BrandScope,
      id: WebhookId,
      query: DeliveryQuery
    ): Effect.Effect<DeliveryPage, NotFound | DatabaseUnavailable>

    delivery(
      scope: BrandScope,
      id: WebhookId,
      deliveryId: DeliveryId
    ): Effect.Effect<DeliveryDetail, NotFound | DatabaseUnavailable>

    /** The same event once more, at once, as a new delivery; one that was still waiting is replaced by it. */
    replay(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      deliveryId: DeliveryId,
      receipt?: ReceiptRequest<Delivery>
    ): Effect.Effect<Once<Delivery>, WriteProblem>
  }
>()("trunkline/webhooks/Webhooks") {}
