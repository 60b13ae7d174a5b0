import { DateTime } from "effect"
import { type EventType, eventTypes } from "../domain/Event.ts"
import { iso } from "../domain/iso.ts"
import { sampleData } from "../domain/sampleEvent.ts"
import { eventName } from "./EventPayloads.ts"
import { sampleId } from "./samples.ts"

/** A JSON object of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

const reference = (type: EventType) => `#/components/schemas/${eventName(type)}`

const header = (name: string, description: string, example: string, required = true): Node => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example
})

/** The headers of each attempt (docs/webhooks.md, Headers). */
const headersOf = (type: EventType): ReadonlyArray<Node> => [
  header(
    "webhook-id",
    "The event's id: the same for every attempt, replay and webhook. Store it to recognize events you have already processed.",
    sampleId("event")
  ),
  header("webhook-timestamp", "When this attempt was made, as a Unix timestamp in seconds.", "1795167000"),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks 1.0.0). During a secret rotation, two signatures separated by a space.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
  ),
  header(
    "X-Dispatch-Signature",
    "`sha256=` and the hex HMAC-SHA-256 of the body only, keyed with the whole secret as shown.",
    "sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  ),
  header(
    "X-Dispatch-Signature-Previous",
    "During a secret rotation: the same with the previous secret.",
    "sha256=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    false
  ),
  header("X-Trunkline-Event", "The event's name.", type),
  header("X-Trunkline-Delivery", "The delivery's id.", sampleId("delivery")),
  header("X-Trunkline-Attempt", "The number of this attempt, starting at 1.", "1"),
  header("X-Trunkline-Replay", "`true` if the delivery is a replay.", "true", false),
  header(
    "traceparent",
    "The trace of the request that caused the event, if it had one.",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    false
  )
]

const answers: Node = {
  "2XX": { description: "Accepted. The event is not sent again." },
  "410": { description: "The webhook is disabled immediately." },
  default: {
    description:
      "Not accepted; the same applies to no response within 10 seconds, unless the operator sets another limit. Retried for about 76 hours; after 429 and 503 not before `Retry-After`."
  }
}

const at = DateTime.makeUnsafe("2026-11-20T09:30:00.000Z")

const example = (type: EventType): Node => ({
  id: sampleId("event"),
  event: type,
  type,
  brand_id: sampleId("brand"),
  brandId: sampleId("brand"),
  accountId: sampleId("account"),
  livemode: true,
  timestamp: iso(at),
  createdAt: iso(at),
  sequence: type.startsWith("customer.") ? null : 4,
  causationId: sampleId("request"),
  actor: { type: "api_key", id: sampleId("key"), name: "billing sync", channel: "api" },
  data: sampleData(type, sampleId("brand"), sampleId, at)
})

/** The operation for each kind of webhook event: headers, body, an example, and the meaning of responses. */
export const webhookOperations = (document: Node): Node => {
  const { schemas } = document["components"]
  schemas["WebhookEvent"].discriminator = {
    propertyName: "type",
    mapping: Object.fromEntries(eventTypes.map((type) => [type, reference(type)]))
  }
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          tags: ["webhooks"],
          operationId: `webhook.${eventName(type).replace(/^\w/, (letter) => letter.toLowerCase())}`,
          summary: type,
          description: schemas[eventName(type)].description,
          security: [],
          parameters: headersOf(type),
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: reference(type) }, example: example(type) } }
          },
          responses: answers
        }
      }
    ])
  )
}
