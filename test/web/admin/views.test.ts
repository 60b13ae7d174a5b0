import { assert, it } from "@effect/vitest"
import { ticketQueryOf, viewOf } from "../../../web/admin/src/data/views.ts"

const brands = [{ id: "br_acme", slug: "acme" }]

it("makes the API's filter of an address, narrowed by what it names", () => {
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

it("puts first what is due first, and in other orders what is greatest, unless the address says otherwise", () => {
  assert.deepInclude(ticketQueryOf({ sort: "dueAt" }, brands), { sort: "dueAt", order: "asc" })
  assert.deepInclude(ticketQueryOf({ sort: "dueAt", order: "desc" }, brands), { sort: "dueAt", order: "desc" })
  assert.deepInclude(ticketQueryOf({ sort: "createdAt" }, brands), { sort: "createdAt", order: "desc" })
})

it("takes an address that somebody made up for the nearest that there is", () => {
  assert.strictEqual(viewOf({ view: "constructor" }), "inbox")
  assert.deepInclude(ticketQueryOf({ sort: "toString", order: "sideways" }, brands), {
    sort: "updatedAt",
    order: "desc"
  })
  assert.deepInclude(ticketQueryOf({ brand: "nobody" }, brands), { brandId: "nobody" })
})
