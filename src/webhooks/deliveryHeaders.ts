import { type SigningKeys, signatureHeaders } from "./Signature.ts"

/** What the headers of one attempt tell, beside the signatures. */
export interface AttemptFacts {
  /** Shown event id: the same on every attempt and for every subscriber. */
  readonly eventId: string
  /** Shown delivery id. */
  readonly deliveryId: string
  /** The event's name as the subscriber knows it. */
  readonly event: string
  /** From 1. */
  readonly attempt: number
  readonly isReplay: boolean
  readonly traceparent?: string | null
}

/** Every header of one attempt (docs/webhooks.md, Headers). `now` is in Unix milliseconds. */
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
