import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { IdGenerator } from "../../../src/domain/IdGenerator.ts"
import { uuidOf } from "../../../src/domain/Ids.ts"
import { Database } from "../../../src/sql/Database.ts"
import * as SqlNodeRegistry from "../../../src/sql/system/SqlNodeRegistry.ts"
import { NodeRegistry } from "../../../src/system/NodeRegistry.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

const node = Effect.fnUntraced(function* (host: string) {
  const facts = {
    id: (yield* IdGenerator).next("node"),
    version: "0.1.0",
    migration: 57,
    host,
    port: 3000,
    pid: 7
  }
  yield* (yield* NodeRegistry).beat(facts, 60)
  return facts
})

/** Makes this much time pass for the nodes of a host. */
const later = (host: string, time: string) =>
  Effect.flatMap(
    Database,
    ({ system }) => system`UPDATE node_registry
      SET heard_at = heard_at - ${time}::interval, stopped_at = stopped_at - ${time}::interval WHERE host = ${host}`
  )

const states = Effect.map(
  Effect.flatMap(NodeRegistry, ({ list }) => list),
  (nodes) => nodes.map(({ host, state }) => `${host} ${state}`)
)

layer(SqlNodeRegistry.layer.pipe(Layer.provideMerge(Layer.mergeAll(TestDatabase.layer, IdGenerator.layer))))(
  "The node registry",
  (it) => {
    it.effect("tells running nodes from stopped ones, and from those that vanished", () =>
      Effect.gen(function* () {
        const registry = yield* NodeRegistry
        const runs = yield* node("runs")
        yield* node("killed")
        const stops = yield* node("stops")
        yield* registry.leave(stops.id)
        assert.deepStrictEqual(yield* states, ["killed running", "runs running", "stops stopped"])
        yield* later("killed", "31 seconds")
        assert.deepStrictEqual(yield* states, ["runs running", "killed silent", "stops stopped"])

        const first = (yield* registry.list)[0] ?? assert.fail()
        assert.deepInclude(first, { ...runs, stoppedAt: undefined })
        assert.strictEqual(first.heardAt.epochMilliseconds - first.startedAt.epochMilliseconds, 60_000)
      })
    )

    it.effect(
      "accepts a node again that was cut off, and forgets stopped nodes after an hour and silent ones after a day",
      () =>
        Effect.gen(function* () {
          const registry = yield* NodeRegistry
          const [killed] = (yield* registry.list).filter(({ host }) => host === "killed")
          yield* registry.beat(killed ?? assert.fail(), 90)
          assert.include(yield* states, "killed running")

          yield* later("stops", "59 minutes")
          yield* later("killed", "23 hours")
          yield* node("sweeps")
          assert.includeMembers(yield* states, ["stops stopped", "killed silent"])
          yield* later("stops", "2 minutes")
          yield* later("killed", "2 hours")
          const { id } = yield* node("sweeps")
          assert.sameMembers(yield* states, ["sweeps running", "sweeps running", "runs running"])

          // A node that was away for longer adds its entry again.
          const { system } = yield* Database
          yield* system`DELETE FROM node_registry WHERE id = ${uuidOf(id)}`
          yield* node("sweeps")
          assert.include(yield* states, "sweeps running")
        })
    )

    it.effect("forgets a killed node once another has started in its place", () =>
      Effect.gen(function* () {
        const registry = yield* NodeRegistry
        const ofRestarted = Effect.map(states, (all) => all.filter((state) => state.startsWith("restarted")))
        const first = yield* node("restarted")
        yield* later("restarted", "31 seconds")
        // Heard from since this one started: two hosts have one name.
        yield* node("restarted")
        assert.deepStrictEqual(yield* ofRestarted, ["restarted running", "restarted silent"])
        yield* later("restarted", "31 seconds")
        yield* registry.beat({ ...first, id: (yield* IdGenerator).next("node"), port: 3001 }, 1)
        assert.deepStrictEqual(yield* ofRestarted, ["restarted running", "restarted silent", "restarted silent"])
        const { id } = yield* node("restarted")
        assert.deepStrictEqual(yield* ofRestarted, ["restarted running", "restarted running", "restarted silent"])
        yield* registry.leave(id)
        yield* later("restarted", "2 minutes")
        yield* registry.beat({ ...first, id: (yield* IdGenerator).next("node") }, 1)
        assert.deepStrictEqual(yield* ofRestarted, ["restarted running", "restarted silent", "restarted stopped"])
      })
    )
  }
)
