import { assert } from "@effect/vitest"
import type { Redacted } from "effect"
import type { Received } from "./Receiver.ts"
import { verify } from "./verifyDelivery.ts"

/** An event as its receiver reads it. */
interface Envelope {
  readonly id: string
  readonly sequence: number | null
  readonly data: { readonly id?: string; readonly ticketId?: string }
}

/** What came to a receiver through some calamity. */
export interface Survived {
  readonly events: ReadonlySet<string>
  readonly tickets: ReadonlySet<string>
  /** Deliveries of an event that had come before. */
  readonly doubles: number
}

/**
 * Holds of every request what always must: one of `secrets` signed it, as the library of Standard Webhooks verifies; an
 * event that came again came under the same id with the same bytes; and no event of a ticket came first after a later one.
 */
export const judge = (secrets: ReadonlyArray<Redacted.Redacted>, received: ReadonlyArray<Received>): Survived => {
  const bodies = new Map<string, string>()
  const reached = new Map<string, number>()
  for (const request of received) {
    const event = verified(secrets, request)
    const id = String(request.headers["webhook-id"])
    assert.strictEqual(event.id, id)
    const before = bodies.get(id)
    if (before !== undefined) {
      assert.strictEqual(request.body, before, `${id} came again with another body`)
      continue
    }
    bodies.set(id, request.body)
    const ticket = ticketOf(event)
    const sequence = event.sequence ?? 0
    assert.isAbove(sequence, reached.get(ticket) ?? 0, `${id} of ${ticket} came after a later one`)
    reached.set(ticket, sequence)
  }
  return { events: new Set(bodies.keys()), tickets: new Set(reached.keys()), doubles: received.length - bodies.size }
}

const ticketOf = ({ data, id }: Envelope) => data.ticketId ?? data.id ?? id

const verified = (secrets: ReadonlyArray<Redacted.Redacted>, request: Received): Envelope => {
  const failures: Array<unknown> = []
  for (const secret of secrets) {
    try {
      return verify(secret, request) as Envelope
    } catch (failure) {
      failures.push(failure)
    }
  }
  throw new Error(`nobody signed ${request.headers["webhook-id"]}: ${failures.join(", ")}`)
}
