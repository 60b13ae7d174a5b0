import { Effect } from "effect"
import { callApi } from "../callApi.ts"
import { makeBrand, openTicket, subscribe } from "./Site.ts"
import type { WebhookMeasurement } from "./WebhookMeasurement.ts"

const tickets = 2_000
const changes = 9
const priorities = ["low", "high"]

/** Whether the events of each ticket arrive in order when two servers change and deliver tickets. */
export const order: WebhookMeasurement = {
  name: "order",
  about: "G11: the order of ten events of each of 2,000 tickets, over two servers",
  measure: Effect.fnUntraced(function* (site) {
    const nodes = [yield* site.startNode(), yield* site.startNode("second")]
    const [first] = nodes
    if (first === undefined) return []
    const brandId = yield* makeBrand(first, "Order")
    yield* subscribe(first, brandId, site.receivers.url("ok", "order"))
    yield* Effect.forEach(
      Array.from({ length: tickets }),
      (_, n) =>
        Effect.gen(function* () {
          const id = yield* openTicket(nodes[n % 2] ?? first, brandId, n)
          for (let change = 0; change < changes; change++) {
            const node = nodes[(n + change) % 2] ?? first
            const priority = priorities[change % 2]
            yield* callApi(node, "PATCH", `/v1/brands/${brandId}/tickets/${id}`, { priority })
          }
        }),
      { concurrency: 32 }
    )
    const arrivals = yield* site.receivers.wait(tickets * (changes + 1), 60)
    const latest = new Map<string, number>()
    const seen = new Set<string>()
    let inversions = 0
    for (const { event, sequence, ticket } of arrivals) {
      if (seen.has(event)) continue
      seen.add(event)
      if (sequence < (latest.get(ticket) ?? 0)) inversions++
      latest.set(ticket, Math.max(sequence, latest.get(ticket) ?? 0))
    }
    return [
      { label: "missing", value: tickets * (changes + 1) - seen.size, unit: "", must: { atMost: 0 } },
      { label: "doubles", value: arrivals.length - seen.size, unit: "", must: { atMost: 0 } },
      { label: "inversions", value: inversions, unit: "", must: { atMost: 0 } }
    ]
  })
}
