import { assert, describe, it } from "@effect/vitest"
import { noticesOf } from "../../../src/tickets/outbound/noticesOf.ts"
import { commentOn, now, ticketIn } from "../../support/ticketState.ts"

const actor = { type: "agent", id: "mem_1", name: "Ada", channel: "dashboard" } as const
const open = ticketIn("open")
const pending = ticketIn("pending")
const told = (outcome: object, before = open) =>
  noticesOf(before, { value: undefined, events: [], audit: [], ...outcome }, actor)

describe("Notifications to watchers", () => {
  it("are about a new comment, another status, or both in one", () => {
    const comment = commentOn(open)
    const both = { ticketId: open.id, internal: false, actor: { id: "mem_1", name: "Ada" } }
    const status = { from: "open", to: "pending" }
    assert.deepStrictEqual(told({ ticket: open, comments: [comment] }), [
      { ...both, commentId: comment.id, status: undefined }
    ])
    assert.deepStrictEqual(told({ ticket: pending }), [{ ...both, status }])
    assert.deepStrictEqual(told({ ticket: pending, comments: [comment] }), [{ ...both, commentId: comment.id, status }])
    assert.isTrue(told({ ticket: open, comments: [commentOn(open, { visibility: "internal" })] })[0]?.internal)
  })

  it("are not sent for edits, deletions, other fields, spam and the trash", () => {
    assert.deepStrictEqual(told({ ticket: { ...open, title: "Other" } }), [])
    assert.deepStrictEqual(told({}), [])
    assert.deepStrictEqual(told({ ticket: open, comments: [commentOn(open, { version: 2 })] }), [])
    assert.deepStrictEqual(told({ ticket: open, comments: [commentOn(open, { deletedAt: now })] }), [])
    assert.deepStrictEqual(told({ ticket: { ...pending, isSpam: true } }), [])
    assert.deepStrictEqual(told({ ticket: { ...pending, deletedAt: now } }), [])
  })
})
