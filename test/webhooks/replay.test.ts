import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { byKey } from "../support/seedTenant.ts"
import { brand, inRealTime, publish, subscribe, underWay, WebhookLab } from "../support/WebhookLab.ts"

const target = { url: "https://acme.example/hook" }

layer(WebhookLab)("The replay of a delivery", (it) => {
  it.effect("makes one for each who asks at once: the last is sent, in place of those before it", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const { webhook } = yield* subscribe(scope, { ...target, events: ["*"] })
      yield* publish(scope)
      const deliveries = yield* Deliveries
      const [original] = (yield* deliveries.list(scope, webhook.id, { limit: 1 })).items
      if (original === undefined) return assert.fail()
      yield* Effect.replicateEffect(deliveries.replay(scope, byKey, webhook.id, original.id), 5, {
        concurrency: "unbounded"
      })
      assert.lengthOf(yield* underWay(webhook.id), 1)
      const { items } = yield* deliveries.list(scope, webhook.id, { limit: 10, status: "FAILED" })
      assert.deepStrictEqual(
        items.map(({ error }) => error),
        Array.from({ length: 5 }, () => "replaced_by_replay")
      )
    }).pipe(inRealTime)
  )

  it.effect("is refused for a note where the webhook is to hear of none any more", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const [webhooks, deliveries] = [yield* Webhooks, yield* Deliveries]
      const { webhook } = yield* subscribe(scope, { ...target, events: ["comment.*"], includeInternal: true })
      yield* publish(scope, { type: "comment.created", internal: true })
      yield* webhooks.update(scope, byKey, webhook.id, { includeInternal: false })
      const [dropped] = (yield* deliveries.list(scope, webhook.id, { limit: 1 })).items
      if (dropped === undefined) return assert.fail()
      const replay = deliveries.replay(scope, byKey, webhook.id, dropped.id)
      assert.deepInclude(yield* Effect.flip(replay), { _tag: "InvalidState", state: "internal" })
      assert.deepStrictEqual(yield* underWay(webhook.id), [])
      yield* webhooks.update(scope, byKey, webhook.id, { includeInternal: true })
      yield* replay
      assert.lengthOf(yield* underWay(webhook.id), 1)
    }).pipe(inRealTime)
  )
})
