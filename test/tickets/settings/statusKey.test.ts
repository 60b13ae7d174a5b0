import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { statusKey } from "../../../src/tickets/settings/statusKey.ts"

describe("statusKey", () => {
  for (const [name, key] of [
    ["Waiting for parts", "waiting_for_parts"],
    ["  On-hold!! ", "on_hold"],
    ["Zurückgestellt", "zuruckgestellt"],
    ["2nd line", "status_2nd_line"],
    ["ＦＵＬＬ", "full"],
    [`${"long ".repeat(10)}x`, "long_long_long_long_long_long_long_long_long_long"]
  ] as const) {
    it(`of “${name}” is ${key}`, () => assert.deepStrictEqual(statusKey(undefined, name), Result.succeed(key)))
  }

  it("is the requested one, whatever the name", () => {
    assert.deepStrictEqual(statusKey("k1", "待機"), Result.succeed("k1"))
  })

  it("is never one of the words that filters use", () => {
    for (const key of ["active", "all"]) {
      for (const result of [statusKey(key, "x"), statusKey(undefined, key.toUpperCase())]) {
        assert(Result.isFailure(result))
        assert.include(result.failure.errors[0], { field: "key", code: "not_allowed" })
      }
    }
  })

  it("has the required form, or must be given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (name) => {
        const key = statusKey(undefined, name)
        if (Result.isSuccess(key)) assert.match(key.success, /^[a-z][a-z0-9_]{0,49}$/)
        else assert.include(["required", "not_allowed"], key.failure.errors[0].code)
      })
    )
  })
})
