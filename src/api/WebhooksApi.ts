import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { eventNames, subscribable } from "../domain/eventNames.ts"
import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidCursor,
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound,
  VersionConflict
} from "../domain/Problems.ts"
import { deliveryStatuses, orderings, rateLimits } from "../domain/Webhook.ts"
import { Access, AnswerHeaders, CallersAllowed, CredentialLimits } from "./Access.ts"
import { documented } from "./documented.ts"
import { clearable, Instant, integer, listOf, oneLine, optional, secretText, Url } from "./Fields.ts"
import { choice, idParameter, numberParameter, pagingOf, textParameter } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { AnyJson, brandPath, growing, idLike, Moment, Success, some } from "./Shapes.ts"

const webhook = {
  id: idLike("whk"),
  brandId: idLike("br"),
  url: Schema.String,
  events: Schema.Array(Schema.String),
  enabled: Schema.Boolean,
  includeInternal: Schema.Boolean,
  ordering: Schema.Literals(orderings),
  ratePerSecond: some(Schema.Int),
  description: some(Schema.String),
  failureCount: Schema.Int.annotate({ description: "Consecutive failed attempts since the last success." }),
  disabledReason: some(growing(["manual", "gone", "failing"])),
  lastTriggered: some(Moment),
  lastFailure: some(Moment),
  previousSecretExpiresAt: some(Moment),
  version: Schema.Int,
  createdAt: Moment,
  updatedAt: Moment
}

export const Webhook = Schema.Struct(webhook).annotate({
  identifier: "Webhook",
  description: "An endpoint that receives a brand's events."
})
export const WebhookWithSecret = Schema.Struct({
  ...webhook,
  secret: Schema.String.annotate({ description: "Used to verify signatures. Returned only in this response." })
}).annotate({ identifier: "WebhookWithSecret" })

const delivery = {
  id: idLike("dlv"),
  webhookId: idLike("whk"),
  eventId: idLike("evt"),
  event: Schema.String,
  payload: AnyJson,
  status: growing(deliveryStatuses),
  attempts: Schema.Int,
  lastAttempt: some(Moment),
  nextAttempt: some(Moment),
  responseCode: some(Schema.Int),
  responseBody: some(Schema.String),
  error: some(Schema.String),
  durationMs: some(Schema.Int),
  replayOf: some(idLike("dlv")),
  createdAt: Moment
}

export const Delivery = Schema.Struct(delivery).annotate({ identifier: "Delivery" })
export const DeliveryDetail = Schema.Struct({
  ...delivery,
  attemptLog: Schema.Array(
    Schema.Struct({ at: Moment, responseCode: some(Schema.Int), error: some(Schema.String), durationMs: Schema.Int })
  )
}).annotate({ identifier: "DeliveryDetail" })

export const DeliveryDay = Schema.Struct({
  day: Schema.String.annotate({ description: "`2026-11-20`." }),
  succeeded: Schema.Int,
  failed: Schema.Int,
  p50Ms: some(Schema.Int).annotate({ description: "Median duration of successful attempts, in milliseconds." }),
  p99Ms: some(Schema.Int)
}).annotate({ identifier: "DeliveryDay" })

/** A secret that the caller chose. */
const Secret = secretText(8, 256)

const writable = {
  enabled: optional(Schema.Boolean),
  includeInternal: optional(Schema.Boolean).annotate({
    description: "Whether to send events about internal notes too."
  }),
  ordering: optional(Schema.Literals(orderings)).annotate({
    description:
      "`ticket`: an event of a ticket is sent after the previous one has been delivered. `none`: best effort."
  }),
  ratePerSecond: clearable(integer(rateLimits.least, rateLimits.most)).annotate({
    description:
      "Maximum requests per second, spread evenly to a tenth of a second, from all servers together and including retries. `null`: as fast as the receiver responds."
  }),
  description: clearable(oneLine(200))
}
const WebhookEventName = oneLine(100)
  .pipe(documented({ enum: subscribable }))
  .annotate({
    identifier: "WebhookEventName",
    description: "The name of an event, a group such as `ticket.*`, or `*` for all events."
  })
const named = listOf(WebhookEventName, 50)
const events = named.pipe(documented({ minItems: 1 })).annotate({
  description: "Event names, `*`, or groups such as `ticket.*`."
})

export const WebhookCreate = Schema.Struct({ url: Url, events, secret: optional(Secret), ...writable }).annotate({
  identifier: "WebhookCreate"
})
export const WebhookUpdate = Schema.Struct({ url: optional(Url), events: optional(events), ...writable }).annotate({
  identifier: "WebhookUpdate"
})
export const WebhookTest = Schema.Struct({
  event: optional(oneLine(100).pipe(documented({ enum: eventNames })))
}).annotate({
  identifier: "WebhookTest"
})
export const SecretRotation = Schema.Struct({
  secret: optional(Secret),
  overlapHours: optional(integer(0, 168))
}).annotate({ identifier: "SecretRotation" })

export const Replay = Schema.Struct({
  from: optional(Instant).annotate({ description: "Events at this time or later." }),
  to: optional(Instant).annotate({ description: "Events before this time." }),
  events: optional(named).annotate({ description: "Only events with these names or in these groups." }),
  eventIds: optional(listOf(Schema.String, 1_000)).annotate({ description: "Only these events." }),
  onlyFailed: optional(Schema.Boolean).annotate({
    description: "Skips events that this webhook has already received. Defaults to true."
  })
}).annotate({ identifier: "Replay" })
export const ReplayScheduled = Schema.Struct({
  scheduled: Schema.Int.annotate({
    description: "Number of deliveries created. Each appears in the webhook's list of deliveries."
  })
}).annotate({ identifier: "ReplayScheduled" })

const read = [NotFound, InvalidInput, DatabaseUnavailable]
const write = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const path = { ...brandPath, webhookId: idLike("whk") }
const deliveryPath = { ...path, deliveryId: idLike("dlv") }

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/", { params: brandPath, success: Schema.Array(Webhook), error: read }).annotateMerge(
      OpenApi.annotations({ summary: "List webhooks", description: "Oldest first, without their secrets." })
    ),
    HttpApiEndpoint.post("create", "/", {
      params: brandPath,
      payload: WebhookCreate,
      success: WebhookWithSecret.pipe(HttpApiSchema.status(201)),
      error: [...write, LimitReached]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a webhook",
        description:
          "The brand's events are posted to the URL, signed. If you omit the secret, one is generated; it is returned only once."
      })
    ),
    HttpApiEndpoint.get("get", "/:webhookId", { params: path, success: Webhook, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a webhook",
        description:
          "Includes its state and the outcome of recent deliveries. The secret is returned only when it is created or rotated."
      })
    ),
    HttpApiEndpoint.patch("update", "/:webhookId", {
      params: path,
      payload: WebhookUpdate,
      success: Webhook,
      error: [...write, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a webhook",
        description:
          "`enabled: true` or a new `url` resets the failure count and immediately sends failed deliveries that are waiting."
      })
    ),
    HttpApiEndpoint.delete("delete", "/:webhookId", {
      params: path,
      success: Success,
      error: [...write, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({ summary: "Delete a webhook", description: "Undelivered events are dropped." })
    ),
    HttpApiEndpoint.post("test", "/:webhookId/test", {
      params: path,
      payload: WebhookTest,
      success: Delivery,
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a test event",
        description: "Makes one attempt with sample data, even if the webhook is disabled."
      })
    ),
    HttpApiEndpoint.post("rotateSecret", "/:webhookId/rotate-secret", {
      params: path,
      payload: SecretRotation,
      success: WebhookWithSecret,
      error: [...write, VersionConflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Rotate the secret",
        description: "For `overlapHours` (24 by default), events are signed with both the previous and the new secret."
      })
    ),
    HttpApiEndpoint.get("deliveries", "/:webhookId/deliveries", {
      params: path,
      query: {
        status: choice("Delivery statuses.", deliveryStatuses),
        event: textParameter("Name of one event. The canonical name and the alias give the same result."),
        ticketId: idParameter("Ticket id.", "ticket"),
        ...pagingOf(100, 500)
      },
      success: Schema.Array(Delivery),
      error: [...read, InvalidCursor]
    })
      .annotate(AnswerHeaders, ["X-Next-Cursor"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "List deliveries",
          description: "Newest first. The next page's cursor is in `X-Next-Cursor`."
        })
      ),
    HttpApiEndpoint.get("daily", "/:webhookId/daily", {
      params: path,
      query: { days: numberParameter("Number of days up to today, 1 to 365. Defaults to 30.", 30, 365) },
      success: Schema.Array(DeliveryDay),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count deliveries by day",
        description:
          "Days (UTC) on which deliveries ended, oldest first; up to ten minutes behind. Durations have two significant digits."
      })
    ),
    HttpApiEndpoint.get("delivery", "/:webhookId/deliveries/:deliveryId", {
      params: deliveryPath,
      success: DeliveryDetail,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a delivery with all attempts",
        description: "Shows what was sent each time, the receiver's response, and how long it took."
      })
    ),
    HttpApiEndpoint.post("replayDelivery", "/:webhookId/deliveries/:deliveryId/replay", {
      params: deliveryPath,
      success: Delivery.pipe(HttpApiSchema.status(201)),
      error: [...write, InvalidState]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Resend the event of a delivery",
        description: "Sends it immediately, with the same event id."
      })
    ),
    HttpApiEndpoint.post("replay", "/:webhookId/replay", {
      params: path,
      payload: Replay,
      success: ReplayScheduled.pipe(HttpApiSchema.status(202)),
      error: [...write, InvalidState]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Resend a range of events",
          description:
            "Sends every stored event that matches the subscription, oldest first, up to 10,000 per call, including events from before the webhook existed or while it was disabled. Deliveries already in progress are left alone. To send more, repeat the call until nothing is scheduled."
        })
      )
      .annotate(CredentialLimits, ["bulk"])
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.configure)
  .prefix("/v1/brands/:brandId/webhooks")
  .annotateMerge(
    OpenApi.annotations({
      title: "webhooks",
      description: "Where events are posted, and the outcome of each delivery."
    })
  ) {}
