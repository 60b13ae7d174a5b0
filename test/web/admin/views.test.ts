import { assert, it } from "@effect/vitest"
import { ticketQueryOf, viewOf } from "../../../web/admin/src/data/views.ts"

const brands = [{ id: "br_acme", slug: "acme" }]

it("makes the API's filter of an address, narrowed by what it names", () => {
  assert.deepStrictEqual(ticketQueryOf({}, brands), { status: "active", sort: "updatedAt", order: "desc", limit: 50 })
  assert.deepStrictEqual(
    ticketQueryOf(
      { view: "mine", brand: "acme", status: "open", tag: "tag_1", q: "invoice", sort: "priority", order: "asc" },
      brands
    ),
    {
      status: "open",
      assigneeId: "me",
      brandId: "br_acme",
      tagIds: "tag_1",
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

it("takes an address that somebody made up for the nearest that there is", () => {
  assert.strictEqual(viewOf({ view: "constructor" }), "inbox")
  assert.deepInclude(ticketQueryOf({ sort: "toString", order: "sideways" }, brands), {
    sort: "updatedAt",
    order: "desc"
  })
  assert.deepInclude(ticketQueryOf({ brand: "nobody" }, brands), { brandId: "nobody" })
})
