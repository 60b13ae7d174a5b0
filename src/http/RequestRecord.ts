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
 * What is known about the request being served. The edge creates it; whatever learns more on the way in (route, key, bucket)
 * adds it, and the edge reports it on the way out: in headers and in the access log.
 */
export class RequestRecord {
  readonly id: Id<"request">
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly client: Client
  /** The client's network, as rate limits count it. */
  readonly network: string
  /** The caller's W3C trace context, if it sent a valid one. */
  readonly traceparent: string | undefined
  /** Path pattern of the route, for example `/v1/brands/:brandId`. */
  route: string | undefined = undefined
  /** The API endpoint that was called. */
  called: Called | undefined = undefined
  /** The API key that was sent, even if it is no longer valid. */
  key: NamedKey | undefined = undefined
  /** The last problem that the request was refused with. */
  problem: Problem | undefined = undefined
  /** Id of the calling key, member or customer. */
  callerId: string | undefined = undefined
  /** The account of the caller. */
  accountId: string | undefined = undefined
  /** Whether the calling page may read a portal's response; `undefined` until the token shows whose portal it is. */
  pageMayRead: boolean | undefined = undefined
  /** The portal that the request's host belongs to, if it is a brand's own domain. */
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

  /** The request as the cause of what it does. */
  get cause(): Cause {
    return { id: this.id, traceparent: this.traceparent, client: this.client }
  }
}

/** The record of the current request. */
export const CurrentRecord = Context.Reference<RequestRecord | undefined>("trunkline/http/CurrentRecord", {
  defaultValue: () => undefined
})

/** The record of the request that a fiber serves, which the edge provides. */
export const currentRecord = (fiber: Fiber.Fiber<unknown, unknown>): RequestRecord => {
  const record = fiber.getRef(CurrentRecord)
  if (record === undefined) throw new Error("a request without a record: the edge is not around it")
  return record
}
