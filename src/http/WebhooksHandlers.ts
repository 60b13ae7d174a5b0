import { Effect, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { BrandId } from "../domain/Ids.ts"
import { type Delivery, deliveryStatuses, type Webhook } from "../domain/Webhook.ts"
import { Deliveries } from "../webhooks/Deliveries.ts"
import { isEvent } from "../webhooks/EventNames.ts"
import { Webhooks, type WebhookWithSecret } from "../webhooks/Webhooks.ts"
import { Cursors } from "./Cursors.ts"
import { handlersOf } from "./handlersOf.ts"
import { InputErrors } from "./InputErrors.ts"
import { cursorScope, positionIn } from "./pages.ts"
import { QueryReader } from "./QueryReader.ts"
import { answerOf, etag, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { lineOf, momentOf } from "./ticketInput.ts"
import { deliveryDetailView, deliveryView, newWebhookView, webhookView } from "./views/webhookView.ts"

const shown = (webhook: Webhook) => answerOf(200, webhookView(webhook), etag(webhook.version))
const rotated = (made: WebhookWithSecret) => answerOf(200, newWebhookView(made), etag(made.webhook.version))
const created = (made: WebhookWithSecret) =>
  answerOf(201, newWebhookView(made), {
    ...etag(made.webhook.version),
    location: `/v1/brands/${made.webhook.brandId}/webhooks/${made.webhook.id}`
  })
const tested = (delivery: Delivery) => answerOf(200, deliveryView(delivery))
const replayed = (brandId: BrandId) => (delivery: Delivery) =>
  answerOf(201, deliveryView(delivery), {
    location: `/v1/brands/${brandId}/webhooks/${delivery.webhookId}/deliveries/${delivery.id}`
  })
const scheduled = (count: number) => answerOf(202, { scheduled: count })
const secretOf = (secret: string | undefined) => (secret === undefined ? undefined : Redacted.make(secret))

/** Implements the `webhooks` group. */
export const WebhooksHandlers = handlersOf(
  Api,
  "webhooks",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks
    const deliveries = yield* Deliveries
    const cursors = yield* Cursors
    const target = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly webhookId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("webhook", params.webhookId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* webhooks.list(yield* brandScope(params.brandId))).map(webhookView))
      }),

      create: Effect.fnUntraced(function* ({ params, payload: { description, events, secret, url, ...payload } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = {
          ...payload,
          url: url.trim(),
          events: events.map((name) => name.trim()),
          description: lineOf(description),
          secret: secretOf(secret)
        }
        return replyOnce(created)(
          yield* webhooks.create(scope, command.causation, input, receiptOf(command, created, { secret: true }))
        )
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* target(params)
        return reply(shown(yield* webhooks.get(scope, id)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload: { description, events, url, ...payload } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        const change = {
          ...payload,
          url: url?.trim(),
          events: events?.map((name) => name.trim()),
          description: description === null ? null : lineOf(description)
        }
        return replyOnce(shown)(
          yield* webhooks.update(scope, command.causation, id, change, command.ifMatch, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        return replyOnce(success)(
          yield* webhooks.delete(scope, command.causation, id, command.ifMatch, receiptOf(command, success))
        )
      }),

      test: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        return replyOnce(tested)(yield* deliveries.test(scope, id, payload.event?.trim(), receiptOf(command, tested)))
      }),

      rotateSecret: Effect.fnUntraced(function* ({ params, payload: { overlapHours, secret } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        const rotation = { overlapHours, secret: secretOf(secret) }
        const receipt = receiptOf(command, rotated, { secret: true })
        return replyOnce(rotated)(
          yield* webhooks.rotateSecret(scope, command.causation, id, rotation, command.ifMatch, receipt)
        )
      }),

      deliveries: Effect.fnUntraced(function* ({ params, query, request }) {
        const { id, scope } = yield* target(params)
        const listed = yield* cursorScope(request.url, query)
        const after = yield* positionIn(cursors, listed, "delivery")
        const reader = new QueryReader(query)
        const event = reader.text("event")
        if (event !== undefined && !isEvent(event))
          reader.refuse("event", "enum", "must be one event, such as ticket.created; docs/webhooks.md lists them")
        const wanted = yield* Effect.fromResult(
          reader.result({
            status: reader.one("status", deliveryStatuses),
            event,
            ticketId: reader.oneId("ticketId", "ticket"),
            limit: reader.limit(100, 500),
            after: after?.id
          })
        )
        const { items, next } = yield* deliveries.list(scope, id, wanted)
        const answer = ok(items.map(deliveryView))
        return next === undefined
          ? answer
          : HttpServerResponse.setHeader(answer, "x-next-cursor", cursors.write(listed, { value: null, id: next }))
      }),

      daily: Effect.fnUntraced(function* ({ params, query }) {
        const { id, scope } = yield* target(params)
        const reader = new QueryReader(query)
        const days = yield* Effect.fromResult(reader.result(reader.limit(30, 365, "days")))
        return ok(yield* deliveries.daily(scope, id, days))
      }),

      delivery: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* target(params)
        return ok(deliveryDetailView(yield* deliveries.get(scope, id, yield* pathId("delivery", params.deliveryId))))
      }),

      replayDelivery: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        const deliveryId = yield* pathId("delivery", params.deliveryId)
        const made = replayed(scope.brandId)
        return replyOnce(made)(
          yield* deliveries.replay(scope, command.causation, id, deliveryId, receiptOf(command, made))
        )
      }),

      replay: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* target(params)
        const errors = new InputErrors()
        const range = yield* Effect.fromResult(
          errors.result({
            from: payload.from === undefined ? undefined : momentOf(payload.from),
            to: payload.to === undefined ? undefined : momentOf(payload.to),
            events: payload.events?.map((name) => name.trim()),
            eventIds: payload.eventIds === undefined ? undefined : errors.ids("eventIds", "event", payload.eventIds),
            onlyFailed: payload.onlyFailed ?? true
          })
        )
        return replyOnce(scheduled)(
          yield* deliveries.replayRange(scope, command.causation, id, range, receiptOf(command, scheduled))
        )
      })
    })
  })
)
