import { assert, it } from "@effect/vitest"
import { wholeNumber } from "../../../web/admin/src/ui/wholeNumber.ts"

it("A whole number is read as people write and paste it", () => {
  for (const text of [
    "12345",
    " 12345\n",
    "12,345",
    "12.345",
    "12 345",
    "12\u00a0345",
    "12\u202f345",
    "12'345",
    "12’345"
  ])
    assert.strictEqual(wholeNumber(text), 12_345, JSON.stringify(text))
  assert.strictEqual(wholeNumber("10,000,000"), 10_000_000)
  assert.strictEqual(wholeNumber("0"), 0)
})

it("Anything else is not a number, not even in part", () => {
  for (const text of ["", " ", "1e3", "1.5", "1,5", "1,0000", "1234,567", "-1", "ten", "1 2", "0x10"])
    assert.isNaN(wholeNumber(text), JSON.stringify(text))
  // The longer one would be null in JSON, which means no limit.
  for (const digits of [16, 400]) assert.isNaN(wholeNumber("9".repeat(digits)), `${digits} digits`)
})
