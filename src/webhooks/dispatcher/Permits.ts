import { Effect, PartitionedSemaphore } from "effect"

/** Places for requests that are under way. */
export interface Permits {
  /** Runs a request of this webhook when there is a place for it. Places are free again however the request ends. */
  readonly withPermit: (
    tenantId: string,
    webhookId: string
  ) => <A, E, R>(request: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * `most` places in all, of which no tenant has more than `share`: receivers that hang take the places of their own
 * tenant, however many there are of them. Who waits is served in turn, tenant by tenant and, within one, webhook by webhook.
 */
export const makePermits = (most: number, share: number): Permits => {
  const places = PartitionedSemaphore.makeUnsafe<string>({ permits: most })
  /** The shares of tenants that have requests here. */
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
