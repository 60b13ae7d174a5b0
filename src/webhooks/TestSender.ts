import { Context, DateTime, Effect, Layer, type Redacted } from "effect"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { iso } from "../domain/iso.ts"
import type { Json } from "../domain/Json.ts"
import type { BrandScope } from "../domain/Principal.ts"
import { InvalidInput } from "../domain/Problems.ts"
import { sampleData } from "../domain/sampleEvent.ts"
import type { Delivery, Webhook } from "../domain/Webhook.ts"
import { deliveryHeaders } from "./deliveryHeaders.ts"
import { canonicalName, isEvent, nameFor } from "./EventNames.ts"
import { type Answer, SafeHttpClient } from "./SafeHttpClient.ts"
import { type SigningKeys, signingKey } from "./Signature.ts"

/** A test send with its outcome and the text that was sent. */
export interface TestSend {
  readonly delivery: Delivery
  readonly payload: string
}

/** Sends made-up events, signed like real ones, so that a receiver can be tested before there are any events. */
export class TestSender extends Context.Service<
  TestSender,
  {
    /** Makes one attempt, now. `event` is an event's name or alias; `secrets` has the current one first. */
    send(
      scope: BrandScope,
      webhook: Webhook,
      secrets: ReadonlyArray<Redacted.Redacted>,
      event: string
    ): Effect.Effect<TestSend, InvalidInput>
  }
>()("trunkline/webhooks/TestSender") {
  static readonly layer = Layer.effect(
    TestSender,
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const client = yield* SafeHttpClient

      const send = Effect.fn("TestSender.send")(function* (
        scope: BrandScope,
        webhook: Webhook,
        secrets: ReadonlyArray<Redacted.Redacted>,
        event: string
      ) {
        const type = canonicalName(event)
        if (!isEvent(event)) {
          return yield* InvalidInput.of("event", "enum", "is no event; docs/webhooks.md lists them")
        }
        const keys = keysOf(secrets)
        if (keys === undefined) return yield* Effect.die(new Error("a webhook without a secret"))

        const now = yield* DateTime.now
        const name = event === type ? nameFor(webhook.events, type) : event
        const [eventId, deliveryId] = [ids.next("event"), ids.next("delivery")]
        const timestamp = iso(now)
        const envelope: Json = {
          id: eventId,
          event: name,
          type: name,
          brand_id: scope.brandId,
          brandId: scope.brandId,
          accountId: scope.tenant.accountId,
          livemode: scope.tenant.mode === "live",
          timestamp,
          createdAt: timestamp,
          sequence: 1,
          causationId: deliveryId,
          actor: { type: "system", id: null, name: null, channel: "system" },
          test: true,
          // Sample data is made of JSON values only.
          data: sampleData(type, scope.brandId, ids.next, now) as Json
        }
        const payload = JSON.stringify(envelope)
        const facts = { eventId, deliveryId, event: name, attempt: 1, isReplay: false }
        const headers = deliveryHeaders(keys, facts, payload, now.epochMilliseconds)
        const answer = yield* client.post(new URL(webhook.url), headers, payload)
        const delivery: Delivery = {
          id: deliveryId,
          webhookId: webhook.id,
          eventId,
          event: name,
          payload: envelope,
          status: isSuccess(answer) ? "SUCCESS" : "FAILED",
          attempts: 1,
          lastAttempt: now,
          responseCode: answer.status,
          responseBody: answer.body === "" ? undefined : answer.body,
          error: answer.error,
          durationMs: answer.durationMs,
          createdAt: now
        }
        return { delivery, payload }
      })

      return TestSender.of({ send })
    })
  )
}

/** Whether a complete 2xx response was received. */
export const isSuccess = ({ error, status }: Answer): boolean =>
  error === undefined && status !== undefined && status >= 200 && status < 300

/** The current and the previous secret, ready to sign. */
export const keysOf = ([current, previous]: ReadonlyArray<Redacted.Redacted>): SigningKeys | undefined =>
  current === undefined ? undefined : [signingKey(current), previous === undefined ? undefined : signingKey(previous)]
