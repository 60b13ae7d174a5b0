import { Effect } from "effect"
import type { DeliveryQueue } from "../DeliveryQueue.ts"
import { isDown } from "../EndpointState.ts"
import type { NodeSession } from "../NodeSession.ts"
import type { Endpoint } from "./Endpoint.ts"

/** How often what nobody was told of is looked for: deliveries that became due, lost notifications, dead nodes. */
export const sweepInterval = "2 seconds"

/** Looks through the backlog once, and wakes the endpoints that have something to do. */
export const sweep = Effect.fnUntraced(function* (deps: {
  readonly queue: DeliveryQueue["Service"]
  readonly session: NodeSession["Service"]
  readonly node: number
  readonly mayBury: () => boolean
  readonly get: (webhookId: string) => Endpoint | undefined
  readonly wake: (webhookIds: ReadonlyArray<string>) => Effect.Effect<void, unknown>
}) {
  const due: Array<string> = []
  for (const { dueAt, isDue, webhookId } of yield* deps.queue.backlog) {
    const endpoint = deps.get(webhookId)
    if (endpoint !== undefined && dueAt <= endpoint.since) endpoint.since = dueAt - 1
    if (isDue || (endpoint !== undefined && isDown(endpoint.state))) due.push(webhookId)
  }
  const freed = deps.mayBury() ? yield* deps.session.bury(deps.node) : []
  yield* deps.wake([...new Set([...due, ...freed])])
})
