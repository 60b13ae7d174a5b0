import { Effect } from "effect"
import type { DeliveryQueue } from "../DeliveryQueue.ts"
import type { Endpoint } from "./Endpoint.ts"

/** How often pending deliveries are counted. The counts are only displayed with the actors. */
export const countInterval = "5 seconds"

/** Counts once the pending deliveries of the endpoints that have an actor here, for display. */
export const countWaiting = Effect.fnUntraced(function* (
  queue: DeliveryQueue["Service"],
  endpoints: ReadonlyMap<string, Endpoint>
) {
  if (endpoints.size === 0) return
  const waiting = yield* queue.waiting(endpoints.keys())
  for (const [webhookId, { entry }] of endpoints) yield* entry.backlog(waiting.get(webhookId) ?? 0)
})
