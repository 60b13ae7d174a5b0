import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { clearable, integer, jsonObject, listOf, oneLine, optional } from "../../src/api/Fields.ts"
import { fieldErrors } from "../../src/http/fieldErrors.ts"

const Body = Schema.Struct({
  title: oneLine(5),
  count: optional(integer(1, 9)),
  color: optional(Schema.Literals(["red", "blue"])),
  note: clearable(oneLine(3)),
  flag: optional(Schema.Boolean),
  links: optional(listOf(Schema.Union([Schema.String, Schema.Struct({ url: oneLine(4) })]), 2))
})

const errorsOf = (value: unknown) => {
  const decoded = Schema.decodeUnknownResult(Body, { errors: "all" })(value)
  return Result.isFailure(decoded) ? fieldErrors(decoded.failure.issue) : []
}

describe("fieldErrors", () => {
  for (const [value, ...expected] of [
    [{}, ["title", "required", "is required"]],
    [{ title: 7 }, ["title", "type", "must be a string"]],
    [{ title: "toolong" }, ["title", "length", "must have at most 5 characters"]],
    [{ title: "a", count: 0.5 }, ["count", "range", "must be an integer between 1 and 9"]],
    [{ title: "a", color: "green" }, ["color", "enum", "must be one of red, blue"]],
    [{ title: "a", color: 1 }, ["color", "enum", "must be one of red, blue"]],
    [{ title: "a", note: "abcd" }, ["note", "length", "must have at most 3 characters"]],
    [{ title: "a", note: 4 }, ["note", "type", "must be a string or null"]],
    [{ title: "a", flag: "yes" }, ["flag", "type", "must be true or false"]],
    [{ title: "a", links: ["x", { url: "abcde" }] }, ["links[1].url", "length", "must have at most 4 characters"]],
    [{ title: "a", links: [1] }, ["links[0]", "type", "must be a string or an object"]],
    [{ title: "a", links: ["x", "y", "z"] }, ["links", "too_many", "must have at most 2 entries"]],
    [
      { count: 99, flag: 1 },
      ["title", "required", "is required"],
      ["count", "range", "must be an integer between 1 and 9"],
      ["flag", "type", "must be true or false"]
    ]
  ] as const) {
    it(`reports for ${JSON.stringify(value)}: ${expected.map(([field, , message]) => `${field} ${message}`).join("; ")}`, () => {
      assert.deepStrictEqual(
        errorsOf(value)?.map(({ code, field, message }) => [field, code, message]),
        expected.map((entry) => [...entry])
      )
    })
  }

  for (const value of [null, [], "text", 7]) {
    it(`names no field when the whole body is ${JSON.stringify(value)}`, () => assert.isUndefined(errorsOf(value)))
  }

  it("reports a rule that concerns the whole body as the body's", () => {
    const decoded = Schema.decodeUnknownResult(jsonObject(10))({ a: "too long to keep" })
    assert.deepStrictEqual(Result.isFailure(decoded) ? fieldErrors(decoded.failure.issue) : [], [
      { field: "body", code: "length", message: "must have at most 10 bytes as JSON" }
    ])
    const cut = Schema.decodeUnknownResult(Schema.fromJsonString(Body))('{"title":')
    assert.isUndefined(Result.isFailure(cut) ? fieldErrors(cut.failure.issue) : [])
    const text = Schema.decodeUnknownResult(jsonObject(10))("text")
    assert.isUndefined(Result.isFailure(text) ? fieldErrors(text.failure.issue) : [])
  })

  it("lists at most fifty", () => {
    const Many = Schema.Struct(
      Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`m${index}`, Schema.String]))
    )
    const decoded = Schema.decodeUnknownResult(Many, { errors: "all" })({})
    assert.lengthOf(Result.isFailure(decoded) ? (fieldErrors(decoded.failure.issue) ?? []) : [], 50)
  })
})
