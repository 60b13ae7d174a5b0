import { Effect, PartitionedSemaphore } from "effect"

/** Limits concurrent requests. */
export interface Permits {
  /** Runs a request of this webhook once there is a permit, which is released however the request ends. */
  readonly withPermit: (
    tenantId: string,
    webhookId: string
  ) => <A, E, R>(request: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Makes `most` permits in total, of which no tenant gets more than `share`, so that hanging receivers use up only their own
 * tenant's permits, however many there are. Waiting requests are served in turn by tenant and, within one, by webhook.
 */
export const makePermits = (most: number, share: number): Permits => {
  const places = PartitionedSemaphore.makeUnsafe<string>({ permits: most })
  /** The shares of tenants that currently have requests. */
  const shares = new Map<
    string,
    { readonly places: PartitionedSemaphore.PartitionedSemaphore<string>; users: number }
  >()

  const shareOf = (tenantId: string) => {
    const known = shares.get(tenantId)
    if (known !== undefined) return known
    const made = { places: PartitionedSemaphore.makeUnsafe<string>({ permits: share }), users: 0 }
    shares.set(tenantId, made)
    return made
  }

  return {
    withPermit: (tenantId, webhookId) => (request) =>
      Effect.suspend(() => {
        const own = shareOf(tenantId)
        own.users++
        return Effect.ensuring(
          own.places.withPermit(webhookId)(places.withPermit(tenantId)(request)),
          Effect.sync(() => {
            own.users--
            if (own.users === 0) shares.delete(tenantId)
          })
        )
      })
  }
}
