import { assert, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import { ask, askPatiently } from "../../src/cli/Connection.ts"
import { connectedTo } from "../support/localServer.ts"

/** A server that is overloaded for the first requests. */
const busy = (refusals: number, status = 429) => {
  let asked = 0
  return connectedTo((_request, response) => {
    const isFree = asked++ >= refusals
    response.writeHead(isFree ? 200 : status, { "content-type": "application/json", "retry-after": "0" })
    response.end(isFree ? "[]" : "{}")
  })
}

it.live("A background task waits for a server that is busy; an interactive command reports it", () =>
  Effect.gen(function* () {
    const brands = yield* Effect.provide(
      askPatiently((client) => client.brands.list()),
      yield* busy(50)
    )
    assert.isEmpty(brands)
    const told = yield* Effect.flip(
      Effect.provide(
        ask((client) => client.brands.list()),
        yield* busy(50)
      )
    )
    assert.include(told.message, "429")
  }).pipe(Effect.scoped)
)

it.effect("A background task waits for a server that is away, and says so once, and when it continues", () =>
  Effect.gen(function* () {
    const said: Array<unknown> = []
    const heard: Console.Console = { ...globalThis.console, error: (line: unknown) => void said.push(line) }
    const asked = askPatiently((client) => client.brands.list())
    yield* Effect.andThen(asked, asked).pipe(
      Effect.provide(yield* busy(14, 503)),
      Effect.provideService(Console.Console, heard)
    )
    assert.lengthOf(said, 2)
    assert.include(said[0], "is not available")
    assert.include(said[1], "is available again")
  }).pipe(Effect.scoped)
)
