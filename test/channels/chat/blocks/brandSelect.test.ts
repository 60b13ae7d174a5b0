import { assert, describe, it } from "@effect/vitest"
import { brandSelect, fittingBrands } from "../../../../channels/chat/blocks/brandSelect.ts"

const brands = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `br_${n}`, name: `Brand ${n}` }))

describe("A list of brands", () => {
  it("shows them all up to Slack's limit, and is searched beyond that", () => {
    const [few, many] = [brandSelect(brands(100)), brandSelect(brands(101))]
    assert.strictEqual(few.type === "static_select" && few.options?.length, 100)
    assert.deepInclude(many, { type: "external_select", min_query_length: 0 })
    assert.notProperty(many, "options")
    assert.deepStrictEqual(many.initial_option, few.initial_option)
  })

  it("shows those whose names contain the typed text, ignoring case, up to Slack's limit", () => {
    assert.deepStrictEqual(
      fittingBrands(brands(30), " brand 2").map(({ name }) => name),
      ["Brand 2", ...Array.from({ length: 10 }, (_, n) => `Brand 2${n}`)]
    )
    assert.lengthOf(fittingBrands(brands(500), ""), 100)
    assert.isEmpty(fittingBrands(brands(5), "nothing of that"))
  })
})
