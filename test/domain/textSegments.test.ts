import { assert, describe, it } from "@effect/vitest"
import { segmented, textCost } from "../../src/domain/textSegments.ts"

describe("A text message", () => {
  const counted = (text: string) => {
    const { encoding, segments } = segmented(text)
    return [encoding, segments]
  }

  it("has 160 characters of the GSM alphabet in one segment, and 153 in each of several", () => {
    assert.deepStrictEqual(counted("x".repeat(160)), ["gsm7", 1])
    assert.deepStrictEqual(counted("x".repeat(161)), ["gsm7", 2])
    assert.deepStrictEqual(counted("x".repeat(306)), ["gsm7", 2])
    assert.deepStrictEqual(counted("x".repeat(307)), ["gsm7", 3])
    assert.deepStrictEqual(counted("Grüße, è così: 5 £ ¿sí?\r\n"), ["ucs2", 1], "í is not in it")
    assert.deepStrictEqual(counted("Grüße, è così: 5 £\r\n"), ["gsm7", 1])
  })

  it("counts characters from the GSM extension table twice", () => {
    for (const character of "^{}[]~|\\€") {
      assert.deepStrictEqual(counted(`${"x".repeat(158)}${character}`), ["gsm7", 1], character)
      assert.deepStrictEqual(counted(`${"x".repeat(159)}${character}`), ["gsm7", 2], character)
    }
  })

  it("has 70 units, and 67 in each of several, as soon as one character is not in the GSM alphabet", () => {
    assert.deepStrictEqual(counted(`${"x".repeat(69)}ж`), ["ucs2", 1])
    assert.deepStrictEqual(counted(`${"x".repeat(70)}ж`), ["ucs2", 2])
    assert.deepStrictEqual(counted(`${"x".repeat(134)}ж`), ["ucs2", 3])
    assert.deepStrictEqual(counted("👍".repeat(35)), ["ucs2", 1])
    assert.deepStrictEqual(counted("👍".repeat(36)), ["ucs2", 2])
  })

  it("splits no character: one that no longer fits into a segment goes into the next", () => {
    assert.deepStrictEqual(counted("👍".repeat(66)), ["ucs2", 2])
    assert.deepStrictEqual(counted("👍".repeat(67)), ["ucs2", 3], "33 in each, and one place empty")
    assert.deepStrictEqual(counted(`${"x".repeat(152)}€${"x".repeat(152)}`), ["gsm7", 3])
    assert.deepStrictEqual(counted(`${"x".repeat(151)}€${"x".repeat(153)}`), ["gsm7", 2])
  })

  it("is not charged for typography, which smart encoding replaces", () => {
    assert.deepStrictEqual(counted(`“It’s here” – 10 o’clock…${"x".repeat(100)}`), ["gsm7", 1])
    assert.deepStrictEqual(counted(`${"x".repeat(158)}…`), ["gsm7", 2], "three dots take three places")
  })
})

describe("The size of a text", () => {
  it("consists of its parts, and the segments of all of them", () => {
    assert.deepStrictEqual(textCost(" Hello "), { parts: 1, segments: 1, encoding: "gsm7", isShortened: false })
    assert.deepStrictEqual(textCost("x".repeat(1_600)), {
      parts: 1,
      segments: 11,
      encoding: "gsm7",
      isShortened: false
    })
    // (1/2) with 1,500 characters, and (2/2) with 101.
    assert.deepStrictEqual(textCost("x".repeat(1_601)), {
      parts: 2,
      segments: 11,
      encoding: "gsm7",
      isShortened: false
    })
    assert.strictEqual(textCost(`${"x".repeat(1_600)}ж`).encoding, "ucs2")
  })

  it("is one message if it would be more than four", () => {
    assert.deepInclude(textCost("x".repeat(6_001)), { parts: 1, segments: 11, isShortened: true })
  })
})
