import { Effect } from "effect"
import { type Figure, percentile } from "../Figure.ts"
import { load, type Target } from "../load.ts"
import { type Acknowledged, flow } from "./flow.ts"
import type { Arrival } from "./Receivers.ts"
import { makeBrand, type Site, subscribe } from "./Site.ts"
import { past } from "./seed.ts"
import type { WebhookMeasurement } from "./WebhookMeasurement.ts"

const perSecond = 200
/** Length of the uncounted warm-up flow. Seconds. */
const warmUp = 5

/**
 * Milliseconds to the first byte at the receiver, per ticket: from the API's response, which leaves right after the commit (0
 * if the delivery overtakes it), and from the request, which precedes the commit.
 */
const latencies = (acknowledged: Acknowledged, arrivals: ReadonlyArray<Arrival>) =>
  arrivals.flatMap(({ at, sequence, ticket }) => {
    const asked = acknowledged.get(ticket)
    if (asked === undefined || sequence !== 1) return []
    return [{ fromAnswer: Math.max(0, at - asked.answered), fromRequest: at - asked.sent }]
  })

const measure = Effect.fnUntraced(function* (
  site: Site,
  nodes: ReadonlyArray<Target>,
  brandId: string,
  seconds: number
) {
  const run = (seconds: number) => flow({ targets: () => nodes, brandIds: [brandId], perSecond, seconds })
  const warm = yield* run(warmUp)
  yield* site.receivers.wait(warm.size, 30)
  const acknowledged = yield* run(seconds)
  return latencies(acknowledged, yield* site.receivers.wait(acknowledged.size, 30))
})

const figures = (
  label: string,
  values: ReturnType<typeof latencies>,
  most: { readonly p50: number; readonly p99: number }
): ReadonlyArray<Figure> => {
  const fromAnswer = values.map(({ fromAnswer }) => fromAnswer)
  const fromRequest = values.map(({ fromRequest }) => fromRequest)
  return [
    { label: `${label}, p50`, value: percentile(fromAnswer, 0.5), unit: "ms", must: { atMost: most.p50 } },
    { label: `${label}, p99`, value: percentile(fromAnswer, 0.99), unit: "ms", must: { atMost: most.p99 } },
    { label: `${label}, from the request on, p50`, value: percentile(fromRequest, 0.5), unit: "ms" },
    { label: `${label}, from the request on, p99`, value: percentile(fromRequest, 0.99), unit: "ms" }
  ]
}

/** From the commit to the receiver, at a steady 200 tickets per second. */
export const latency: WebhookMeasurement = {
  name: "latency",
  about: "G3 and G4: from the answer to the receiver's first byte at 200/s, with one server and with two",
  measure: Effect.fnUntraced(function* (site, { seconds }) {
    const node = yield* site.startNode()
    const brandId = yield* makeBrand(node, "Latency")
    yield* subscribe(node, brandId, site.receivers.url("ok", "latency"))
    const alone = yield* measure(site, [node], brandId, seconds)
    const second = yield* site.startNode("second")
    const together = yield* measure(site, [node, second], brandId, seconds)
    return [
      ...figures("one server", alone, { p50: 2, p99: 15 }),
      ...figures("two servers", together, { p50: 15, p99: 40 })
    ]
  })
}

/** The same latency with and without a long past in the log. */
export const history: WebhookMeasurement = {
  name: "history",
  about: "G5: the same with --past deliveries in the log, against an empty one",
  measure: Effect.fnUntraced(function* (site, { past: count, seconds }) {
    const node = yield* site.startNode()
    const brandId = yield* makeBrand(node, "History")
    const webhookId = yield* subscribe(node, brandId, site.receivers.url("ok", "history"))
    const run = Effect.map(measure(site, [node], brandId, seconds), (values) =>
      values.map(({ fromRequest }) => fromRequest)
    )
    const page = `/v1/brands/${brandId}/webhooks/${webhookId}/deliveries?limit=50`
    const log = Effect.map(
      Effect.orDie(load(node, { inFlight: 4, seconds: 3, next: () => ({ method: "GET", path: page, expect: 200 }) })),
      ({ rate }) => rate
    )
    const before = yield* run
    const pagesBefore = yield* log
    yield* past(site, brandId, webhookId, count)
    yield* site.sql("analyze; checkpoint")
    const after = yield* run
    const pagesAfter = yield* log
    const slower = [0.5, 0.99].map(
      (share): Figure => ({
        label: `p${share * 100} after ${count} deliveries, against none`,
        value: percentile(after, share) / percentile(before, share),
        unit: "×",
        must: { atMost: 1.2 }
      })
    )
    const pages = { label: "pages of the delivery log, none against many", value: pagesBefore / pagesAfter, unit: "×" }
    return [...slower, { ...pages, must: { atMost: 1.2 } }]
  })
}
