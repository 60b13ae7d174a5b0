import { assert, describe, it } from "@effect/vitest"
import type { FieldDefinition } from "../../../sdk/src/portal.ts"
import { customFieldsIn, isAskable } from "../../../web/portal/src/customFields.ts"
import { nextIn, signInPath } from "../../../web/portal/src/server/next.ts"
import { uploadedIn, uploadedName, uploadedValue } from "../../../web/portal/src/uploaded.ts"

const field = (key: string, type: FieldDefinition["type"]): FieldDefinition => ({
  id: `fld_${key}`,
  key,
  label: key,
  type,
  required: false,
  visible: true,
  showOnCreate: true,
  showInTable: false,
  showInDetail: true,
  sortOrder: 0,
  createdAt: "2026-11-22T00:00:00.000Z"
})

const form = (...entries: ReadonlyArray<readonly [string, string]>) => {
  const made = new FormData()
  for (const [name, value] of entries) made.append(name, value)
  return made
}

describe("Custom fields in a form", () => {
  const fields = [
    field("order", "text"),
    field("count", "number"),
    field("urgent", "boolean"),
    field("sizes", "multiselect"),
    field("lines", "array"),
    field("raw", "object")
  ]

  it("have values of their types", () => {
    const written = form(
      ["field.order", " A-1 "],
      ["field.count", "2.5"],
      ["field.urgent", "yes"],
      ["field.sizes", "S"],
      ["field.sizes", "L"],
      ["field.lines", "one\r\n\r\n two"],
      ["field.raw", "{}"],
      ["field.other", "x"]
    )
    assert.deepStrictEqual(customFieldsIn(written, fields), {
      order: "A-1",
      count: 2.5,
      urgent: true,
      sizes: ["S", "L"],
      lines: ["one", "two"]
    })
    assert.isFalse(isAskable(field("raw", "object")))
  })

  it("are left out where nothing was written; a box that is not ticked says no", () => {
    assert.deepStrictEqual(customFieldsIn(form(["field.order", " "], ["field.count", ""]), fields), { urgent: false })
    assert.isUndefined(customFieldsIn(form(), []))
  })

  it("are told as they were written where that is no number, for the API to say so", () => {
    assert.deepStrictEqual(customFieldsIn(form(["field.count", "many"]), [field("count", "number")]), { count: "many" })
  })
})

describe("Files that were sent before their form", () => {
  it("come back from the inputs that name them", () => {
    const file = { id: "att_01abc", size: 12, filename: "a b 1.txt" }
    assert.deepStrictEqual(uploadedIn(form([uploadedName, uploadedValue(file)])), [file])
  })

  it("are none where somebody wrote something else", () => {
    for (const value of ["", "att_1", "tkt_1 2 a", "att_1 x a", `att_1 2 ${"x".repeat(256)}`])
      assert.deepStrictEqual(uploadedIn(form([uploadedName, value])), [], value)
  })
})

describe("Where signing in leads on to", () => {
  const next = (value: string) => nextIn(new URLSearchParams({ next: value }))

  it("is a page of the portal", () => {
    assert.strictEqual(next("/new"), "/new")
    assert.strictEqual(next("/r/tkt_01abc"), "/r/tkt_01abc")
    assert.strictEqual(signInPath("/portal/br_1", "/new", true), "/portal/br_1/sign-in?next=%2Fnew&ended=1")
    assert.strictEqual(signInPath("/portal/br_1", ""), "/portal/br_1/sign-in")
  })

  it("is nowhere else", () => {
    for (const value of ["https://evil.example", "//evil.example", "/../x", "/r/tkt_1/../..", "/sign-out", "new"])
      assert.strictEqual(next(value), "", value)
    assert.strictEqual(nextIn(new FormData()), "")
  })
})
