import { Clock, Effect } from "effect"
import type { DeliveryQueue } from "../DeliveryQueue.ts"
import { isDown } from "../EndpointState.ts"
import type { NodeSession } from "../NodeSession.ts"
import type { Endpoint } from "./Endpoint.ts"

/** How often to look for what sends no notification: deliveries that became due, lost notifications, dead nodes. */
export const sweepInterval = "2 seconds"

/** Reads the backlog once, and wakes the endpoints that have work. */
export const sweep = Effect.fnUntraced(function* (deps: {
  readonly queue: DeliveryQueue["Service"]
  readonly session: NodeSession["Service"]
  readonly node: number
  readonly mayBury: () => boolean
  /** The endpoints that have an actor, by webhook. */
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly wake: (webhookIds: ReadonlyArray<string>) => Effect.Effect<void, unknown>
}) {
  const asked = yield* Clock.currentTimeMillis
  const backlog = yield* deps.queue.backlog
  for (const endpoint of deps.endpoints.values()) endpoint.since = asked
  const due: Array<string> = []
  for (const { dueAt, isDue, webhookId } of backlog) {
    const endpoint = deps.endpoints.get(webhookId)
    if (endpoint !== undefined) endpoint.since = Math.min(asked, dueAt)
    if (isDue || (endpoint !== undefined && isDown(endpoint.state))) due.push(webhookId)
  }
  const freed = deps.mayBury() ? yield* deps.session.bury(deps.node) : []
  yield* deps.wake([...new Set([...due, ...freed])])
})
