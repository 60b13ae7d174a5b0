import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { findFault, maxDepth, maxMembers } from "../../src/http/jsonText.ts"

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`

describe("findFault", () => {
  it("accepts whatever JSON.stringify returns for well-formed values", () => {
    const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 8 })
    const kept = (text: string) => !/\\u0000|\\ud[89a-f]/i.test(text) && !/\d{16}/.test(text)
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json)
        fc.pre(kept(text))
        assert.isUndefined(findFault(text))
      })
    )
  })

  it("accepts 64 levels and refuses 65", () => {
    assert.isUndefined(findFault(nested(maxDepth)))
    assert.deepStrictEqual(findFault(nested(maxDepth + 1)), { _tag: "TooDeep" })
  })

  it("accepts 10,000 members and entries of all objects and arrays together, and refuses one more", () => {
    // Entries of the outermost array that each contribute four: a member, an entry of its array and another member in that. The
    // others are empty.
    const four = { a: [{ "b:": ",:[{" }] }
    const wide = (more: ReadonlyArray<object>) =>
      JSON.stringify([...Array.from({ length: maxMembers / 4 - 1 }, () => four), {}, [], ...more], null, 2)
    assert.isUndefined(findFault(wide([[], {}])))
    assert.deepStrictEqual(findFault(wide([[], {}, []])), { _tag: "TooWide" })
    const entries = (count: number) => `{"tags":[${"1,".repeat(count - 2)}1]}`
    assert.isUndefined(findFault(entries(maxMembers)))
    assert.deepStrictEqual(findFault(entries(maxMembers + 1)), { _tag: "TooWide" })
  })

  it("ignores brackets inside strings", () => {
    assert.isUndefined(findFault(JSON.stringify({ a: "[".repeat(1000), '"': '\\"[' })))
  })

  for (const [what, text, field, code] of [
    ["U+0000 in a value", '{"title":"a\\u0000b"}', "title", "encoding"],
    ["U+0000 in a key", '{"customFields":{"a\\u0000":1}}', "customFields", "encoding"],
    ["U+0000 in a key of the body itself", '{"a":1,"\\u0000":1}', "body", "encoding"],
    ["a lone high surrogate", '{"a":[1,{"b":"\\ud800"}]}', "a[1].b", "encoding"],
    ["a high surrogate before an ordinary character", '{"a":"\\ud800x"}', "a", "encoding"],
    ["a lone low surrogate", '{"a":"\\udc00"}', "a", "encoding"],
    ["an integer beyond 2^53", '{"n":{"m":9007199254740993}}', "n.m", "range"],
    ["a negative integer beyond 2^53", "[0,-9007199254740992]", "[1]", "range"],
    ["a number beyond a double", '{"n":1e400}', "n", "range"],
    ["a long number beyond a double", `{"n":${"9".repeat(400)}.5}`, "n", "range"]
  ] as const) {
    it(`refuses ${what} and names the member`, () => {
      const fault = findFault(text)
      assert.strictEqual(fault?._tag, "BadValue")
      assert.include(fault, { field, code })
    })
  }

  for (const text of [
    '{"n":9007199254740991,"m":-9007199254740991}',
    '{"n":1.7976931348623157e308,"m":-5e-324,"z":-0}',
    '{"a":"\\\\u0000","b":"\\ud83d\\ude00","c":"\\"\\\\"}'
  ]) {
    it(`accepts ${text}`, () => assert.isUndefined(findFault(text)))
  }
})
