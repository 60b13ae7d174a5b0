import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import { makeActorMetrics } from "../../src/runtime/actorMetrics.ts"

it.effect("adds up actors by kind, without their names and brands, and drops those that are gone", () =>
  Effect.gen(function* () {
    const { register } = yield* ActorRegistry
    const read = yield* makeActorMetrics
    const [one, other] = [
      yield* register({ name: "https://one.example", kind: "webhook", brandId: "br_one" }),
      yield* register({ name: "https://other.example", kind: "webhook", brandId: "br_other" })
    ]
    yield* one.change({ state: "running", restarts: 2 })
    yield* one.backlog(3)
    yield* other.backlog(4)

    yield* read
    const text = yield* PrometheusMetrics.format()
    for (const line of [
      'actors{kind="webhook",state="running"} 1',
      'actors{kind="webhook",state="starting"} 1',
      'actors{kind="webhook",state="stopped"} 0',
      'actor_backlog{kind="webhook"} 7',
      'actor_restarts{kind="webhook"} 2'
    ]) {
      assert.include(text.split("\n"), line)
    }
    for (const word of ["example", "br_"]) assert.notInclude(text, word)

    yield* one.remove
    yield* other.remove
    yield* read
    const later = (yield* PrometheusMetrics.format()).split("\n")
    assert.includeMembers(later, ['actors{kind="webhook",state="running"} 0', 'actor_backlog{kind="webhook"} 0'])
  }).pipe(Effect.provide(ActorRegistry.layer), Effect.provideService(Metric.MetricRegistry, new Map()))
)
