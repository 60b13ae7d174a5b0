import { type SigningKeys, signatureHeaders } from "./Signature.ts"

/** What the headers of one attempt say, besides the signatures. */
export interface AttemptFacts {
  /** The public event id: the same for every attempt and every subscriber. */
  readonly eventId: string
  /** The public delivery id. */
  readonly deliveryId: string
  /** The event's name for this subscriber. */
  readonly event: string
  /** From 1. */
  readonly attempt: number
  readonly isReplay: boolean
  readonly traceparent?: string | null
}

/** All headers of one attempt (docs/webhooks.md, Headers). `now` is in Unix milliseconds. */
export const deliveryHeaders = (keys: SigningKeys, facts: AttemptFacts, body: string, now: number) => {
  const headers = signatureHeaders(keys, facts.eventId, Math.floor(now / 1000), body)
  headers["content-type"] = "application/json"
  headers["user-agent"] = "Trunkline-Webhooks/1"
  headers["x-trunkline-event"] = facts.event
  headers["x-trunkline-delivery"] = facts.deliveryId
  headers["x-trunkline-attempt"] = String(facts.attempt)
  if (facts.isReplay) headers["x-trunkline-replay"] = "true"
  if (facts.traceparent != null) headers["traceparent"] = facts.traceparent
  return headers
}
