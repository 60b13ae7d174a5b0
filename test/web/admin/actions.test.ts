import { assert, it } from "@effect/vitest"
import type { Status, Tag, Ticket } from "../../../sdk/src/index.ts"
import { type Action, after, undoOf, updateOf } from "../../../web/admin/src/tickets/actions.ts"

const tag = (name: string): Tag => ({
  id: `tag_${name}`,
  brandId: "br",
  name,
  color: "#000000",
  createdAt: "",
  updatedAt: ""
})
const waiting = { key: "waiting_for_parts", category: "pending", name: "Waiting for parts" } as Status

const ticket = {
  id: "tkt",
  status: "open",
  statusCategory: "open",
  priority: "normal",
  assigneeId: "mem_ada",
  categoryId: "cat_billing",
  isSpam: false,
  tags: [tag("vip")]
} as unknown as Ticket

it("previews an action's result with the brand's own statuses and tags", () => {
  const done = (action: Action) => after(ticket, action, { statuses: [waiting], tags: [tag("billing")] })
  assert.deepInclude(done({ action: "resolve" }), { status: "resolved", statusCategory: "resolved" })
  assert.deepInclude(done({ action: "close" }), { status: "closed", statusCategory: "closed" })
  assert.deepInclude(done({ action: "setStatus", status: "waiting_for_parts" }), {
    status: "waiting_for_parts",
    statusCategory: "pending"
  })
  assert.strictEqual(done({ action: "assign", assigneeId: "mem_bob" }).assigneeId, "mem_bob")
  assert.notProperty(done({ action: "assign", assigneeId: null }), "assigneeId")
  assert.strictEqual(done({ action: "setPriority", priority: "urgent" }).priority, "urgent")
  assert.deepStrictEqual(done({ action: "addTags", tags: ["vip", "billing"] }).tags, [tag("vip"), tag("billing")])
  assert.deepStrictEqual(done({ action: "removeTags", tags: ["vip", "billing"] }).tags, [])
  assert.isTrue(done({ action: "spam" }).isSpam)
  assert.isString(done({ action: "delete" }).deletedAt)
  assert.property(after(done({ action: "delete" }), { action: "restore" }), "deletedAt")
})

it("undoes every action to the ticket's previous state", () => {
  for (const [action, undone] of [
    [
      { action: "assign", assigneeId: null },
      { action: "assign", assigneeId: "mem_ada" }
    ],
    [{ action: "resolve" }, { action: "setStatus", status: "open" }],
    [{ action: "close" }, { action: "setStatus", status: "open" }],
    [
      { action: "setPriority", priority: "low" },
      { action: "setPriority", priority: "normal" }
    ],
    [
      { action: "addTags", tags: ["vip", "billing"] },
      { action: "removeTags", tags: ["billing"] }
    ],
    [
      { action: "removeTags", tags: ["vip", "billing"] },
      { action: "addTags", tags: ["vip"] }
    ],
    [
      { action: "setCategory", categoryId: null },
      { action: "setCategory", categoryId: "cat_billing" }
    ],
    [{ action: "spam" }, { action: "notSpam" }],
    [{ action: "delete" }, { action: "restore" }]
  ] as const)
    assert.deepStrictEqual(undoOf(ticket, action as Action), undone as Action)
  const { assigneeId: _, categoryId: __, ...bare } = ticket
  assert.deepStrictEqual(undoOf(bare as Ticket, { action: "assign", assigneeId: "mem_2" }), {
    action: "assign",
    assigneeId: null
  })
  assert.deepStrictEqual(undoOf(bare as Ticket, { action: "setCategory", categoryId: "cat_2" }), {
    action: "setCategory",
    categoryId: null
  })
})

it("requests changes of one ticket by PATCH, and everything else with an operation of its own", () => {
  assert.deepStrictEqual(updateOf({ action: "resolve" }), { status: "resolved" })
  assert.deepStrictEqual(updateOf({ action: "assign", assigneeId: null }), { assigneeId: null })
  for (const action of ["spam", "notSpam", "delete", "restore"] as const) assert.isUndefined(updateOf({ action }))
})
