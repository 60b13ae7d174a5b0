import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { Comment } from "../../src/domain/Comment.ts"
import { idOf } from "../../src/domain/Ids.ts"
import { portalCommentOf } from "../../src/domain/PortalTicket.ts"

const at = DateTime.makeUnsafe("2026-11-20T09:30:00.000Z")
const uuid = (number: number) => `019a0000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`
const [ines, otto, member] = [idOf("customer", uuid(1)), idOf("customer", uuid(2)), idOf("member", uuid(3))]

const comment: Comment = {
  id: idOf("comment", uuid(4)),
  brandId: idOf("brand", uuid(5)),
  ticketId: idOf("ticket", uuid(6)),
  body: "Hello",
  visibility: "public",
  authorType: "AGENT",
  source: "api",
  isAutomated: false,
  attachments: [],
  version: 1,
  createdAt: at,
  updatedAt: at
}
const names = { customerId: ines, customer: "Ines Roth", brand: "North Desk", members: new Map([[member, "Ada"]]) }
const shown = (more: Partial<Comment>) => {
  const { authorName, authorType } = portalCommentOf({ ...comment, ...more }, names)
  return [authorType, authorName]
}

describe("A comment in the portal", () => {
  it("by the team shows its author's name, or else the brand's", () => {
    assert.deepStrictEqual(shown({}), ["STAFF", "North Desk"])
    assert.deepStrictEqual(shown({ authorName: " " }), ["STAFF", "North Desk"])
    assert.deepStrictEqual(shown({ authorName: "Bo" }), ["STAFF", "Bo"])
    assert.deepStrictEqual(shown({ authorType: "SYSTEM", authorName: "Bot" }), ["STAFF", "Bot"])
    assert.deepStrictEqual(shown({ authorId: member, authorName: "as it was" }), ["STAFF", "Ada"])
    assert.deepStrictEqual(shown({ authorId: idOf("member", uuid(9)), authorName: "gone" }), ["STAFF", "North Desk"])
  })

  it("does not show the name of an API key that named no author", () => {
    const key = idOf("key", uuid(7))
    assert.deepStrictEqual(shown({ authorId: key, authorName: "billing sync" }), ["STAFF", "North Desk"])
  })

  it("does not show a member's address", () => {
    assert.deepStrictEqual(shown({ authorName: "ada@team.example" }), ["STAFF", "North Desk"])
  })

  it("by a customer shows their own name", () => {
    const authorType = "CUSTOMER"
    assert.deepStrictEqual(shown({ authorType }), ["CUSTOMER", "Ines Roth"])
    assert.deepStrictEqual(shown({ authorType, authorId: ines }), ["CUSTOMER", "Ines Roth"])
    assert.deepStrictEqual(shown({ authorType, authorId: otto, authorName: "Otto" }), ["CUSTOMER", "Otto"])
    assert.deepStrictEqual(shown({ authorType, authorId: otto }), ["CUSTOMER", "Customer"])
  })

  it("is the reader's own by its author, whatever anyone is called", () => {
    const isOwn = (more: Partial<Comment>) =>
      portalCommentOf({ ...comment, authorName: "Ines Roth", ...more }, names).isOwn
    assert.isTrue(isOwn({ authorType: "CUSTOMER", authorId: ines, authorName: "As she was called" }))
    assert.isTrue(isOwn({ authorType: "CUSTOMER" }))
    assert.isFalse(isOwn({ authorType: "CUSTOMER", authorId: otto }))
    assert.isFalse(isOwn({ authorType: "AGENT", authorId: member }))
    assert.isFalse(isOwn({ authorType: "AGENT" }))
  })

  it("does not show a customer the address of another, who wrote by mail or whose ticket was merged into theirs", () => {
    const authorType = "CUSTOMER"
    const address = "otto@north.example"
    assert.deepStrictEqual(shown({ authorType, authorId: otto, authorName: address }), ["CUSTOMER", "Customer"])
    assert.deepStrictEqual(shown({ authorType, authorId: address, authorName: address }), ["CUSTOMER", "Customer"])
    const own = "ines@north.example"
    assert.deepStrictEqual(shown({ authorType, authorId: ines, authorName: own }), ["CUSTOMER", own])
  })

  it("has no internal files", () => {
    const file = {
      id: idOf("attachment", uuid(7)),
      brandId: comment.brandId,
      filename: "a.txt",
      contentType: "text/plain",
      size: 1,
      status: "UPLOADED",
      inline: false,
      createdAt: at,
      updatedAt: at
    } as const
    const files = [
      { ...file, isInternal: true },
      { ...file, isInternal: false }
    ]
    assert.deepStrictEqual(portalCommentOf({ ...comment, attachments: files }, names).attachments, files.slice(1))
  })
})
