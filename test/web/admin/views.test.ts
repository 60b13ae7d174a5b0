import { assert, it } from "@effect/vitest"
import { ticketQueryOf, viewOf } from "../../../web/admin/src/data/views.ts"

const brands = [{ id: "br_acme", slug: "acme" }]

it("turns a URL into the API's filter", () => {
  assert.deepStrictEqual(ticketQueryOf({}, brands), { status: "active", sort: "updatedAt", order: "desc", limit: 50 })
  assert.deepStrictEqual(
    ticketQueryOf(
      {
        view: "mine",
        brand: "acme",
        status: "open",
        tag: "tag_1",
        category: "cat_1",
        q: "invoice",
        sort: "priority",
        order: "asc"
      },
      brands
    ),
    {
      status: "open",
      assigneeId: "me",
      brandId: "br_acme",
      tagIds: "tag_1",
      categoryId: "cat_1",
      search: "invoice",
      sort: "priority",
      order: "asc",
      limit: 50
    }
  )
  assert.deepInclude(ticketQueryOf({ view: "trash" }, brands), {
    deleted: "only",
    isSpam: "all",
    merged: "include"
  })
})

it("sorts by due date ascending, and by other keys descending, unless the URL says otherwise", () => {
  assert.deepInclude(ticketQueryOf({ sort: "dueAt" }, brands), { sort: "dueAt", order: "asc" })
  assert.deepInclude(ticketQueryOf({ sort: "dueAt", order: "desc" }, brands), { sort: "dueAt", order: "desc" })
  assert.deepInclude(ticketQueryOf({ sort: "createdAt" }, brands), { sort: "createdAt", order: "desc" })
})

it("maps an invalid URL to the nearest valid one", () => {
  assert.strictEqual(viewOf({ view: "constructor" }), "inbox")
  assert.deepInclude(ticketQueryOf({ sort: "toString", order: "sideways" }, brands), {
    sort: "updatedAt",
    order: "desc"
  })
  assert.deepInclude(ticketQueryOf({ brand: "nobody" }, brands), { brandId: "nobody" })
})
