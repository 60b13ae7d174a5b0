import { assert, describe, it } from "@effect/vitest"
import { markupHtml, markupText } from "../../../../src/tickets/outbound/mail/mailMarkup.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const member = "mem_01m896efq3e6hv4g62mf8gy9bq"
const file = "att_01m896efq3e6hv4g62mf8gy9bq"

describe("What people write, in mail", () => {
  it("keeps its lines and paragraphs", () => {
    assert.strictEqual(markupText("a\r\nb\n\n\nc"), "a\nb\n\n\nc")
    assert.strictEqual(
      markupHtml("a\nb\n\n\nc"),
      '<p style="margin:0 0 1em">a<br>\nb</p>\n<p style="margin:0 0 1em">c</p>'
    )
  })

  it("shows people and files by their names, and where links lead", () => {
    const source = `Hi @[Ada Byron](${member}), see ![plan](attachment:${file}) and [the page](https://a.example/b?c=1&d=2).`
    assert.strictEqual(markupText(source), "Hi Ada Byron, see plan and the page (https://a.example/b?c=1&d=2).")
    assert.include(markupHtml(source), 'see plan and <a href="https://a.example/b?c=1&amp;d=2">the page</a>.')
  })

  it("links URLs without the punctuation that ends their sentence", () => {
    assert.include(
      markupHtml("(see https://a.example/b.)"),
      '(see <a href="https://a.example/b">https://a.example/b</a>.)'
    )
    assert.strictEqual(markupText("(see https://a.example/b.)"), "(see https://a.example/b.)")
  })

  it("shows quotes as quotations, between paragraphs", () => {
    const quote = '<blockquote type="cite" style="margin:0 0 1em;padding:0 0 0 0.75em;border-left:2px solid">'
    const p = (text: string) => `<p style="margin:0 0 1em">${text}</p>`
    assert.strictEqual(
      markupHtml("Dear Ines,\n> Where is\n> it?\n>\n> **Order** 7\nOn its way.\n\n> > When?\n> Soon"),
      [
        p("Dear Ines,"),
        quote,
        p("Where is<br>\nit?"),
        p("<strong>Order</strong> 7"),
        "</blockquote>",
        p("On its way."),
        quote,
        quote,
        p("When?"),
        "</blockquote>",
        p("Soon"),
        "</blockquote>"
      ].join("\n")
    )
    assert.strictEqual(markupText("> a\n\nb"), "> a\n\nb")
    assert.strictEqual(markupHtml("a > b"), p("a &gt; b"))
    assert.include(markupHtml(">".repeat(9)), p("&gt;&gt;&gt;&gt;"))
  })

  it("keeps code as it was written", () => {
    const source = "Run\n```\n> **a** <b>\n\n[c](https://d)\n```\nnow\n> ```\n> e\n> ```\n"
    assert.strictEqual(markupText(source), source)
    const code = (text: string) => `<pre style="margin:0 0 1em;white-space:pre-wrap"><code>${text}</code></pre>`
    assert.include(markupHtml(source), code("&gt; **a** &lt;b&gt;\n\n[c](https://d)"))
    assert.include(markupHtml(source), code("e"))
  })

  it("lets nothing through as HTML markup, nor other schemes as links", () => {
    const hostile = [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "[x](javascript:alert(1))",
      "[x](data:text/html,x)",
      '[a"><b>](https://a.example/"onclick="x)',
      "**<b>**",
      "```\n</code></pre><script>\n```",
      '> <b>\n> > "><script>',
      "`</code><script>`",
      "https://a.example/<script>",
      `@[<img>](${member})`
    ]
    for (const source of hostile) {
      const html = markupHtml(source)
      for (const [tag] of html.matchAll(/<[^>]*>/g))
        assert.match(
          tag,
          /^<(?:p style="margin:0 0 1em"|\/?blockquote(?: type="cite" style="[^"<>]*")?|\/p|br|strong|\/strong|pre style="[^"<>]*"|\/pre|code|\/code|a href="https:\/\/a\.example\/[^"<>]*"|\/a)>$/,
          source
        )
    }
  })

  it("loses nothing that it does not recognize", () => {
    for (const source of ["* item", "# head", "a_b_c", "**", "a ** b ** c", "[x]", "`", "<ines@a.example>", "{{x}}"])
      assert.strictEqual(markupText(source), source)
  })

  it("links the innermost brackets, as Markdown does", () =>
    assert.strictEqual(markupText("[see [1](https://a.example/1)"), "[see 1 (https://a.example/1)"))

  it("reads a megabyte of anything in linear time", () => {
    for (const piece of [
      ...["[", "![", "@[", "**", "`", "https://", "\n", "a ", "> ", "> a\n", "> a\nb\n"],
      `${"[".repeat(299)}](`,
      `http://${")".repeat(1990)}a `
    ]) {
      const source = piece.repeat((1024 * 1024) / piece.length)
      // Brackets once took three seconds, during which the server did nothing else.
      const read = () => {
        assert.isAtLeast(markupText(source).length, source.length)
        assert.isString(markupHtml(source))
      }
      takesAtMost(1_000, read, piece.slice(0, 9))
    }
  })

  it("treats the marks of a megabyte of them as text, once there are more than anyone reads", () => {
    for (const piece of ["`a`", "**a**"]) {
      const source = piece.repeat((1024 * 1024) / piece.length)
      takesAtMost(150, () => markupHtml(source) && markupText(source), piece)
      assert.strictEqual(markupText(source), source)
    }
  })
})
