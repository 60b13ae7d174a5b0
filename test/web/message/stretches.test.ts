import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { stretches } from "../../../web/message/stretches.ts"

const plain = (text: string) => stretches(text, false, 500)
const addresses = (text: string) => plain(text).flatMap(({ href }) => (href === undefined ? [] : [href]))

describe("URLs in a message", () => {
  it("end where the surrounding sentence continues", () => {
    assert.deepStrictEqual(addresses("See https://shop.example/a?b=c, (http://x.example/d) and https://y.example."), [
      "https://shop.example/a?b=c",
      "http://x.example/d",
      "https://y.example"
    ])
  })

  it("end at what would end an attribute, and at a closing quote", () => {
    assert.deepStrictEqual(addresses('https://a.example/"onclick="x and “https://b.example/c”'), [
      "https://a.example/",
      "https://b.example/c"
    ])
  })

  it("are those of web pages only", () => {
    assert.deepStrictEqual(
      addresses("javascript:alert(1) data:text/html,x //x.example ftp://x.example mailto:a@b.c"),
      []
    )
    assert.deepStrictEqual(addresses("https://[ http://"), [])
  })

  it("are found quickly in a message of any length", () => {
    const long = `https://a.example/${")".repeat(1_000_000)}x`
    assert.deepStrictEqual(addresses(`${long} ${long})`), [long, long])
  })

  it("are links as far as a page can hold them, and text beyond that", () => {
    const found = plain("http://a ".repeat(100_000))
    assert.lengthOf(
      found.filter(({ href }) => href !== undefined),
      500
    )
    assert.strictEqual(found.map(({ text }) => text).join(""), "http://a ".repeat(100_000))
    assert.isAtMost(found.length, 1_001)
  })

  it("leave the text unchanged", () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("https://", "<a>", "\n", ").")))
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join(" ")
        assert.strictEqual(
          plain(text)
            .map((one) => one.text)
            .join(""),
          text
        )
        for (const { href, text: shown } of plain(text)) if (href !== undefined) assert.strictEqual(href, shown)
      })
    )
  })
})

describe("The team's text", () => {
  const id = "01m896efq3e6hv4g62mf8gy9bq"
  const marked = (text: string) => stretches(text, true, 500)

  it("renders its marks, and shows members and files by name", () => {
    const source = `Hi @[Ada](mem_${id}), **do** \`x*y\` of [the page](https://a.example/b) in ![](attachment:att_${id}).`
    assert.deepStrictEqual(
      marked(source).map(({ at, ...rest }) => rest),
      [
        { text: "Hi " },
        { text: "Ada" },
        { text: ", " },
        { text: "do", as: "strong" },
        { text: " " },
        { text: "x*y", as: "code" },
        { text: " of " },
        { text: "the page", href: "https://a.example/b" },
        { text: " in " },
        { text: "(file)" },
        { text: "." }
      ]
    )
    assert.strictEqual(
      plain(source)
        .map(({ text }) => text)
        .join(""),
      source
    )
  })

  it("links to web pages only", () => {
    for (const source of ["[x](javascript:alert(1))", "[x](https://[)", "[x](data:text/html,x)", "**\n**", "[x]"])
      assert.deepStrictEqual(marked(source), [{ at: 0, text: source }])
  })

  it("is plain text beyond the number of marks that a page can hold", () => {
    const found = marked("**a**".repeat(1_000))
    assert.lengthOf(
      found.filter(({ as }) => as === "strong"),
      500
    )
    assert.deepStrictEqual(found.at(-1), { at: 2_500, text: "**a**".repeat(500) })
  })
})
