import { assert, describe, it } from "@effect/vitest"
import type { FieldDefinition } from "../../../sdk/src/index.ts"
import {
  assembled,
  enteredIn,
  type FieldsChange,
  fieldsUndoOf,
  kindOf,
  restOf,
  textOf,
  wholeAfter,
  wholeOf
} from "../../../web/admin/src/fields/fieldValue.ts"

const field = (key: string, type: FieldDefinition["type"], more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  ...{ id: `fld_${key}`, key, label: key, type, required: false, sortOrder: 0, createdAt: "2026-11-22T00:00:00.000Z" },
  ...{ visible: true, showOnCreate: true, showInTable: true, showInDetail: true },
  ...more
})
const size = field("size", "select", { options: ["s", "m"] })
const amount = field("amount", "number", { required: true })

describe("The input of a custom field", () => {
  it("matches its type, and is JSON for other types", () => {
    for (const [type, value, kind] of [
      ["text", undefined, "text"],
      ["text", "", "text"],
      ["text", "two\nlines", "json"],
      ["text", 7, "json"],
      ["number", 0, "number"],
      ["number", "7", "json"],
      ["boolean", false, "boolean"],
      ["boolean", null, "json"],
      ["date", "2026-11-22", "date"],
      ["date", "tomorrow", "json"],
      ["select", "gone", "select"],
      ["array", ["a", "b"], "array"],
      ["array", ["a", 1], "json"],
      ["array", [""], "json"],
      ["object", undefined, "json"]
    ] as const)
      assert.strictEqual(kindOf({ type }, value), kind, `${type} ${JSON.stringify(value)}`)
    assert.strictEqual(kindOf({ type: "multiselect", options: ["a"] }, ["a"]), "multiselect")
    assert.strictEqual(kindOf({ type: "multiselect", options: ["a"] }, ["b"]), "json")
  })

  it("returns the value that it shows", () => {
    for (const [kind, value] of [
      ["text", "Kiel"],
      ["number", -0.5],
      ["boolean", false],
      ["boolean", true],
      ["date", "2026-11-22"],
      ["url", "https://north.example/?a=b"],
      ["array", ["a", "b c"]],
      ["multiselect", ["s", "m"]],
      ["json", { a: [0, false, "", null] }],
      ["json", ""],
      ["json", false]
    ] as const)
      assert.deepStrictEqual(enteredIn(kind, textOf(kind, value)), { value })
  })

  it("has no value when it is empty, and explains an invalid one", () => {
    for (const kind of ["text", "number", "boolean", "date", "url", "array", "json"] as const)
      assert.deepStrictEqual(enteredIn(kind, "  "), { value: undefined })
    for (const [kind, text] of [
      ["number", "much"],
      ["number", "1e999"],
      ["url", "north"],
      ["json", "{"]
    ] as const)
      assert.property(enteredIn(kind, text), "problem", text)
  })
})

describe("Custom fields", () => {
  it("are split into those with an input and the rest; anything but an object is rest as a whole", () => {
    assert.deepStrictEqual(restOf({ size: "s", color: "red" }, [size]), { color: "red" })
    assert.isUndefined(restOf({ size: "s" }, [size]))
    for (const value of [false, 0, "", ["size"]]) assert.deepStrictEqual(restOf(value, [size]), value)
    assert.isUndefined(restOf(null, [size]))
  })

  it("keep their fields when the rest changes, and are undefined when nothing is left", () => {
    assert.deepStrictEqual(wholeOf({ size: "s", color: "red" }, [size], { size: "x", a: 1 }), { a: 1, size: "s" })
    assert.deepStrictEqual(wholeOf({ size: "s" }, [size], undefined), { size: "s" })
    assert.strictEqual(wholeOf({ color: "red" }, [size], undefined), null)
    assert.strictEqual(wholeOf({ color: "red" }, [size], false), false)
  })

  it("change one member at a time, which is removed without a value", () => {
    assert.deepStrictEqual(wholeAfter({ a: 1 }, { key: "b", value: { c: 2 }, kind: "json" }), { a: 1, b: { c: 2 } })
    assert.deepStrictEqual(wholeAfter({ a: 1, b: 2 }, { key: "b", value: undefined, kind: "json" }), { a: 1 })
    assert.strictEqual(wholeAfter({ a: 1 }, { fields: [], rest: 0 }), 0)
  })

  it("are undone only in what the change affected", () => {
    const before = { size: "s", color: "red" }
    const now = { size: "m", amount: 2 }
    const undone = (change: FieldsChange) => wholeAfter(now, fieldsUndoOf(before, change))
    assert.deepStrictEqual(undone({ fields: [size, amount], rest: undefined }), { color: "red", size: "m", amount: 2 })
    assert.deepStrictEqual(undone({ key: "size", value: "m", kind: "select" }), { size: "s", amount: 2 })
    assert.deepStrictEqual(undone({ key: "amount", value: 2, kind: "number" }), { size: "m" })
  })

  it("are collected from a form, or refused by the input", () => {
    const from = (texts: Record<string, string>, json = "") => assembled([size, amount], texts, json)
    assert.deepStrictEqual(from({ amount: "2" }), { value: { amount: 2 } })
    assert.deepStrictEqual(from({ amount: "2", size: "m" }, '{"x":false,"amount":9}'), {
      value: { x: false, amount: 2, size: "m" }
    })
    assert.deepStrictEqual(from({ size: "m" }), { problems: { amount: "This field is required" } })
    assert.deepStrictEqual(Object.keys((from({ amount: "x" }, "{") as { problems: object }).problems), ["amount", ""])
    assert.property(from({ amount: "2" }, "false"), "problems")
    for (const value of [false, 0, ""]) assert.deepStrictEqual(assembled([size], {}, JSON.stringify(value)), { value })
    assert.deepStrictEqual(assembled([size], {}, ""), { value: undefined })
  })
})
