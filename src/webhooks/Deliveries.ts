import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import type { Causation } from "../domain/Causation.ts"
import type { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { eventGroups } from "../domain/eventNames.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import type { DeliveryId, WebhookId } from "../domain/Ids.ts"
import { orNotFound } from "../domain/orNotFound.ts"
import type { BrandScope } from "../domain/Principal.ts"
import {
  type IdempotencyInProgress,
  type IdempotencyKeyReused,
  InvalidInput,
  InvalidState,
  type NotFound
} from "../domain/Problems.ts"
import type {
  Delivery,
  DeliveryDay,
  DeliveryDetail,
  DeliveryPage,
  DeliveryQuery,
  ReplayRange,
  Webhook
} from "../domain/Webhook.ts"
import type { Once, ReceiptRequest } from "../events/Receipt.ts"
import { Receipts } from "../events/Receipts.ts"
import { DeliveryLog } from "./DeliveryLog.ts"
import { unknownEvent } from "./EventNames.ts"
import { TestSender } from "./TestSender.ts"
import { WebhookStore } from "./WebhookStore.ts"

type WriteProblem = NotFound | IdempotencyKeyReused | IdempotencyInProgress | DatabaseUnavailable

/** The deliveries of events to webhooks: their outcomes, test sends and replays. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Newest first. */
    list(
      scope: BrandScope,
      id: WebhookId,
      query: DeliveryQuery
    ): Effect.Effect<DeliveryPage, NotFound | DatabaseUnavailable>

    get(
      scope: BrandScope,
      id: WebhookId,
      deliveryId: DeliveryId
    ): Effect.Effect<DeliveryDetail, NotFound | DatabaseUnavailable>

    /** The results of those of the last `days` days on which deliveries ended, oldest first. Up to ten minutes behind. */
    daily(
      scope: BrandScope,
      id: WebhookId,
      days: number
    ): Effect.Effect<ReadonlyArray<DeliveryDay>, NotFound | DatabaseUnavailable>

    /** Posts sample data once, now, even if the webhook is disabled. Takes as long as the receiver, up to the time limit. */
    test(
      scope: BrandScope,
      id: WebhookId,
      event?: string,
      receipt?: ReceiptRequest<Delivery>
    ): Effect.Effect<Once<Delivery>, InvalidInput | WriteProblem>

    /**
     * Sends the same event again, now, as a new delivery, which replaces one that is still pending. Test sends, notes without
     * `includeInternal` and deliveries of a disabled webhook cannot be replayed.
     */
    replay(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      deliveryId: DeliveryId,
      receipt?: ReceiptRequest<Delivery>
    ): Effect.Effect<Once<Delivery>, InvalidState | WriteProblem>

    /**
     * Creates, atomically, new deliveries of the oldest 10,000 stored events that match the webhook's subscription and the
     * range, including events from before the webhook was created or while it was disabled. Pending deliveries stay as they
     * are. Returns the number of new deliveries.
     */
    replayRange(
      scope: BrandScope,
      causation: Causation,
      id: WebhookId,
      range: ReplayRange,
      receipt?: ReceiptRequest<number>
    ): Effect.Effect<Once<number>, InvalidInput | InvalidState | WriteProblem>
  }
>()("trunkline/webhooks/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const store = yield* WebhookStore
      const log = yield* DeliveryLog
      const receipts = yield* Receipts
      const sender = yield* TestSender

      const webhookOf = (scope: BrandScope, id: WebhookId) => orNotFound("webhook")(store.find(scope, id))

      /** The webhook, or a failure if it is disabled. */
      const receiving = Effect.fnUntraced(function* (scope: BrandScope, id: WebhookId) {
        const webhook = yield* webhookOf(scope, id)
        return webhook.enabled ? webhook : yield* disabled
      })

      const get = Effect.fn("Deliveries.get")((scope: BrandScope, id: WebhookId, deliveryId: DeliveryId) =>
        orNotFound("delivery")(log.find(scope, id, deliveryId))
      )

      const list = Effect.fn("Deliveries.list")(function* (scope: BrandScope, id: WebhookId, query: DeliveryQuery) {
        yield* webhookOf(scope, id)
        return yield* log.page(scope, id, query)
      })

      const daily = Effect.fn("Deliveries.daily")(function* (scope: BrandScope, id: WebhookId, days: number) {
        yield* webhookOf(scope, id)
        return yield* log.daily(scope, id, days)
      })

      const test = Effect.fn("Deliveries.test")(function* (
        scope: BrandScope,
        id: WebhookId,
        event = "ticket.created",
        receipt?: ReceiptRequest<Delivery>
      ) {
        if (receipt !== undefined) {
          const answer = yield* receipts.find(scope.tenant, receipt)
          if (Option.isSome(answer)) return { replayed: true as const, answer: answer.value }
        }
        const webhook = yield* webhookOf(scope, id)
        const secrets = yield* store.secrets(scope, id)
        // The receiver may be slow, so it is called outside any transaction.
        const { delivery, payload } = yield* sender.send(scope, webhook, secrets, event)
        return yield* receipts.once(
          scope.tenant,
          receipt,
          Effect.as(log.recordTest(scope, delivery, payload), delivery)
        )
      })

      const replay = Effect.fn("Deliveries.replay")(function* (
        scope: BrandScope,
        causation: Causation,
        id: WebhookId,
        deliveryId: DeliveryId,
        receipt?: ReceiptRequest<Delivery>
      ) {
        return yield* receipts.once(
          scope.tenant,
          receipt,
          Effect.gen(function* () {
            yield* webhookOf(scope, id)
            const original = yield* get(scope, id, deliveryId)
            yield* receiving(scope, id)
            const made = yield* log.replay(scope, causation, original, ids.next("delivery"))
            return yield* Option.isSome(made) ? Effect.succeed(made.value) : isTest(original) ? testSend : internal
          })
        )
      })

      const replayRange = Effect.fn("Deliveries.replayRange")(function* (
        scope: BrandScope,
        causation: Causation,
        id: WebhookId,
        range: ReplayRange,
        receipt?: ReceiptRequest<number>
      ) {
        yield* Effect.fromResult(checkRange(range))
        return yield* receipts.once(
          scope.tenant,
          receipt,
          Effect.gen(function* () {
            const webhook: Webhook = yield* receiving(scope, id)
            const known = new Set(range.eventIds === undefined ? [] : yield* log.kept(scope, range.eventIds))
            const [first, ...others] = (range.eventIds ?? []).flatMap((eventId, index) =>
              known.has(eventId)
                ? []
                : [
                    {
                      field: `eventIds[${index}]`,
                      code: "unknown_id" as const,
                      message: "is not a stored event of this brand"
                    }
                  ]
            )
            if (first !== undefined) return yield* new InvalidInput({ errors: [first, ...others] })
            return yield* log.replayRange(scope, causation, webhook, range)
          })
        )
      })

      return Deliveries.of({ list, get, daily, test, replay, replayRange })
    })
  )
}

/** Whether the envelope marks it as a test. */
const isTest = ({ payload }: Delivery) => typeof payload === "object" && payload !== null && "test" in payload

const testSend = new InvalidState({
  state: "test",
  reason: "This was a test event, which cannot be replayed. Send another test instead."
})
const internal = new InvalidState({
  state: "internal",
  reason: "The event is about an internal note, which this webhook does not receive. Set includeInternal first."
})
const disabled = new InvalidState({ state: "disabled", reason: "The webhook is disabled. Enable it first." })

const checkRange = ({ events, from, to }: ReplayRange): Result.Result<void, InvalidInput> => {
  if (from !== undefined && to !== undefined && DateTime.isGreaterThanOrEqualTo(from, to))
    return Result.fail(InvalidInput.of("to", "range", "must be later than from"))
  const unknown = events === undefined ? undefined : unknownEvent(events)
  return unknown === undefined
    ? Result.void
    : Result.fail(
        InvalidInput.of(
          `events[${events?.indexOf(unknown)}]`,
          "enum",
          `is not an event; groups are ${eventGroups.join(", ")}`
        )
      )
}
