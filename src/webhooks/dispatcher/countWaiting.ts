import { Effect } from "effect"
import type { DeliveryQueue } from "../DeliveryQueue.ts"
import type { Endpoint } from "./Endpoint.ts"

/** How often deliveries that wait are counted. Nothing but who looks at the actors depends on it. */
export const countInterval = "5 seconds"

/** Counts once what waits for the endpoints that have an actor here, which show it. */
export const countWaiting = Effect.fnUntraced(function* (
  queue: DeliveryQueue["Service"],
  endpoints: ReadonlyMap<string, Endpoint>
) {
  if (endpoints.size === 0) return
  const waiting = yield* queue.waiting(endpoints.keys())
  for (const [webhookId, { entry }] of endpoints) yield* entry.backlog(waiting.get(webhookId) ?? 0)
})
