import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { type Received, startReceiver } from "../../support/Receiver.ts"
import { installation, type RunningServer, start } from "../../support/RunningServer.ts"
import { judge } from "../../support/survival.ts"
import { startFlow } from "../../support/ticketFlow.ts"
import { untilHolds } from "../../support/until.ts"

const settings = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8", RATE_LIMIT_PER_MINUTE: "1000000", LOG_LEVEL: "warn" }
const tickets = 150

const subscribe = ({ facts }: RunningServer, url: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${facts.apiUrl}/v1/brands/${facts.brandId}/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${facts.liveKey}`, "content-type": "application/json" },
      body: JSON.stringify({ url, events: ["ticket.*"] })
    })
    const { secret } = (await response.json()) as { readonly secret: string }
    return Redacted.make(secret)
  })

/** Two events of each ticket, all of them, in order, and none without a cause. */
const expectAll = Effect.fnUntraced(function* (
  secret: Redacted.Redacted,
  received: ReadonlyArray<Received>,
  opened: ReadonlyArray<string>
) {
  const distinct = () => new Set(received.map(({ headers }) => headers["webhook-id"])).size
  yield* untilHolds(() => distinct() >= 2 * tickets)
  const survived = judge([secret], received)
  assert.strictEqual(survived.events.size, 2 * tickets)
  assert.sameMembers([...survived.tickets], [...opened])
  return survived
})

it.live("A server that is killed under load loses no event and invents none", () =>
  Effect.gen(function* () {
    const place = yield* installation
    const receiver = yield* startReceiver()
    let server = yield* start(place, settings)
    const secret = yield* subscribe(server, receiver.url)
    const flow = startFlow(() => server.facts, tickets, "kill")
    const running = yield* Effect.forkChild(flow.run)
    for (const calls of [60, 160]) {
      yield* untilHolds(() => flow.acknowledged() >= calls)
      yield* Effect.promise(() => server.stop("SIGKILL"))
      server = yield* start(place, settings)
    }
    const opened = yield* Fiber.join(running)
    yield* expectAll(secret, receiver.received, opened)
  }).pipe(Effect.scoped)
)

it.live("A server that is stopped under load ends in time and sends nothing twice, whoever hangs", () =>
  Effect.gen(function* () {
    const place = yield* installation
    const receiver = yield* startReceiver()
    const hanging = yield* startReceiver(() => "hang")
    let server = yield* start(place, settings)
    const secret = yield* subscribe(server, receiver.url)
    yield* subscribe(server, hanging.url)
    const flow = startFlow(() => server.facts, tickets, "stop")
    const running = yield* Effect.forkChild(flow.run)
    yield* untilHolds(() => flow.acknowledged() >= 100)
    yield* hanging.first(1)
    // A stop that takes too long ends the process with 1.
    assert.strictEqual(yield* Effect.promise(() => server.stop("SIGTERM")), 0, server.printed())
    server = yield* start(place, settings)
    const opened = yield* Fiber.join(running)
    const { doubles } = yield* expectAll(secret, receiver.received, opened)
    assert.strictEqual(doubles, 0)
  }).pipe(Effect.scoped)
)

it.live("A database that is restarted under load, gracefully and immediately, costs no event", () =>
  Effect.gen(function* () {
    const place = yield* installation
    const receiver = yield* startReceiver()
    const server = yield* start(place, settings)
    const secret = yield* subscribe(server, receiver.url)
    const flow = startFlow(() => server.facts, tickets, "database")
    const running = yield* Effect.forkChild(flow.run)
    const postmaster = () =>
      Number.parseInt(readFileSync(join(place.dataDir, "postgres", "postmaster.pid"), "utf8"), 10)
    for (const [signal, calls] of [
      ["SIGINT", 60],
      ["SIGQUIT", 160]
    ] as const) {
      yield* untilHolds(() => flow.acknowledged() >= calls)
      process.kill(postmaster(), signal)
    }
    const opened = yield* Fiber.join(running)
    yield* expectAll(secret, receiver.received, opened)
  }).pipe(Effect.scoped)
)
