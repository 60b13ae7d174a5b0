import { assert, describe, it } from "@effect/vitest"
import { askedFields, customFieldsIn } from "../../../web/customer/customFields.ts"

type Field = Parameters<typeof askedFields>[0][number]
const field = (key: string, type: Field["type"]): Field => ({
  id: "fld_1",
  key,
  label: key,
  type,
  required: false,
  visible: true,
  showOnCreate: true,
  showInTable: true,
  showInDetail: true,
  sortOrder: 0,
  createdAt: "2026-11-20T09:30:00.000Z"
})
const fields = [
  field("order", "number"),
  field("name", "text"),
  field("gift", "boolean"),
  field("sizes", "multiselect"),
  field("links", "array"),
  field("raw", "object")
]
const form = (entries: ReadonlyArray<readonly [string, string]>) => {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

describe("The values of a brand's fields", () => {
  it("have the types of the fields", () => {
    const entered = form([
      ["field.order", "7.5"],
      ["field.name", " Ines "],
      ["field.gift", "true"],
      ["field.sizes", "S"],
      ["field.sizes", "M"],
      ["field.links", " https://a.example \n\nhttps://b.example"],
      ["title", "Not a field"]
    ])
    assert.deepStrictEqual(customFieldsIn(entered, fields), {
      order: 7.5,
      name: "Ines",
      gift: true,
      sizes: ["S", "M"],
      links: ["https://a.example", "https://b.example"]
    })
  })

  it("omit empty fields, but not an unticked box", () => {
    const entered = form([
      ["field.order", ""],
      ["field.name", "  "],
      ["field.links", "\n"]
    ])
    assert.deepStrictEqual(customFieldsIn(entered, fields), { gift: false })
  })

  it("keep an invalid number as typed, so that the API can report it", () => {
    assert.deepStrictEqual(customFieldsIn(form([["field.order", "many"]]), [field("order", "number")]), {
      order: "many"
    })
    assert.deepStrictEqual(customFieldsIn(form([]), []), {})
  })

  it("are absent for a field without an input", () => {
    assert.notInclude(
      askedFields(fields).map(({ key }) => key),
      "raw"
    )
  })
})
