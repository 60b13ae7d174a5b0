import { Effect, Fiber } from "effect"
import { callApi } from "../callApi.ts"
import { load } from "../load.ts"
import { median } from "../median.ts"
import { residentMegabytes } from "../processUsage.ts"
import { flow } from "./flow.ts"
import { makeBrand, openTicket, subscribe } from "./Site.ts"
import { backlog } from "./seed.ts"
import type { WebhookMeasurement } from "./WebhookMeasurement.ts"

const hanging = 1_000
const flooding = 50
const inFlight = 16

/** Tickets per second that are opened in a closed loop and all delivered. */
export const created: WebhookMeasurement = {
  name: "created",
  about: "G2: tickets opened by API and delivered, one server",
  measure: Effect.fnUntraced(function* (site, { fetchLoop, seconds }) {
    const node = yield* site.startNode()
    const brandId = yield* makeBrand(node, "Created")
    yield* subscribe(node, brandId, site.receivers.url("ok", "created"))
    yield* Effect.orDie(load(node, { inFlight, seconds: 5, next: () => ticketIn(brandId) }))
    yield* Effect.sleep("2 seconds")
    yield* site.receivers.take
    const { answers } = yield* Effect.orDie(load(node, { inFlight, seconds, next: () => ticketIn(brandId) }))
    const times = (yield* site.receivers.wait(answers, 30)).map(({ at }) => at)
    const rate = (times.length * 1000) / (Math.max(...times) - Math.min(...times))
    return [
      { label: "missing", value: answers - times.length, unit: "", must: { atMost: 0 } },
      { label: "opened and delivered", value: Math.round(rate), unit: "tickets/s", must: { atLeast: 800 } },
      { label: "opened and delivered, against the fetch loop", value: rate / fetchLoop, unit: "×" }
    ]
  })
}

/** The memory that a thousand hanging requests, and endless bodies, cost the server. */
export const memory: WebhookMeasurement = {
  name: "memory",
  about:
    "G13: resident memory when a thousand endpoints begin to hang, as many at once as a tenant may, and fifty to pour",
  measure: Effect.fnUntraced(function* (site, { seconds }) {
    const node = yield* site.startNode()
    const made = yield* Effect.forEach(
      Array.from({ length: hanging + flooding }),
      (_, n) =>
        Effect.gen(function* () {
          const brandId = yield* makeBrand(node, `Endpoint ${n}`)
          const url = site.receivers.url("ok", n)
          return { n, brandId, webhookId: yield* subscribe(node, brandId, url, "none") }
        }),
      { concurrency: 16 }
    )
    const brandIds = made.map(({ brandId }) => brandId)
    const run = flow({ targets: () => [node], brandIds, perSecond: 200, seconds })
    yield* run
    yield* run
    const before = residentMegabytes(node.pid)?.now ?? Number.NaN
    yield* Effect.forEach(
      made,
      ({ brandId, n, webhookId }) => {
        const url = site.receivers.url(n < hanging ? "hang" : "flood", n)
        return callApi(node, "PATCH", `/v1/brands/${brandId}/webhooks/${webhookId}`, { url })
      },
      { concurrency: 16 }
    )
    const running = yield* Effect.forkChild(run)
    let most = before
    for (let n = 0; n < (seconds + 12) * 4; n++) {
      yield* Effect.sleep("250 millis")
      most = Math.max(most, residentMegabytes(node.pid)?.now ?? 0)
    }
    yield* Fiber.join(running)
    return [
      { label: "resident memory before", value: before, unit: "MB" },
      { label: "more while they hang and pour", value: most - before, unit: "MB", must: { atMost: 100 } }
    ]
  })
}

/** What clients that write tickets notice of dead endpoints and a long backlog. */
export const writes: WebhookMeasurement = {
  name: "writes",
  about: "G14: p99 of opening a ticket with a dead endpoint and a backlog of --past, against no webhook at all",
  measure: Effect.fnUntraced(function* (site, { past, rounds, seconds }) {
    const node = yield* site.startNode()
    const [plain, burdened] = [yield* makeBrand(node, "Plain"), yield* makeBrand(node, "Burdened")]
    const webhookId = yield* subscribe(node, burdened, site.receivers.url("error", "burdened"))
    yield* openTicket(node, burdened, 0)
    yield* Effect.sleep("5 seconds")
    yield* backlog(site, burdened, [webhookId], past)
    yield* site.sql("analyze")
    const p99 = (brandId: string) =>
      Effect.map(Effect.orDie(load(node, { inFlight, seconds, next: () => ticketIn(brandId) })), ({ p99 }) => p99)
    const ratios: Array<number> = []
    yield* p99(plain)
    yield* p99(burdened)
    for (let round = 0; round < rounds; round++) {
      const without = yield* p99(plain)
      ratios.push((yield* p99(burdened)) / without)
    }
    return [
      {
        label: `p99 of a ticket with ${past} waiting for a dead endpoint, against none`,
        value: median(ratios),
        unit: "×",
        must: { atMost: 1.2 }
      }
    ]
  })
}

let number = 0
const ticketIn = (brandId: string) => {
  number += 1
  return {
    method: "POST" as const,
    path: `/v1/brands/${brandId}/tickets`,
    body: JSON.stringify({
      title: `Invoice ${number} shows the wrong company`,
      body: "Please correct the address on it. ".repeat(8),
      customerEmail: `customer${number % 500}@north.example`
    }),
    expect: 201
  }
}
