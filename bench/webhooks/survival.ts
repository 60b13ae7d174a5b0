import { readFileSync } from "node:fs"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import type { Figure } from "../Figure.ts"
import { type Acknowledged, flow } from "./flow.ts"
import { type Arrival, clock } from "./Receivers.ts"
import { makeBrand, type Node, type Site, subscribe } from "./Site.ts"
import type { WebhookMeasurement } from "./WebhookMeasurement.ts"

const perSecond = 300
/** Seconds between two kills. */
const between = 4
/** Seconds after the last kill within which everything must have arrived. */
const patience = 60

/** Which acknowledged events are missing, and which arrived more than once. */
const tally = (acknowledged: Acknowledged, arrivals: ReadonlyArray<Arrival>) => {
  const events = new Map<string, number>()
  for (const { event } of arrivals) events.set(event, (events.get(event) ?? 0) + 1)
  const arrived = new Set(arrivals.map(({ ticket }) => ticket))
  const missing = [...acknowledged.keys()].filter((ticket) => !arrived.has(ticket)).length
  const doubles = arrivals.length - events.size
  return { missing, doubles, share: (100 * doubles) / events.size, events: events.size }
}

/** Waits until everything acknowledged has arrived; returns what arrived and how many seconds that took. */
const settle = Effect.fnUntraced(function* (site: Site, acknowledged: Acknowledged) {
  const from = clock()
  const arrivals: Array<Arrival> = []
  const arrived = new Set<string>()
  while (clock() - from < patience * 1000) {
    for (const arrival of yield* site.receivers.take) {
      arrivals.push(arrival)
      arrived.add(arrival.ticket)
    }
    if ([...acknowledged.keys()].every((ticket) => arrived.has(ticket))) break
    yield* Effect.sleep("50 millis")
  }
  const seconds = (clock() - from) / 1000
  // Duplicates come late: what a dead server had leased is sent again once its lease has been taken over.
  yield* Effect.sleep("5 seconds")
  return { seconds, arrivals: [...arrivals, ...(yield* site.receivers.take)] }
})

const report = (
  label: string,
  { doubles, events, missing, share }: ReturnType<typeof tally>,
  most: number
): ReadonlyArray<Figure> => [
  { label: `${label}: events`, value: events, unit: "" },
  { label: `${label}: missing`, value: missing, unit: "", must: { atMost: 0 } },
  { label: `${label}: doubles`, value: doubles, unit: "" },
  { label: `${label}: doubles, share`, value: share, unit: "%", must: { atMost: most } }
]

/** A server under load that is ended `rounds` times with `signal`, and restarted at once. */
const ended = Effect.fnUntraced(function* (site: Site, signal: "SIGKILL" | "SIGTERM", rounds: number) {
  const startOwn = Effect.gen(function* () {
    const scope = yield* Scope.make()
    return { scope, node: yield* Scope.provide(site.startNode(), scope) }
  })
  let server = yield* startOwn
  const brandId = yield* makeBrand(server.node, "Survival")
  yield* subscribe(server.node, brandId, site.receivers.url("ok", "survival"))
  let targets: ReadonlyArray<Node> = [server.node]
  const seconds = rounds * (between + 3) + between
  const running = yield* Effect.forkChild(flow({ targets: () => targets, brandIds: [brandId], perSecond, seconds }))
  const stops: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    yield* Effect.sleep(between * 1000)
    const from = clock()
    process.kill(server.node.pid, signal)
    while (isAlive(server.node.pid)) yield* Effect.sleep("5 millis")
    stops.push((clock() - from) / 1000)
    yield* Scope.close(server.scope, Exit.void)
    server = yield* startOwn
    targets = [server.node]
  }
  const acknowledged = yield* Fiber.join(running)
  const { arrivals, seconds: late } = yield* settle(site, acknowledged)
  yield* Scope.close(server.scope, Exit.void)
  return { ...tally(acknowledged, arrivals), late, longestStop: Math.max(...stops) }
})

/** One of our processes that has ended stays a zombie until its parent reaps it. */
const isAlive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

export const kill: WebhookMeasurement = {
  name: "kill",
  about: "G6: kill -9 ten times while 300 tickets a second are opened",
  measure: Effect.fnUntraced(function* (site) {
    const { late, ...counted } = yield* ended(site, "SIGKILL", 10)
    return [
      ...report("kill -9", counted, 2),
      { label: "kill -9: caught up after the last flow", value: late, unit: "s", must: { atMost: 15 } }
    ]
  })
}

export const stop: WebhookMeasurement = {
  name: "stop",
  about: "G7: SIGTERM ten times while 300 tickets a second are opened",
  measure: Effect.fnUntraced(function* (site) {
    const { longestStop, ...counted } = yield* ended(site, "SIGTERM", 10)
    return [
      ...report("SIGTERM", counted, 0),
      { label: "SIGTERM: longest stop", value: longestStop, unit: "s", must: { atMost: 30 } }
    ]
  })
}

/** PostgreSQL itself is ended, gracefully and by force, and comes back by itself. */
export const database: WebhookMeasurement = {
  name: "database",
  about: "G10: PostgreSQL stopped fast and immediately in full flow",
  measure: Effect.fnUntraced(function* (site) {
    const node = yield* site.startNode()
    const brandId = yield* makeBrand(node, "Database")
    yield* subscribe(node, brandId, site.receivers.url("ok", "database"))
    const options = { targets: () => [node], brandIds: [brandId], perSecond, seconds: 6 * between }
    const running = yield* Effect.forkChild(flow(options))
    const firsts: Array<number> = []
    const arrivals: Array<Arrival> = []
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      yield* Effect.sleep(between * 1000)
      arrivals.push(...(yield* site.receivers.take))
      process.kill(yield* site.postmaster, signal)
      const accepting = yield* Deferred.make<number>()
      yield* Effect.forkChild(
        Effect.sleep("20 millis").pipe(
          Effect.andThen(Effect.eventually(Effect.timeout(Effect.catchCause(site.sql("select 1"), Effect.fail), 500))),
          Effect.andThen(Effect.suspend(() => Deferred.succeed(accepting, clock())))
        )
      )
      const from = yield* Deferred.await(accepting)
      arrivals.push(...(yield* site.receivers.take))
      const [first, ...others] = yield* site.receivers.wait(1, 30)
      firsts.push(first === undefined ? Number.POSITIVE_INFINITY : (first.at - from) / 1000)
      if (first !== undefined) arrivals.push(first, ...others)
    }
    const acknowledged = yield* Fiber.join(running)
    const rest = yield* settle(
      site,
      new Map([...acknowledged].filter(([id]) => !arrivals.some(({ ticket }) => ticket === id)))
    )
    return [
      ...report("PostgreSQL restarted", tally(acknowledged, [...arrivals, ...rest.arrivals]), 1),
      {
        label: "PostgreSQL restarted: until the first delivery, longest",
        value: Math.max(...firsts),
        unit: "s",
        must: { atMost: 5 }
      }
    ]
  })
}

/** Three servers, of which one is killed and one is paused for a while. */
export const nodes: WebhookMeasurement = {
  name: "nodes",
  about: "three servers at 300 tickets a second, of which one is killed and one frozen for ten seconds",
  measure: Effect.fnUntraced(function* (site) {
    const first = yield* site.startNode()
    const servers = [first, yield* site.startNode("second"), yield* site.startNode("third")]
    const brandId = yield* makeBrand(first, "Nodes")
    yield* subscribe(first, brandId, site.receivers.url("ok", "nodes"))
    const [, killed, frozen] = servers
    let targets: ReadonlyArray<Node> = servers
    const running = yield* Effect.forkChild(
      flow({ targets: () => targets, brandIds: [brandId], perSecond, seconds: 6 * between })
    )
    yield* Effect.sleep(between * 1000)
    if (killed !== undefined) process.kill(killed.pid, "SIGKILL")
    targets = servers.filter((node) => node !== killed)
    yield* Effect.sleep(between * 1000)
    if (frozen !== undefined) {
      process.kill(frozen.pid, "SIGSTOP")
      targets = [first]
      yield* Effect.sleep("10 seconds")
      process.kill(frozen.pid, "SIGCONT")
    }
    const acknowledged = yield* Fiber.join(running)
    const { arrivals, seconds } = yield* settle(site, acknowledged)
    return [
      ...report("one of three killed, one frozen", tally(acknowledged, arrivals), 2),
      {
        label: "one of three killed, one frozen: caught up after the flow",
        value: seconds,
        unit: "s",
        must: { atMost: 15 }
      }
    ]
  })
}
