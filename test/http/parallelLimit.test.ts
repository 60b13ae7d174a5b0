import { assert, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { makeParallelLimit } from "../../src/http/parallelLimit.ts"

it.effect("Each key has a limit of concurrent uses, and one that ends makes room", () =>
  Effect.gen(function* () {
    const take = makeParallelLimit(2, () => "too many" as const)
    const begin = Effect.fnUntraced(function* (key: string) {
      const scope = yield* Scope.make()
      yield* Scope.provide(take(key), scope)
      return scope
    })
    const first = yield* begin("a")
    yield* begin("a")
    assert.strictEqual(yield* Effect.flip(begin("a")), "too many")
    yield* begin("b")
    yield* Scope.close(first, Exit.void)
    yield* begin("a")
    assert.strictEqual(yield* Effect.flip(begin("a")), "too many")
  })
)
