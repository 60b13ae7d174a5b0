import { assert, describe, it } from "@effect/vitest"
import { shortened, splitText } from "../../src/domain/splitText.ts"

describe("A long text", () => {
  it("is one message up to 1,600 units, and beyond that parts in order, with no character split", () => {
    assert.deepStrictEqual(splitText("x".repeat(1600)), ["x".repeat(1600)])
    const family = "👨‍👩‍👧‍👦"
    const text = `${"x".repeat(1495)}${family}${"y".repeat(200)}`
    const parts = splitText(text) ?? []
    assert.lengthOf(parts, 2)
    assert.isTrue(parts[0]?.startsWith("(1/2) x"))
    assert.isTrue(parts[1]?.startsWith(`(2/2) ${family}`))
    assert.strictEqual(parts.map((part) => part.slice(6)).join(""), text)
    for (const part of parts) assert.isAtMost(part.length, 1600)
  })

  it("is not split if it needs more than four", () => {
    assert.lengthOf(splitText("x".repeat(6000)) ?? [], 4)
    assert.isUndefined(splitText("x".repeat(6001)))
  })

  it("is truncated, with a link to the rest", () => {
    const link = "https://desk.example/portal/br_1/enter?token=ml_1"
    const short = shortened("👩‍🚀".repeat(2_000), link)
    assert.isAtMost(short.length, 1600)
    assert.match(short, /^(?:👩‍🚀)+…\nRead on: https:\/\/desk\.example\/portal\/br_1\/enter\?token=ml_1$/u)
  })
})
