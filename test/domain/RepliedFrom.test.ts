import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { handedOn, RepliedFrom, repliedFrom, withoutReply } from "../../src/domain/RepliedFrom.ts"
import type { Ticket } from "../../src/domain/Ticket.ts"
import { agentReplied, customerReplied, moveTo } from "../../src/domain/TicketLifecycle.ts"
import { now, policy, statusOf, ticketIn } from "../support/ticketState.ts"

const earlier = DateTime.subtract(now, { hours: 1 })
const later = DateTime.add(now, { seconds: 5 })
const latest = DateTime.add(now, { seconds: 9 })

const waiting = ticketIn("open", {
  waitingSince: earlier,
  lastCustomerReplyAt: earlier,
  participants: [{ email: "tom@north.example", verified: true }]
})

/** A ticket after a reply that resolved it and copied someone; `before` is the ticket before that. */
const replied = (before: Ticket, status = "resolved") => {
  const answered = agentReplied(before, policy, statusOf(status), now)
  const ada = { email: "ada@north.example", verified: true }
  const after: Ticket = { ...answered, participants: [...(before.participants ?? []), ada] }
  return { after, from: repliedFrom(before, after) }
}

/** As it is stored, without undefined members. */
const stored = (value: unknown) => JSON.parse(JSON.stringify(value))

describe("A ticket whose reply was withdrawn", () => {
  it("is what it was before: its status, its dates, and its participants", () => {
    for (const before of [waiting, ticketIn("resolved"), ticketIn("closed", { closeReason: "other" })]) {
      const { after, from } = replied(before, before.status === "open" ? "resolved" : "open")
      assert.notDeepEqual(after, before)
      assert.deepStrictEqual(stored(withoutReply(after, from, now)), stored(before))
    }
  })

  it("survives being stored", () => {
    const { after, from } = replied(waiting)
    const kept = Schema.decodeUnknownSync(RepliedFrom)(stored(Schema.encodeSync(RepliedFrom)(from)))
    assert.deepStrictEqual(stored(withoutReply(after, kept, now)), stored(waiting))
  })

  it("keeps what was said since, by a colleague or by the customer", () => {
    const { after, from } = replied(waiting, "pending")
    const colleague = agentReplied(after, policy, undefined, later)
    const kept = withoutReply(colleague, from, now)
    assert.deepStrictEqual([kept.lastAgentReplyAt, kept.waitingSince, kept.status], [later, undefined, "pending"])
    const customer = withoutReply(customerReplied(after, policy, undefined, later), from, now)
    assert.deepStrictEqual([customer.status, customer.lastCustomerReplyAt], ["open", later])
    // They have waited since before the reply that they never received.
    assert.deepStrictEqual([customer.waitingSince, customer.firstRespondedAt], [earlier, undefined])
  })

  it("is what it was before two replies, when the first is withdrawn and then the second", () => {
    const first = replied(waiting, "pending")
    const answered = agentReplied(first.after, policy, statusOf("resolved"), later)
    const alone = withoutReply(answered, first.from, now)
    assert.deepStrictEqual([alone.status, alone.lastAgentReplyAt], ["resolved", later])
    const second = handedOn(repliedFrom(first.after, answered), first.from, now, [])
    assert.deepStrictEqual(stored(withoutReply(alone, second, later)), stored(waiting))
  })

  it("is what it was before two replies, the second of which took back what the first did to the status", () => {
    const resolved = ticketIn("resolved", { resolvedAt: earlier, reopenCount: 1 })
    for (const [before, status] of [
      [waiting, "resolved"],
      [ticketIn("pending"), "resolved"],
      [resolved, "open"],
      [resolved, "pending"]
    ] as const) {
      const first = replied(before, status)
      const answered = agentReplied(first.after, policy, statusOf(before.status), later)
      const third = agentReplied(answered, policy, undefined, latest)
      const alone = withoutReply(answered, first.from, now)
      const second = handedOn(repliedFrom(first.after, answered), first.from, now, [])
      assert.deepStrictEqual(stored(withoutReply(alone, second, later)), stored(before), `${before.status}, ${status}`)
      const last = handedOn(repliedFrom(answered, third), second, later, [])
      const outlived = withoutReply(withoutReply(third, first.from, now), second, later)
      assert.deepStrictEqual(
        stored(withoutReply(outlived, last, latest)),
        stored(before),
        `${status}, and a third reply`
      )
    }
  })

  it("keeps the reason for closing that was given since, if the reply did not change the status", () => {
    const closed = ticketIn("closed", { closeReason: "other" })
    const answered = agentReplied(closed, policy, undefined, now)
    const corrected: Ticket = { ...answered, closeReason: "duplicate" }
    assert.strictEqual(withoutReply(corrected, repliedFrom(closed, answered), now).closeReason, "duplicate")
  })

  it("is what the customer made of it between two replies", () => {
    const first = replied(waiting, "pending")
    const heard = DateTime.add(now, { seconds: 2 })
    const asked = customerReplied(first.after, policy, undefined, heard)
    const answered = agentReplied(asked, policy, statusOf("resolved"), later)
    const second = handedOn(repliedFrom(asked, answered), first.from, now, [])
    const alone = withoutReply(withoutReply(answered, first.from, now), second, later)
    assert.deepStrictEqual(
      [alone.status, alone.lastAgentReplyAt, alone.lastCustomerReplyAt, alone.waitingSince],
      ["open", undefined, heard, earlier]
    )
  })

  it("keeps a status that was set since", () => {
    const { after, from } = replied(waiting)
    const moved = withoutReply(moveTo(after, statusOf("waiting"), later), from, now)
    assert.deepStrictEqual([moved.status, moved.lastAgentReplyAt], ["waiting", undefined])
  })
})
