import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Json } from "../../src/domain/Json.ts"
import { mergePatch } from "../../src/tickets/mergePatch.ts"

/** Appendix A of RFC 7396: target, patch, result. */
const examples: ReadonlyArray<readonly [target: Json, patch: Json, result: Json]> = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"]
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }]
]

const parsed = (text: string) => JSON.parse(text) as Json

describe("mergePatch", () => {
  for (const [target, patch, result] of examples) {
    it(`of ${JSON.stringify(patch)} on ${JSON.stringify(target)} is ${JSON.stringify(result)}`, () => {
      assert.deepStrictEqual(mergePatch(target, patch), result)
    })
  }

  it("accepts members of any name as plain data, and never reaches a prototype", () => {
    const patch = parsed('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')
    const merged = mergePatch({ a: 1 }, patch)
    assert.strictEqual(
      JSON.stringify(merged),
      '{"a":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    )
    assert.isUndefined(Reflect.get({}, "polluted"))
    assert.strictEqual(
      JSON.stringify(mergePatch(merged, parsed('{"__proto__": null}'))),
      JSON.stringify(mergePatch({ a: 1 }, parsed('{"constructor": {"prototype": {"polluted": true}}}')))
    )
  })

  it("changes neither the target nor the patch", () => {
    const [target, patch] = [{ a: { b: 1 } }, { a: { c: [1] }, d: null }]
    mergePatch(target, patch)
    assert.deepStrictEqual([target, patch], [{ a: { b: 1 } }, { a: { c: [1] }, d: null }])
  })

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const once = mergePatch(target as Json, patch as Json)
        assert.deepStrictEqual(mergePatch(once, patch as Json), once)
      })
    )
  })
})
