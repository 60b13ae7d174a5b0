import { Context } from "effect"

/** A delivery that the publishing node leased to itself when it stored the event. */
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

/** An endpoint to which this node would send a new delivery at once, with the version of the webhook that it knows. */
export interface ReadyEndpoint {
  readonly webhookId: string
  readonly version: number
}

/**
 * Hands new deliveries from the writer of events to the webhook dispatcher of the same process: the writer leases deliveries
 * for endpoints whose actor has room, and passes them on after the commit. Ids are plain UUIDs.
 */
export class Handoff extends Context.Service<
  Handoff,
  {
    /** This node's number in `deliveries.lease_owner`. */
    readonly node: number
    readonly ready: (brandIds: ReadonlySet<string>) => ReadonlyArray<ReadyEndpoint>
    /** Sends these deliveries now. Called after the commit. */
    readonly accept: (deliveries: ReadonlyArray<LeasedDelivery>) => void
    /** Says that these endpoints have unleased work, for whichever node claims it. Called after the commit. */
    readonly wake: (webhookIds: ReadonlyArray<string>) => void
  }
>()("trunkline/events/Handoff") {}
