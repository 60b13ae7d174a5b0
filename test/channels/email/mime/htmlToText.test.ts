import { assert, describe, it } from "@effect/vitest"
import { htmlToText } from "../../../../channels/email/mime/htmlToText.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const pages: ReadonlyArray<readonly [string, string, string]> = [
  ["paragraphs and breaks", "<p>Hello<br>there</p>\n\n<p>  Ines   Roth </p>", "Hello\nthere\n\nInes Roth"],
  ["words across inline tags", "<b>bo</b>ld and <i> it </i>alic", "bold and it alic"],
  ["lists", "<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
  [
    "numbered lists",
    '<ol><li>one<li>two</ol>No.<OL start="7"><li>seven</li></OL>',
    "1. one\n2. two\n\nNo.\n\n7. seven"
  ],
  [
    "lists in lists, as editors make them",
    "<ol><li><p>one</p><ul><li><p>a</p></li><li><p>b</p></li></ul></li><li><div>two</div></li></ol><p>End</p>",
    "1. one\n\n  - a\n\n  - b\n\n2. two\n\nEnd"
  ],
  ["quotes in lists", "<ul><li><blockquote>Sure?</blockquote></li><li>No.</li></ul>", "-\n\n> Sure?\n\n- No."],
  [
    "items that say their number",
    "<ol><li>a<li value=5>b<li>c<li value=x>d</ol><ul><li value=3>e</ul>",
    "1. a\n5. b\n6. c\n7. d\n\n- e"
  ],
  [
    "letters and Roman numbers",
    '<ol type="a" start=26><li>x<li>y</ol><OL TYPE=I><li value=1994>x</OL><ol style="list-style-type: lower-roman"><li>x<li>y<li>z<li>w</ol><ol type=A><li value=0>x<li>y</ol>',
    "z. x\naa. y\n\nMCMXCIV. x\n\ni. x\nii. y\niii. z\niv. w\n\n0. x\nA. y"
  ],
  [
    "lists that count down",
    '<ol reversed><li>x<ol><li>a</ol><li>y<li>z</ol><ol start=9 reversed=""><li>x<li>y</ol><ol class="not reversed here"><li>x<li>y</ol>',
    "3. x\n\n  1. a\n\n2. y\n1. z\n\n9. x\n8. y\n\n1. x\n2. y"
  ],
  ["items without text or list", "<li></li><li>x</li></ol><ol start=x><li>y</ol>", "-\n- x\n\n1. y"],
  [
    "links",
    '<a href="https://acme.example/x">here</a> <a href="mailto:a@b.example">a@b.example</a>',
    "here (https://acme.example/x) a@b.example"
  ],
  ["dangerous links", '<a href="javascript:alert(1)">go</a>', "go"],
  [
    "quotes",
    "Yes.<blockquote><p>Sure?</p><blockquote>Now?</blockquote></blockquote>No.",
    "Yes.\n\n> Sure?\n>\n> > Now?\n\nNo."
  ],
  ["tables", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
  ["preformatted text", "<pre>a\n  b</pre>", "a\n  b"],
  [
    "what is not for people",
    "<head><title>t</title><style>p{}</style></head><script>x<y</script><!-- c --><p>Text</p>",
    "Text"
  ],
  ["characters by name and number", "&lt;&amp;&gt;&nbsp;&auml;&#8364;&#x1F600;&hellip;&bogus;", "<&> ä€😀…&bogus;"],
  ["broken markup", "a < b and <b>c</b", "a < b and c</b"],
  ["pictures", '<img src="x" alt="Logo of Acme"> text', "Logo of Acme text"]
]

describe("htmlToText", () => {
  for (const [name, html, text] of pages) {
    it(`renders ${name}`, () => assert.strictEqual(htmlToText(html), text))
  }

  it("takes time linear in the page, whatever it contains", () => {
    for (const hostile of [
      "<",
      "<a",
      "<div>",
      "&",
      "<!--",
      "<script>",
      "<a href='",
      '<a "',
      "</",
      "<p><a href=http://x>",
      "<blockquote>",
      "<ol><li>",
      "<ol reversed>"
    ])
      takesAtMost(15_000, () => htmlToText(hostile.repeat(2_000_000 / hostile.length)), hostile)
  })
})
