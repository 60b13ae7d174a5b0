import { assert, it } from "@effect/vitest"
import { type Choices, choicesOf } from "../../../web/admin/src/pages/search/searchChoices.ts"
import { fieldNames } from "../../../web/admin/src/pages/search/searchFields.ts"
import {
  completed,
  parseSearch,
  toggled,
  typedAt,
  typedValue
} from "../../../web/admin/src/pages/search/searchQuery.ts"
import { ticketFilters } from "../../../web/admin/src/pages/search/ticketFilters.ts"

it("separates words from filters, whose values may be quoted and several", () => {
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

it("replaces what was typed with the choice, and continues after it", () => {
  const chosen = (typed: string, caret: number, value: string) => completed(typed, typedAt(typed, caret), value)
  assert.deepStrictEqual(chosen("parcel sta", 10, "status:"), { text: "parcel status:", caret: 14 })
  assert.deepStrictEqual(chosen("status:op", 9, "open"), { text: "status:open ", caret: 12 })
  assert.deepStrictEqual(chosen("status:op late", 9, "open"), { text: "status:open late", caret: 12 })
  assert.deepStrictEqual(chosen('tag:"needs', 10, '"needs review"'), { text: 'tag:"needs review" ', caret: 19 })
})

it("adds or removes a value, and leaves the rest as typed", () => {
  assert.strictEqual(toggled("late", "status", "open"), "late status:open")
  assert.strictEqual(toggled("late status:open", "status", "pending"), "late status:open,pending")
  assert.strictEqual(toggled("status:open late tag:vip", "status", "open"), "late tag:vip")
  assert.strictEqual(toggled("", "tag", "needs review"), 'tag:"needs review"')
  assert.strictEqual(toggled("", "tag", '5" pipe'), 'tag:"5 pipe"')
  assert.strictEqual(toggled('tag:"5 pipe"', "tag", '5" pipe'), "")
})

const known = {
  brands: [{ id: "br_1", slug: "acme" }],
  members: [{ id: "mem_1", email: "ada@desk.example" }],
  statuses: [{ key: "open" }, { key: "on_hold" }, { key: "open" }],
  tags: [
    { id: "tag_1", name: "VIP" },
    { id: "tag_2", name: "vip" },
    { id: "tag_3", name: '5" pipe' }
  ],
  categories: [{ id: "cat_1", name: "Parcels" }]
}
const asked = (typed: string) => ticketFilters(parseSearch(typed).filters, known)
const day = new Date("2026-11-01T00:00").toISOString()

for (const [typed, query] of [
  ["status:open,ON_HOLD,active", { status: ["open", "on_hold", "active"] }],
  ["priority:High,low", { priority: ["high", "low"] }],
  ["channel:email,api", { origin: ["email", "api"] }],
  ["assignee:me,unassigned,Ada@desk.example", { assigneeId: ["me", "unassigned", "mem_1"] }],
  ["customer:Ines@north.example", { customerEmail: "Ines@north.example" }],
  ["customer:o'neil+a@münchen.example", { customerEmail: "o'neil+a@münchen.example" }],
  ["tag:vip", { tagIds: ["tag_1", "tag_2"] }],
  ['tag:"5 pipe"', { tagIds: ["tag_3"] }],
  ["category:parcels", { categoryId: ["cat_1"] }],
  ["brand:Acme", { brandId: ["br_1"] }],
  ["has:files", { hasAttachments: true }],
  ["has:nofiles", { hasAttachments: false }],
  ["is:spam", { isSpam: true }],
  ["is:trash", { deleted: "only", isSpam: "all" }],
  ["is:spam,trash", { deleted: "only", isSpam: true }],
  ["createdAfter:2026-11-01", { createdAfter: day }],
  ["createdBefore:2026-11-01", { createdBefore: day }],
  ["updatedAfter:2026-11-01", { updatedAfter: day }],
  ["updatedBefore:2026-11-01", { updatedBefore: day }],
  ["dueBefore:2026-11-01", { dueBefore: day }],
  ["createdBy:Shop", { createdBy: "Shop" }],
  ["sourceId:A,7", { sourceId: "A" }]
] as const)
  it(`filters the API's list by ${typed}`, () => assert.deepStrictEqual(asked(typed).query, query))

it("reports unknown values, and surplus ones", () => {
  for (const typed of [
    ...["status:green", "priority:green", "channel:green", "assignee:nobody@desk.example", "tag:none", "category:none"],
    ...["brand:none", "has:green", "is:green", "createdAfter:soon", "dueBefore:2026-13-01"],
    ...["customer:tom", "customer:tom@", "customer:tom@north."],
    ...["customer:tom@north-", "customer:<tom@north.example>", "customer:tom:@north.example"]
  ])
    assert.deepStrictEqual(asked(typed), { query: {}, unknown: [typed] })
  for (const typed of ["customer:a@b.example,c@d.example", "has:files,nofiles", "createdAfter:2026-11-01,2026-12-01"]) {
    const [field, , second] = typed.split(/[:,]/)
    assert.deepStrictEqual(asked(typed).unknown, [`${field}:${second}`])
  }
})

it("accepts whatever it suggests", () => {
  const here = {
    brands: [{ id: "br_1", slug: "acme", name: "Acme" }],
    members: [{ id: "mem_1", email: "Zoë@desk.example" }],
    statuses: [{ key: "on_hold", name: "On hold", color: "#000000" }],
    tags: ["VIP", 'needs "real" review', "a, b"].map((name, at) => ({ id: `tag_${at}`, name, color: "#000000" })),
    categories: [{ id: "cat_1", name: 'The "red" one' }]
  } as unknown as Choices
  const offered = fieldNames.flatMap((field) => choicesOf(field, here).map(({ id }) => ({ field, id })))
  assert.strictEqual(new Set(offered.map(({ field }) => field)).size, 9)
  for (const { field, id } of offered) {
    const typed = `${field}:`
    const { text } = completed(typed, typedAt(typed, typed.length), typedValue(id))
    assert.deepStrictEqual(ticketFilters(parseSearch(text).filters, here).unknown, [], text)
    assert.notDeepEqual(ticketFilters(parseSearch(text).filters, here).query, {}, text)
  }
})
