import { Effect } from "effect"
import { flow } from "./flow.ts"
import { clock } from "./Receivers.ts"
import { makeBrand, subscribe } from "./Site.ts"
import type { WebhookMeasurement } from "./WebhookMeasurement.ts"

const perSecond = 5

/** A receiver that goes away for a while: what it misses, how often it is tried meanwhile, and how soon it has caught up. */
export const outage: WebhookMeasurement = {
  name: "outage",
  about: "G8: a receiver that is away for --seconds at 5 events/s, and back",
  measure: Effect.fnUntraced(function* (site, { seconds }) {
    const node = yield* site.startNode()
    const brandId = yield* makeBrand(node, "Outage")
    yield* subscribe(node, brandId, site.receivers.url("ok", "outage"))
    yield* site.receivers.down
    const acknowledged = yield* flow({ targets: () => [node], brandIds: [brandId], perSecond, seconds })
    const [tried] = yield* site.sql("select count(*)::int as attempts from attempts where status is null")
    yield* site.receivers.up
    const from = clock()
    const arrivals = yield* site.receivers.wait(acknowledged.size, 400)
    const arrived = new Set(arrivals.map(({ ticket }) => ticket))
    return [
      { label: `events while it was away for ${seconds} s`, value: acknowledged.size, unit: "" },
      { label: "attempts while it was away", value: Number(tried?.["attempts"]), unit: "", must: { atMost: 50 } },
      {
        label: "missing",
        value: [...acknowledged.keys()].filter((id) => !arrived.has(id)).length,
        unit: "",
        must: { atMost: 0 }
      },
      { label: "until everything had come", value: (clock() - from) / 1000, unit: "s", must: { atMost: 360 } }
    ]
  })
}
