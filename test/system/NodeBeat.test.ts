import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import { ActorRegistry } from "../../src/runtime/ActorRegistry.ts"
import * as NodeBeat from "../../src/system/NodeBeat.ts"
import { NodeRegistry } from "../../src/system/NodeRegistry.ts"
import { ThisNode } from "../../src/system/ThisNode.ts"
import { nodeFacts } from "../support/nodeFacts.ts"

it.effect("reports that it runs every ten seconds, also after a database outage, and that it stops", () =>
  Effect.gen(function* () {
    const said: Array<string> = []
    let isAway = false
    const registry = NodeRegistry.of({
      beat: ({ host }, uptime) =>
        isAway ? Effect.fail(new DatabaseUnavailable({ reason: "unreachable" })) : note(`${host} runs for ${uptime}`),
      leave: (id) => note(`${id === nodeFacts.id ? "it" : "another"} stops`),
      list: Effect.succeed([])
    })
    const note = (text: string) => Effect.sync(() => void said.push(text))
    const scope = yield* Scope.make()
    yield* Layer.buildWithScope(
      NodeBeat.layer.pipe(Layer.provide([Layer.succeed(NodeRegistry, registry), Layer.succeed(ThisNode, nodeFacts)])),
      scope
    )
    yield* TestClock.adjust("10 seconds")
    isAway = true
    yield* TestClock.adjust("10 seconds")
    const [line] = yield* (yield* ActorRegistry).list
    assert.deepInclude(line, { kind: "node", name: "heartbeat", state: "running", restarts: 0 })
    assert.include(line?.lastError, "The data store")
    isAway = false
    yield* TestClock.adjust("10 seconds")
    yield* Scope.close(scope, Exit.void)
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(said, ["desk-1 runs for 0", "desk-1 runs for 10", "desk-1 runs for 30", "it stops"])
  }).pipe(Effect.provide(ActorRegistry.layer))
)
