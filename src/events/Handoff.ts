import { Context } from "effect"

/** A delivery that the publishing node leased to itself while it stored the event. */
export interface LeasedDelivery {
  readonly webhookId: string
  readonly eventId: string
  readonly deliveryId: string
  readonly tenantId: string
  readonly chainId: string
  readonly type: string
  readonly payload: string
  readonly traceparent: string | null
}

/** An endpoint that a node would send a new delivery to at once, and the version of its webhook that the node knows. */
export interface ReadyEndpoint {
  readonly webhookId: string
  readonly version: number
}

/**
 * How the writer of events and the webhook dispatcher of the same process shake hands: the writer leases new
 * deliveries for endpoints whose actor has room, and passes them on once they are committed. Ids are plain UUIDs.
 */
export class Handoff extends Context.Service<
  Handoff,
  {
    /** This node's number in `deliveries.lease_owner`. */
    readonly node: number
    readonly ready: (brandIds: ReadonlySet<string>) => ReadonlyArray<ReadyEndpoint>
    /** After commit: send these now. */
    readonly accept: (deliveries: ReadonlyArray<LeasedDelivery>) => void
    /** After commit: these endpoints have unleased work, for whichever node takes it. */
    readonly wake: (webhookIds: ReadonlyArray<string>) => void
  }
>()("trunkline/events/Handoff") {}
