import { Effect } from "effect"
import { median } from "../median.ts"
import { makeBrand, subscribe } from "./Site.ts"
import { backlog } from "./seed.ts"
import type { WebhookMeasurement } from "./WebhookMeasurement.ts"

const endpoints = 20
const deliveries = 20_000

/** A backlog that appears at once, compared with raw loops that post as much to the same receivers. */
export const drain: WebhookMeasurement = {
  name: "drain",
  about: "G1: a backlog of 20,000 to 20 endpoints, against loops that post as much with fetch and undici.request",
  measure: Effect.fnUntraced(function* (site, { rounds }) {
    const node = yield* site.startNode()
    const brandId = yield* makeBrand(node, "Drain")
    const webhooks = yield* Effect.forEach(Array.from({ length: endpoints }), (_, n) =>
      subscribe(node, brandId, site.receivers.url("ok", n))
    )
    const rates = { ours: [] as Array<number>, fetch: [] as Array<number>, undici: [] as Array<number> }
    // The first round warms everything up and does not count.
    for (let round = 0; round <= rounds; round++) {
      const fetch = yield* site.rawLoop("fetch", `${deliveries} posts`)
      yield* site.receivers.take
      yield* backlog(site, brandId, webhooks, deliveries)
      const arrivals = yield* site.receivers.wait(deliveries, 60)
      const times = arrivals.map(({ at }) => at)
      const ours = (arrivals.length * 1000) / (Math.max(...times) - Math.min(...times))
      const undici = yield* site.rawLoop("undici", `${deliveries} posts`)
      if (round === 0) continue
      rates.ours.push(ours)
      rates.fetch.push(fetch)
      rates.undici.push(undici)
    }
    const against = (others: ReadonlyArray<number>) => median(rates.ours.map((rate, n) => rate / (others[n] ?? 0)))
    return [
      { label: "drain", value: Math.round(median(rates.ours)), unit: "deliveries/s" },
      { label: "drain, against a fetch loop", value: against(rates.fetch), unit: "×", must: { atLeast: 1 } },
      {
        label: "drain, against an undici.request loop",
        value: against(rates.undici),
        unit: "×",
        must: { atLeast: 0.35 }
      }
    ]
  })
}
