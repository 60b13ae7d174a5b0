import { assert, describe, it } from "@effect/vitest"
import { segments } from "../../../web/widget/frame/segments.ts"

describe("A message", () => {
  it("is cut into words and addresses, and loses nothing", () => {
    const body = "See https://shop.example/order?id=7#top, or (http://other.example/a). Thank you"
    const cut = segments(body)
    assert.deepStrictEqual(
      cut.map(({ href, text }) => [text, href]),
      [
        ["See ", undefined],
        ["https://shop.example/order?id=7#top", "https://shop.example/order?id=7#top"],
        [", or (", undefined],
        ["http://other.example/a", "http://other.example/a"],
        ["). Thank you", undefined]
      ]
    )
    for (const { at, text } of cut) assert.strictEqual(body.slice(at, at + text.length), text)
  })

  it("has no address but of the web", () => {
    for (const body of ["", "javascript:alert(1)", "data:text/html,x", "https://", "<b>bold</b>", "file:///etc/passwd"])
      assert.deepStrictEqual(
        segments(body).filter(({ href }) => href !== undefined),
        []
      )
  })

  it("ends an address at what would end an attribute", () => {
    const [link] = segments('https://a.example/"onclick="x')
    assert.strictEqual(link?.href, "https://a.example/")
  })
})
