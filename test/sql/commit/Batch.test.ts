import { assert, describe, it } from "@effect/vitest"
import { idOf } from "../../../src/domain/Ids.ts"
import { Batch } from "../../../src/sql/commit/Batch.ts"
import type { BoundConversation } from "../../../src/tickets/TicketCommand.ts"
import { causation } from "../../support/Installation.ts"
import { commentOn, ticketIn } from "../../support/ticketState.ts"

const uuid = (last: number) => `01940000-0000-7000-8000-${String(last).padStart(12, "0")}`
const [brandId, connectionId] = [idOf("brand", uuid(1)), idOf("installation", uuid(2))]

describe("A conversation with several commands in one batch", () => {
  /** The customer of the conversation after these comments, each about a ticket. */
  const isWith = (...said: ReadonlyArray<readonly [ticket: number, person: string | undefined]>) => {
    const batch = new Batch((kind) => idOf(kind, uuid(9)))
    for (const [ticket, person] of said) {
      const ticketId = idOf("ticket", uuid(ticket))
      const conversation: BoundConversation = { connectionId, key: "C1:1.0", mode: "customer", ticketId, person }
      batch.apply(brandId, causation, { value: undefined, events: [], audit: [], conversation })
    }
    return [...batch.boundConversations.values()].map(({ person }) => person)
  }

  it("is with the customer of the last command that names one, if any does", () => {
    assert.deepStrictEqual(isWith([3, "U1"], [3, undefined]), ["U1"])
    assert.deepStrictEqual(isWith([3, undefined], [3, "U2"]), ["U2"])
    assert.deepStrictEqual(isWith([3, "U1"], [4, "U2"]), ["U2"])
  })
})

describe("A ticket that is merged away in a batch", () => {
  it("passes what is known of its contents on to the target", () => {
    const batch = new Batch((kind) => idOf(kind, uuid(9)))
    const [from, to] = [ticketIn("open"), ticketIn("open", { id: idOf("ticket", uuid(3)) })]
    batch.learnTicket(from)
    batch.learnTicket(to)
    const comment = commentOn(from)
    batch.comments.set(comment.id, comment)
    const opening = idOf("comment", uuid(8))
    const absorbed = [{ ticket: { ...from, mergedIntoId: to.id }, opening, customer: undefined }]
    batch.apply(brandId, causation, { value: undefined, events: [], audit: [], ticket: to, absorbed })
    assert.deepStrictEqual([...batch.comments.values()], [{ ...comment, ticketId: to.id }])
  })
})
