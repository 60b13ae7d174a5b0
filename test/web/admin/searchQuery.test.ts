import { assert, it } from "@effect/vitest"
import { completed, parseSearch, toggled, typedAt } from "../../../web/admin/src/pages/search/searchQuery.ts"
import { ticketFilters } from "../../../web/admin/src/pages/search/ticketFilters.ts"

it("parts words from filters, whose values may stand in quotes and be several", () => {
  assert.deepStrictEqual(parseSearch('late parcel status:open,pending tag:"needs review" Tag:vip'), {
    words: "late parcel",
    filters: { status: ["open", "pending"], tag: ["needs review", "vip"] }
  })
  assert.deepStrictEqual(parseSearch("https://a.example/b re:invoice 10:30 status:"), {
    words: "https://a.example/b re:invoice 10:30",
    filters: {}
  })
  assert.deepStrictEqual(parseSearch('tag:"not closed'), { words: "", filters: { tag: ["not closed"] } })
  assert.deepStrictEqual(parseSearch(""), { words: "", filters: {} })
})

it("tells what is being typed: a name, or a value of a filter", () => {
  const at = (marked: string) => {
    const caret = marked.indexOf("|")
    const { end, field, start, text } = typedAt(marked.replace("|", ""), caret)
    return [field, text, start, end]
  }
  assert.deepStrictEqual(at("|"), [undefined, "", 0, 0])
  assert.deepStrictEqual(at("parcel sta|"), [undefined, "sta", 7, 10])
  assert.deepStrictEqual(at("parcel |"), [undefined, "", 7, 7])
  assert.deepStrictEqual(at("status:op|en late"), ["status", "op", 7, 11])
  assert.deepStrictEqual(at("status:open,pe|"), ["status", "pe", 12, 14])
  assert.deepStrictEqual(at('tag:"needs re|'), ["tag", "needs re", 4, 13])
  assert.deepStrictEqual(at('tag:"a, b",c|'), ["tag", "c", 11, 12])
})

it("puts what is chosen in the place of what was typed, and goes on behind it", () => {
  const chosen = (typed: string, caret: number, value: string) => completed(typed, typedAt(typed, caret), value)
  assert.deepStrictEqual(chosen("parcel sta", 10, "status:"), { text: "parcel status:", caret: 14 })
  assert.deepStrictEqual(chosen("status:op", 9, "open"), { text: "status:open ", caret: 12 })
  assert.deepStrictEqual(chosen("status:op late", 9, "open"), { text: "status:open late", caret: 12 })
  assert.deepStrictEqual(chosen('tag:"needs', 10, '"needs review"'), { text: 'tag:"needs review" ', caret: 19 })
})

it("puts a value in or takes it out, and leaves the rest as it is typed", () => {
  assert.strictEqual(toggled("late", "status", "open"), "late status:open")
  assert.strictEqual(toggled("late status:open", "status", "pending"), "late status:open,pending")
  assert.strictEqual(toggled("status:open late tag:vip", "status", "open"), "late tag:vip")
  assert.strictEqual(toggled("", "tag", "needs review"), 'tag:"needs review"')
})

it("asks the API's list for what is meant, and says what nobody knows", () => {
  const known = {
    brands: [{ id: "br_1", slug: "acme" }],
    members: [{ id: "mem_1", email: "ada@desk.example" }],
    tags: [
      { id: "tag_1", name: "VIP" },
      { id: "tag_2", name: "vip" },
      { id: "tag_3", name: "late" }
    ],
    categories: [{ id: "cat_1", name: "Parcels" }]
  }
  const asked = (typed: string) => ticketFilters(parseSearch(typed).filters, known)
  assert.deepStrictEqual(
    asked("status:open channel:email assignee:me,Ada@desk.example tag:vip category:parcels brand:acme has:files"),
    {
      query: {
        status: ["open"],
        origin: ["email"],
        assigneeId: ["me", "mem_1"],
        tagIds: ["tag_1", "tag_2"],
        categoryId: ["cat_1"],
        brandId: ["br_1"],
        hasAttachments: true
      },
      unknown: []
    }
  )
  assert.deepStrictEqual(asked("tag:none assignee:nobody@desk.example is:green createdAfter:soon").unknown, [
    "assignee:nobody@desk.example",
    "tag:none",
    "createdAfter:soon",
    "is:green"
  ])
  assert.deepStrictEqual(asked("is:trash").query, { deleted: "only", isSpam: "all" })
  const day = new Date("2026-11-01T00:00").toISOString()
  assert.deepStrictEqual(asked("createdAfter:2026-11-01 customer:ines@north.example").query, {
    customerEmail: "ines@north.example",
    createdAfter: day
  })
})
