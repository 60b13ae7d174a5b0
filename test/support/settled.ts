import { Effect } from "effect"
import { HttpSite } from "./HttpSite.ts"
import { until } from "./until.ts"

/**
 * Waits until the feed shows a ticket. As long as an older transaction holds it back, a stream that starts would deliver it
 * too.
 */
export const settled = Effect.fnUntraced(function* (ticketId: string) {
  const { ask } = yield* HttpSite
  yield* until(ask("GET", `/v1/events?ticketId=${ticketId}`), ({ json }) => json.data.length > 0)
})
