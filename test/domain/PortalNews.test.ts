import { assert, describe, it } from "@effect/vitest"
import { idOf } from "../../src/domain/Ids.ts"
import { portalNewsOf } from "../../src/domain/PortalNews.ts"

const ines = idOf("customer", crypto.randomUUID())
const otto = idOf("customer", crypto.randomUUID())
const ticketId = idOf("ticket", crypto.randomUUID())

const heard = (type: string, data: object, customerId = ines) =>
  portalNewsOf(type, JSON.stringify({ type, data: { customerId: ines, ...data } }), customerId)

describe("A customer's stream", () => {
  it("names the ticket on which something changed, and nothing that was said there", () => {
    assert.deepStrictEqual(heard("ticket.created", { id: ticketId, title: "Secret" }), {
      type: "ticket.created",
      ticketId
    })
    const comment = { visibility: "public", body: "Secret" }
    assert.deepStrictEqual(heard("comment.created", { id: "x", ticketId, comment }), {
      type: "comment.created",
      ticketId
    })
  })

  it("announces a comment that can still be withdrawn when there will be something to read", () => {
    const comment = { visibility: "public", sendAt: "2026-11-20T10:02:21.402Z" }
    const readableFrom = comment.sendAt
    assert.deepStrictEqual(heard("comment.created", { ticketId, comment }), {
      type: "comment.created",
      ticketId,
      readableFrom
    })
    assert.deepStrictEqual(heard("comment.deleted", { ticketId, comment }), { type: "comment.deleted", ticketId })
  })

  it("is about their own tickets, even when other customers' events name them", () => {
    assert.isUndefined(heard("ticket.created", { id: ticketId }, otto))
    assert.isUndefined(heard("ticket.created", { id: ticketId, title: `from ${otto}` }, otto))
    assert.isUndefined(heard("ticket.created", { id: ticketId, customerId: null, title: ines }))
  })

  it("contains nothing internal: notes, their files, spam, and fields that no portal shows", () => {
    assert.isUndefined(heard("comment.created", { ticketId, comment: { visibility: "internal" } }))
    assert.isUndefined(heard("attachment.created", { ticketId, attachment: { isInternal: true } }))
    assert.isUndefined(heard("ticket.spam_marked", { id: ticketId }))
    assert.isUndefined(heard("message.sent", { ticketId }))
    assert.isUndefined(heard("ticket.updated", { id: ticketId, changes: ["assigneeId", "tags", "isSpam"] }))
    assert.isDefined(heard("ticket.updated", { id: ticketId, changes: ["assigneeId", "status"] }))
  })
})
