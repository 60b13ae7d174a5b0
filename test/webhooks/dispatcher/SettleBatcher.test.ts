import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import { DeliveryQueue, type Settlement } from "../../../src/webhooks/DeliveryQueue.ts"
import { makeSettleBatcher } from "../../../src/webhooks/dispatcher/SettleBatcher.ts"

/** An outcome identified by its attempt. */
const outcome = (attemptId: string) => ({ attemptId }) as Settlement

/** Stores outcomes with `settle`; returns those that were reported as stored. */
const storing = (settle: DeliveryQueue["Service"]["settle"]) =>
  Effect.gen(function* () {
    const batcher = yield* makeSettleBatcher(yield* DeliveryQueue, 1)
    yield* Effect.forkChild(batcher.run)
    const told: Array<string> = []
    for (const name of ["one", "broken", "other"]) batcher.settle(outcome(name), () => told.push(name))
    return { batcher, told }
  }).pipe(Effect.provide(Layer.mock(DeliveryQueue, { settle })))

it.effect("an outcome that cannot be stored does not affect the others", () =>
  Effect.gen(function* () {
    const stored: Array<string> = []
    const { batcher, told } = yield* storing((_, outcomes) =>
      outcomes.some(({ attemptId }) => attemptId === "broken")
        ? Effect.die("a value was rejected")
        : Effect.sync(() => void stored.push(...outcomes.map(({ attemptId }) => attemptId)))
    )
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(stored, ["one", "other"])
    assert.sameMembers(told, ["one", "broken", "other"])
    assert.strictEqual(batcher.unsettled(), 0)
  })
)

it.effect("outcomes wait together, intact, as long as the database is away", () =>
  Effect.gen(function* () {
    let isAway = true
    const tried: Array<ReadonlyArray<string>> = []
    const { batcher, told } = yield* storing((_, outcomes) =>
      Effect.suspend(() => {
        tried.push(outcomes.map(({ attemptId }) => attemptId))
        return isAway ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })) : Effect.void
      })
    )
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(told, 0)
    assert.strictEqual(batcher.unsettled(), 3)
    isAway = false
    yield* TestClock.adjust("2 seconds")
    assert.deepStrictEqual(told, ["one", "broken", "other"])
    for (const names of tried) assert.deepStrictEqual(names, ["one", "broken", "other"])
  })
)
