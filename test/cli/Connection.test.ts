import { assert, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import { ask, askPatiently, Connection } from "../../src/cli/Connection.ts"
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

it.live("An interactive command says what to change: the key, the address, or what it names", () =>
  Effect.gen(function* () {
    const brands = ask((client) => client.brands.list())
    const refusing = (problem: object & { readonly status: number }) =>
      connectedTo(({ url: instance = "" }, response) => {
        response.writeHead(problem.status, { "content-type": "application/json" })
        response.end(JSON.stringify({ instance, requestId: "req_1", ...problem }))
      })
    const told = Effect.fnUntraced(function* (problem: object & { readonly status: number }) {
      const connection = yield* refusing(problem)
      const { url } = yield* Effect.provide(Connection, connection)
      const { message } = yield* Effect.flip(Effect.provide(brands, connection))
      return message.replaceAll(url, "URL")
    })
    const unauthorized = { status: 401, code: "unauthorized", detail: "Send a valid API key as Authorization: Bearer." }
    assert.strictEqual(
      yield* told(unauthorized),
      "URL does not accept the key, which is unknown there, expired or revoked: specify another with --key or TRUNKLINE_API_KEY. (req_1)"
    )
    const missing = { status: 404, code: "not_found", detail: "This path does not exist." }
    assert.strictEqual(yield* told(missing), "This path does not exist: /v1/brands (req_1)")
    const redirecting = yield* connectedTo((_request, response) => {
      response.writeHead(301, { location: "https://desk.example/v1/brands" }).end()
    })
    const moved = yield* Effect.flip(Effect.provide(brands, redirecting))
    assert.match(moved.message, / redirects to https:\/\/desk.example\/v1\/brands: specify the address .* with --url/)

    const away = Connection.layer({ url: "http://127.0.0.1:1", key: "sk_test_1", test: true, anyKey: true })
    const { message } = yield* Effect.flip(Effect.provide(brands, away))
    assert.match(message, /^GET http:\/\/127.0.0.1:1\/v1\/brands got no response: .+\. Start this server, or specify /)
  }).pipe(Effect.scoped)
)
