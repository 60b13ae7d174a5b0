import { Context, type Fiber } from "effect"
import type { Problem } from "../api/ProblemCatalogue.ts"
import type { NamedKey } from "../domain/ApiRequest.ts"
import type { Cause, Client } from "../domain/Causation.ts"
import type { Id } from "../domain/Ids.ts"
import type { PortalSite } from "../tickets/portal/PortalSites.ts"
import type { Called } from "./Called.ts"
import { networkOf } from "./networkOf.ts"
import type { Charge } from "./TokenBuckets.ts"

/**
 * What is known about the request being served. The edge makes it; who learns more on the way in (route, key, bucket)
 * writes it down, and the edge tells it on the way out: in headers and in the access log.
 */
export class RequestRecord {
  readonly id: Id<"request">
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly client: Client
  /** The client's network, as its rate limits know it. */
  readonly network: string
  /** W3C trace context of the caller, when it sent a valid one. */
  readonly traceparent: string | undefined
  /** Path pattern of the route, such as `/v1/brands/:brandId`. */
  route: string | undefined = undefined
  /** The endpoint of the API that was called. */
  called: Called | undefined = undefined
  /** The API key that was named; also one that is good no more. */
  key: NamedKey | undefined = undefined
  /** What the request was last refused with. */
  problem: Problem | undefined = undefined
  /** Id of the key, member or customer who called. */
  callerId: string | undefined = undefined
  /** The account that they are of. */
  accountId: string | undefined = undefined
  /** Whether the page that asks may read a portal's answer; undefined until its token tells whose portal that is. */
  pageMayRead: boolean | undefined = undefined
  /** The portal that the request is for by its host, if it is a brand's own. */
  site: PortalSite | undefined = undefined
  /** The rate limit bucket that was charged. */
  charge: Charge | undefined = undefined

  constructor(id: Id<"request">, startedAt: number, client: Client, traceparent: string | undefined) {
    this.id = id
    this.startedAt = startedAt
    this.client = client
    this.network = networkOf(client.address)
    this.traceparent = traceparent
  }

  /** What the request is as the cause of what it does. */
  get cause(): Cause {
    return { id: this.id, traceparent: this.traceparent, client: this.client }
  }
}

/** The record of the current request. */
export const CurrentRecord = Context.Reference<RequestRecord | undefined>("trunkline/http/CurrentRecord", {
  defaultValue: () => undefined
})

/** The record of the request that a fiber serves; the edge gives one to each. */
export const currentRecord = (fiber: Fiber.Fiber<unknown, unknown>): RequestRecord => {
  const record = fiber.getRef(CurrentRecord)
  if (record === undefined) throw new Error("a request without a record: the edge is not around it")
  return record
}
