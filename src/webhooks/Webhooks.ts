import { Context, DateTime, Duration, Effect, Layer, type Redacted, Result } from "effect"
import { atVersion } from "../domain/atVersion.ts"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { WebhookId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { BrandScope } from "../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  type InvalidInput,
  LimitReached,
  NotFound,
  type VersionConflict
} from "../domain/Problems.ts"
import { checkRotation, type SecretRotation } from "../domain/signingSecret.ts"
import type { Webhook } from "../domain/Webhook.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { changeWebhook, newWebhook } from "./changeWebhook.ts"
import { checkWebhook } from "./checkWebhook.ts"
import { Egress } from "./Egress.ts"
import type { WebhookChange, WebhookCreate } from "./WebhookInput.ts"
import { makeWebhookSecret } from "./WebhookSecret.ts"
import { WebhookStore } from "./WebhookStore.ts"

/** Most webhooks of a brand. */
export const maxWebhooks = 50

/** A webhook with its secret, which is shown only once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: Redacted.Redacted
}

type WriteProblem = NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** The webhooks of brands, which subscribe to events. */
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

    /** Deletes the webhook and drops its pending deliveries. */
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
  }
>()("trunkline/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* WebhookStore
      const receipts = yield* Receipts
      const egress = yield* Egress
      const [ofBrand, ofWebhook] = [orNotFound("brand"), orNotFound("webhook")]

      const list = Effect.fn("Webhooks.list")((scope: BrandScope) => ofBrand(store.list(scope)))

      const get = Effect.fn("Webhooks.get")((scope: BrandScope, id: WebhookId) => ofWebhook(store.find(scope, id)))

      const create = Effect.fn("Webhooks.create")(function* (
        scope: BrandScope,
        causation: Causation,
        input: WebhookCreate,
        receipt?: ReceiptRequest<WebhookWithSecret>
      ) {
        yield* Effect.fromResult(checkWebhook(egress, input))
        const now = yield* DateTime.now
        return yield* receipts.once(
          scope.tenant,
          receipt,
          Effect.gen(function* () {
            if ((yield* ofBrand(store.count(scope))) >= maxWebhooks) {
              return yield* new LimitReached({ limit: maxWebhooks, what: "webhooks in a brand" })
            }
            const webhook = newWebhook(ids.next("webhook"), scope.brandId, input, now)
            const secret = input.secret ?? makeWebhookSecret()
            yield* store.insert(scope, causation, webhook, secret)
            return { webhook, secret }
          })
        )
      })

      const update = Effect.fn("Webhooks.update")(function* (
        scope: BrandScope,
        causation: Causation,
        id: WebhookId,
        change: WebhookChange,
        ifMatch?: number,
        receipt?: ReceiptRequest<Webhook>
      ) {
        yield* Effect.fromResult(checkWebhook(egress, change))
        const now = yield* DateTime.now
        return yield* receipts.once(
          scope.tenant,
          receipt,
          ofWebhook(
            store.update(
              scope,
              causation,
              id,
              (webhook) => Result.map(atVersion(webhook, ifMatch), () => changeWebhook(webhook, change, now)),
              { receives: change.enabled === true }
            )
          )
        )
      })

      const remove = Effect.fn("Webhooks.delete")(
        (scope: BrandScope, causation: Causation, id: WebhookId, ifMatch?: number, receipt?: ReceiptRequest<void>) =>
          receipts.once(
            scope.tenant,
            receipt,
            Effect.flatMap(
              store.delete(scope, causation, id, (webhook) => atVersion(webhook, ifMatch)),
              (found) => (found ? Effect.void : Effect.fail(new NotFound({ entity: "webhook" })))
            )
          )
      )

      const rotateSecret = Effect.fn("Webhooks.rotateSecret")(function* (
        scope: BrandScope,
        causation: Causation,
        id: WebhookId,
        rotation: SecretRotation,
        ifMatch?: number,
        receipt?: ReceiptRequest<WebhookWithSecret>
      ) {
        const overlap = Duration.hours(yield* Effect.fromResult(checkRotation(rotation)))
        const now = yield* DateTime.now
        const previousSecretExpiresAt = Duration.isZero(overlap) ? undefined : DateTime.addDuration(now, overlap)
        return yield* receipts.once(
          scope.tenant,
          receipt,
          Effect.gen(function* () {
            const secret = rotation.secret ?? makeWebhookSecret()
            const webhook = yield* ofWebhook(
              store.update(
                scope,
                causation,
                id,
                (webhook) =>
                  Result.map(atVersion(webhook, ifMatch), () => ({
                    ...webhook,
                    previousSecretExpiresAt,
                    version: webhook.version + 1,
                    updatedAt: now
                  })),
                { event: "webhook.secret_rotated" }
              )
            )
            yield* store.rotate(scope, webhook, secret)
            return { webhook, secret }
          })
        )
      })

      return Webhooks.of({ list, get, create, update, delete: remove, rotateSecret })
    })
  )
}
