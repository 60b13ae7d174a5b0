import { Console, Effect } from "effect"
import { type Measurement, renderFigure } from "../Figure.ts"
import type { Site } from "./Site.ts"
import type { Options, WebhookMeasurement } from "./WebhookMeasurement.ts"

/**
 * Runs the measurement after two seconds of a raw fetch loop against the same receivers. The rate of that loop shows how fast
 * the machine currently is, so that figures from slow and fast moments can be compared.
 */
export const besideFetch = ({ measure, ...named }: WebhookMeasurement): Measurement<Site, Options> => ({
  ...named,
  measure: Effect.fnUntraced(function* (site, options) {
    const fetchLoop = yield* site.rawLoop("fetch", "2 s")
    yield* site.receivers.take
    const figure = { label: "a raw loop of fetch, just before", value: Math.round(fetchLoop), unit: "posts/s" }
    yield* Console.log(`  ${renderFigure(figure)}`)
    return yield* measure(site, { ...options, fetchLoop })
  })
})
