import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { uuidOf } from "../../src/domain/Ids.ts"
import { Database } from "../../src/sql/Database.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { byKey } from "../support/seedTenant.ts"
import { brand, inRealTime, publish, subscribe, underWay, WebhookLab } from "../support/WebhookLab.ts"

const target = { url: "https://acme.example/hook" }

layer(WebhookLab)("The replay of a delivery", (it) => {
  it.effect("is created for each concurrent request: the last is sent, in place of those before it", () =>
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

  it.effect("is refused for a note if the webhook no longer subscribes to notes", () =>
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

  it.effect("respects a concurrent change of the webhook, such as unsubscribing from notes", () =>
    Effect.gen(function* () {
      const scope = yield* brand
      const deliveries = yield* Deliveries
      const { reads, system } = yield* Database
      const { webhook } = yield* subscribe(scope, { ...target, events: ["comment.*"], includeInternal: true })
      yield* publish(scope, { type: "comment.created", internal: true })
      const [note] = (yield* deliveries.list(scope, webhook.id, { limit: 1 })).items
      if (note === undefined) return assert.fail()
      const replaying = yield* Effect.gen(function* () {
        const [change] = yield* system<{ pid: number }>`SELECT pg_backend_pid() AS pid FROM webhooks
          WHERE id = ${uuidOf(webhook.id)} FOR UPDATE`
        yield* system`UPDATE webhooks SET include_internal = false WHERE id = ${uuidOf(webhook.id)}`
        const fiber = yield* Effect.forkScoped(Effect.flip(deliveries.replay(scope, byKey, webhook.id, note.id)))
        yield* Effect.repeat(
          reads`SELECT FROM pg_locks WHERE NOT granted AND ${change?.pid}::int = ANY(pg_blocking_pids(pid))`,
          { until: (waiting) => waiting.length > 0 || fiber.pollUnsafe() !== undefined }
        )
        return fiber
      }).pipe(system.withTransaction)
      assert.deepInclude(yield* Fiber.join(replaying), { _tag: "InvalidState", state: "internal" })
    }).pipe(Effect.scoped, inRealTime)
  )
})
