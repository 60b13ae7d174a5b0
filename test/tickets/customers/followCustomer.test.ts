import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import type { Ticket } from "../../../src/domain/Ticket.ts"
import { followCustomer } from "../../../src/tickets/customers/followCustomer.ts"
import { ines, now, stateOf, ticketIn, uuid } from "../../support/ticketState.ts"

const other = { ...ines, id: idOf("customer", uuid(90)), email: "i.roth@north.example", name: "I. Roth" }

describe("A ticket of a customer who was merged into another", () => {
  it("becomes the other's, with their address and name, and an event", () => {
    const followed = followCustomer(stateOf({ ticket: ticketIn("open"), ticketCustomer: other }), "live")
    const { audit, events, ticket } = Result.getOrThrow(followed)
    assert.deepInclude(ticket, {
      customerId: other.id,
      customerEmail: other.email,
      customerName: other.name,
      version: 2
    })
    assert.deepStrictEqual([events.map(({ type }) => type), audit.length], [["ticket.updated"], 1])
  })

  it("keeps the address that it was written from as a participant, once, unless no one can write from there", () => {
    const participantsOf = (ticket: Ticket) =>
      Result.getOrThrow(followCustomer(stateOf({ ticket, ticketCustomer: other }), "live")).ticket?.participants
    const former = { email: ines.email, name: ines.name, verified: true }
    const carl = { email: "carl@north.example", verified: false }
    assert.deepStrictEqual(participantsOf(ticketIn("open")), [former])
    assert.deepStrictEqual(participantsOf(ticketIn("open", { participants: [carl, { ...former, verified: false }] })), [
      carl,
      former
    ])
    assert.isUndefined(participantsOf(ticketIn("open", { customerEmail: other.email })))
    assert.isUndefined(participantsOf(ticketIn("open", { customerEmail: "0123@sms.invalid" })))
    const many = Array.from({ length: 100 }, (_, n) => ({ email: `p${n}@north.example`, verified: true }))
    assert.deepStrictEqual(participantsOf(ticketIn("open", { participants: many })), many)
  })

  it("stays unchanged if it is already theirs, if they are gone, and in the trash", () => {
    for (const state of [
      { ticket: ticketIn("open"), ticketCustomer: ines },
      { ticket: ticketIn("open") },
      { ticket: ticketIn("open", { deletedAt: now }), ticketCustomer: other },
      { ticket: ticketIn("closed", { mergedIntoId: idOf("ticket", uuid(91)) }), ticketCustomer: other }
    ])
      assert.isUndefined(Result.getOrThrow(followCustomer(stateOf(state), "live")).ticket)
    assert.isTrue(Result.isFailure(followCustomer(stateOf(), "live")))
  })
})
