import { Effect, Metric } from "effect"
import { ActorRegistry, type ActorState } from "./ActorRegistry.ts"

const living = Metric.gauge("actors", { description: "Long-lived parts of this process, by kind and state." })
const backlog = Metric.gauge("actor_backlog", {
  description:
    "Work that waits for actors, each kind in its own unit. It is in tables that all nodes share, so take the largest value."
})
const restarts = Metric.gauge("actor_restarts", { description: "How often the current actors were restarted." })

const states: ReadonlyArray<ActorState> = ["starting", "running", "backing_off", "stopped"]

/**
 * Makes an effect that updates the gauges of actors before they are read. They are grouped by kind only, because names and
 * brands are private to tenants. A kind that existed once stays, with zeros.
 */
export const makeActorMetrics = Effect.gen(function* () {
  const { list } = yield* ActorRegistry
  const kinds = new Set<string>()

  return Effect.gen(function* () {
    const actors = yield* list
    for (const { kind } of actors) kinds.add(kind)
    for (const kind of kinds) {
      const ours = actors.filter((actor) => actor.kind === kind)
      const sum = (of: "backlog" | "restarts") => ours.reduce((total, actor) => total + actor[of], 0)
      for (const state of states) {
        const inState = ours.filter((actor) => actor.state === state)
        yield* Metric.update(Metric.withAttributes(living, { kind, state }), inState.length)
      }
      yield* Metric.update(Metric.withAttributes(backlog, { kind }), sum("backlog"))
      yield* Metric.update(Metric.withAttributes(restarts, { kind }), sum("restarts"))
    }
  })
})
