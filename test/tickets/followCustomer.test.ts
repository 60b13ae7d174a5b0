import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import { followCustomer } from "../../src/tickets/followCustomer.ts"
import { ines, now, stateOf, ticketIn, uuid } from "../support/ticketState.ts"

const other = { ...ines, id: idOf("customer", uuid(90)), email: "i.roth@north.example", name: "I. Roth" }

describe("A ticket of a customer who turned out to be another", () => {
  it("is that one's, with their address and name, and is told of", () => {
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

  it("stays where it is already theirs, where they are gone, and in the trash", () => {
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
