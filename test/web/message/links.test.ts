import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { stretches } from "../../../web/message/links.ts"

const addresses = (text: string) => stretches(text).flatMap(({ href }) => (href === undefined ? [] : [href]))

describe("Addresses in a message", () => {
  it("end where the sentence around them goes on", () => {
    assert.deepStrictEqual(addresses("See https://shop.example/a?b=c, (http://x.example/d) and https://y.example."), [
      "https://shop.example/a?b=c",
      "http://x.example/d",
      "https://y.example"
    ])
  })

  it("end at what would end an attribute, and at a quotation's end", () => {
    assert.deepStrictEqual(addresses('https://a.example/"onclick="x and “https://b.example/c”'), [
      "https://a.example/",
      "https://b.example/c"
    ])
  })

  it("are those of web pages alone", () => {
    assert.deepStrictEqual(
      addresses("javascript:alert(1) data:text/html,x //x.example ftp://x.example mailto:a@b.c"),
      []
    )
    assert.deepStrictEqual(addresses("https://[ http://"), [])
  })

  it("are found in a message of any length at once", () => {
    const long = `https://a.example/${")".repeat(1_000_000)}x`
    assert.deepStrictEqual(addresses(`${long} ${long})`), [long, long])
  })

  it("lead somewhere as far as a page can hold them, and are text beyond that", () => {
    const found = stretches("http://a ".repeat(100_000))
    assert.lengthOf(
      found.filter(({ href }) => href !== undefined),
      500
    )
    assert.strictEqual(found.map(({ text }) => text).join(""), "http://a ".repeat(100_000))
    assert.isAtMost(found.length, 1_001)
  })

  it("leave the text as it was", () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("https://", "<a>", "\n", ").")))
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join(" ")
        assert.strictEqual(
          stretches(text)
            .map((one) => one.text)
            .join(""),
          text
        )
        for (const { href, text: shown } of stretches(text)) if (href !== undefined) assert.strictEqual(href, shown)
      })
    )
  })
})
