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

/** What a receiver got across some failure. */
export interface Survived {
  readonly events: ReadonlySet<string>
  readonly tickets: ReadonlySet<string>
  /** Deliveries of an event that had arrived before. */
  readonly doubles: number
}

/**
 * Asserts the guarantees for every request: one of `secrets` signed it, as the Standard Webhooks library verifies; a repeated
 * event has the same id and the same bytes; and no event of a ticket first arrives after a later one.
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
