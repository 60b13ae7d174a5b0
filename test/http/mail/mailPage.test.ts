import { assert, describe, it } from "@effect/vitest"
import { contentIdOf, mailPage, mailPolicy, remotePictures } from "../../../src/http/mail/mailPage.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const news =
  '<p style="color: red">Hi</p><img src="https://a.example/1.png?x=1&amp;y=2" alt="One &amp; two" width="9" />'

describe("The pictures of a mail", () => {
  it("are counted by the servers that they are on, without its own files", () => {
    const html = `${news}<img src="http://b.example:8080/2.gif" /><IMG SRC="https://a.example/3" /><img src="cid:logo@b" /><img alt="x" />`
    assert.deepStrictEqual(remotePictures(html), { count: 3, hosts: ["a.example", "b.example:8080"] })
    assert.deepStrictEqual(remotePictures("<p>img src=https://a.example</p>"), { count: 0, hosts: [] })
  })

  it("name at most five servers", () => {
    const html = Array.from({ length: 9 }, (_, index) => `<img src="https://h${index}.example/" />`).join("")
    assert.strictEqual(remotePictures(html).count, 9)
    assert.lengthOf(remotePictures(html).hosts, 5)
  })

  it("are replaced by their alternative text until they are requested", () => {
    const page = mailPage(news, () => undefined)
    assert.include(page, '<p style="color: red">Hi</p>One &amp; two')
    assert.notMatch(page, /<img|a\.example/)
  })

  it("are loaded from where the caller says, by the URL that the mail means", () => {
    const asked: Array<string> = []
    const page = mailPage(news, (address) => {
      asked.push(address)
      return '/mail/pictures/"x"&'
    })
    assert.deepStrictEqual(asked, ["https://a.example/1.png?x=1&y=2"])
    assert.include(page, '<img src="/mail/pictures/&quot;x&quot;&amp;" alt="One &amp; two" width="9" />')
  })

  it("are at most a thousand, however many a mail has", () => {
    let asked = 0
    const page = mailPage('<img src="https://a.example/" alt="A" />'.repeat(20_000), () => `/mail/pictures/${++asked}`)
    assert.strictEqual(asked, 1_000)
    assert.lengthOf(page.match(/<img/g) ?? [], 1_000)
    assert.lengthOf(page.match(/A(?=A|<wbr>|<\/body>)/g) ?? [], 19_000)
  })

  it("are found by their content ids, as URLs encode them", () => {
    assert.strictEqual(contentIdOf("cid:Logo%40b.example"), "logo@b.example")
    assert.strictEqual(contentIdOf("CID:a%zz"), "a%zz")
    for (const other of ["https://a.example/cid:x", "cid:", ""]) assert.isUndefined(contentIdOf(other))
  })
})

describe("The page of a mail", () => {
  it("uses the body of a whole document", () => {
    const page = mailPage(
      '<!DOCTYPE html><html><head><style>x{}</style></head><body dir="auto"><b>1</b></body></html>',
      () => undefined
    )
    assert.include(page, "<body><b>1</b></body>")
    assert.notInclude(page, "x{}")
  })

  it("may run nothing, load from this server only, and be framed by our pages", () => {
    const rules = mailPolicy(["https://desk.example", "https://admin.example"]).split("; ")
    for (const rule of [
      "default-src 'none'",
      // Safari does not resolve 'self' in a frame without an origin.
      "img-src 'self' https://desk.example https://admin.example",
      "form-action 'none'",
      "frame-ancestors 'self' https://desk.example https://admin.example",
      "sandbox allow-popups allow-popups-to-escape-sandbox"
    ])
      assert.include(rules, rule)
    assert.notMatch(rules.join(), /allow-scripts|allow-same-origin|script-src|\*/)
  })
})

it("has line break opportunities in very long words, but not in URLs or within characters", () => {
  const word = "\u0633".repeat(1_200)
  const href = `https://shop.example/${"a".repeat(900)}`
  const page = mailPage(
    `<p>${word} ${"&amp;".repeat(501)} <a href="${href}">${"x".repeat(500)}</a></p>`,
    () => undefined
  )
  const half = word.slice(0, 500)
  assert.include(page, `<p>${half}<wbr>${half}<wbr>${word.slice(1_000)} ${"&amp;".repeat(500)}<wbr>&amp; `)
  assert.include(page, `<a href="${href}">${"x".repeat(500)}</a>`)
  takesAtMost(2_000, () => void mailPage("word ".repeat(200_000) + "\u0633".repeat(1_000_000), () => undefined))
})

it("expands HTML entities quickly, however many there are", () => {
  const words = ["&amp;".repeat(190), "&amp;".repeat(200_000), "&#39;".repeat(200_000), "&".repeat(1_000_000)]
  takesAtMost(1_000, () => {
    for (const word of words)
      assert.strictEqual(
        mailPage(word, () => undefined)
          .replaceAll("<wbr>", "")
          .includes(word),
        true
      )
  })
})
