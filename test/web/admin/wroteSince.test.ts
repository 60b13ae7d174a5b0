import { assert, it } from "@effect/vitest"
import type { Comment } from "../../../sdk/src/index.ts"
import { wroteSince } from "../../../web/admin/src/tickets/wroteSince.ts"

const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  ticketId: "tkt_1",
  body: "Hello",
  visibility: "public",
  isInternal: false,
  authorType: "AGENT",
  authorId: "mem_tom",
  authorName: "Tom",
  source: "web",
  attachments: [],
  version: 1,
  createdAt: "2026-11-20T09:30:00.000Z",
  updatedAt: "2026-11-20T09:30:00.000Z",
  ...more
})

const seen = { version: 3, comments: new Set(["cmt_1"]) }
const since = (...comments: ReadonlyArray<Comment>) => wroteSince([comment("cmt_1"), ...comments], seen, "mem_ana")

it("says who wrote last of what was not seen: a customer or a colleague, also for a note", () => {
  assert.isUndefined(since())
  assert.strictEqual(since(comment("cmt_2")), "Tom")
  const ines = comment("cmt_3", { authorType: "CUSTOMER", authorId: "cus_1", authorName: "Ines" })
  assert.strictEqual(since(comment("cmt_2"), ines), "Ines")
  assert.strictEqual(since(comment("cmt_2", { isInternal: true, visibility: "internal" })), "Tom")
})

it("has a word for someone without a name", () => {
  const { authorName: _, ...unnamed } = comment("cmt_2")
  assert.strictEqual(since(unnamed), "A colleague")
  assert.strictEqual(since({ ...unnamed, authorType: "CUSTOMER" }), "The customer")
})

it("ignores one's own messages in another window, and automatic ones", () => {
  assert.isUndefined(since(comment("cmt_2", { authorId: "mem_ana" }), comment("cmt_3", { isAutomated: true })))
})
