import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { layoutHtml, layoutText, messageClass } from "../../../../src/tickets/outbound/mail/mailLayout.ts"

const at = DateTime.makeUnsafe("2026-11-20T09:30:00.000Z")
const quoted = { author: "Ines Roth", at, text: "Please <b>correct</b> it.\n\nInes" }

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

describe("A mail", () => {
  it("is the reply, with what it replies to below it, and nothing else", () => {
    assert.strictEqual(
      layoutText({ body: "Done.\n\nAda\n\n", links: [], quoted }),
      "Done.\n\nAda\n\nOn 20 November 2026 at 09:30 UTC, Ines Roth wrote:\n> Please <b>correct</b> it.\n>\n> Ines\n"
    )
    assert.strictEqual(layoutText({ body: "Done.", links: [] }), "Done.\n")
    assert.match(layoutText({ body: "", links: [], quoted }), /^On 20 November/)
  })

  it("quotes only the beginning of a long message", () => {
    for (const text of ["line\n".repeat(400), "x".repeat(50_000), "😀".repeat(5_000)]) {
      const mail = layoutText({ body: "", links: [], quoted: { ...quoted, text } })
      assert.isBelow(mail.length, 1_800)
      assert.isBelow(mail.split("\n").length, 22)
      assert.match(mail, /\n> …\n$/)
      assert.isTrue(mail.isWellFormed())
    }
  })

  it("has the same content as HTML, in the reader's own colours, light or dark", () => {
    const html = layoutHtml({
      body: "Done & dusted.",
      links: [{ filename: "<a>.txt", url: "https://d.example/x?a&b" }],
      quoted
    })
    assert.include(html, "Done &amp; dusted.")
    assert.include(html, '<a href="https://d.example/x?a&amp;b">&lt;a&gt;.txt</a>')
    assert.include(html, "Please &lt;b&gt;correct&lt;/b&gt; it.")
    assert.include(html, `class="${messageClass}"`)
    assert.include(html, '<meta name="color-scheme" content="light dark">')
    assert.notMatch(html, /(?:^|[;"\s])(?:color|background(?:-color)?)\s*:/)
    assert.notMatch(html, /<(?:img|script|link|iframe)/)
    // Every opened tag is closed.
    for (const tag of ["div", "p", "ul", "li", "a", "blockquote", "body", "html"])
      assert.strictEqual(count(html, new RegExp(`<${tag}[ >]`, "g")), count(html, new RegExp(`</${tag}>`, "g")), tag)
  })

  it("says how long links to files work, and not why they are links", () => {
    assert.include(
      layoutText({ body: "Here.", links: [{ filename: "plan.pdf", url: "https://d.example/x" }] }),
      "Here.\n\nDownload these files from the links below, which work for seven days:\nplan.pdf: https://d.example/x\n"
    )
  })
})
