import { Effect } from "effect"
import { HttpSite } from "./HttpSite.ts"
import { until } from "./until.ts"

/** Waits until the feed tells of a ticket: as long as an older transaction keeps it from that, a stream that begins tells it too. */
export const settled = Effect.fnUntraced(function* (ticketId: string) {
  const { ask } = yield* HttpSite
  yield* until(ask("GET", `/v1/events?ticketId=${ticketId}`), ({ json }) => json.data.length > 0)
})
