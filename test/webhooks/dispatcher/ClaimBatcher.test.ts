import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type Claimed, DeliveryQueue } from "../../../src/webhooks/DeliveryQueue.ts"
import { makeClaimBatcher } from "../../../src/webhooks/dispatcher/ClaimBatcher.ts"

/** A queue with one delivery per webhook, which fails whenever `broken` is among those requested. */
const queue = Layer.mock(DeliveryQueue, {
  claim: (_, requests) =>
    requests.some(({ webhookId }) => webhookId === "broken")
      ? Effect.die("a value was rejected")
      : Effect.succeed(requests.map(({ webhookId }) => ({ webhookId }) as Claimed))
})

it.effect("a failed claim for one webhook does not prevent those for others", () =>
  Effect.gen(function* () {
    const { claim, run } = yield* makeClaimBatcher(yield* DeliveryQueue, 1)
    yield* Effect.forkChild(run)
    const asking = yield* Effect.forkChild(
      Effect.forEach(
        ["one", "broken", "other"],
        (webhookId) => claim({ webhookId, slots: 1, probe: false, since: 0 }),
        { concurrency: "unbounded" }
      )
    )
    yield* TestClock.adjust("1 second")
    const claimed = yield* Fiber.join(asking)
    assert.deepStrictEqual(
      claimed.map((rows) => rows.map(({ webhookId }) => webhookId)),
      [["one"], [], ["other"]]
    )
  }).pipe(Effect.provide(queue))
)
