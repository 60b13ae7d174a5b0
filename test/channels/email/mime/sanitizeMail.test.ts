import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { allowedStyle } from "../../../../channels/email/mime/allowedStyle.ts"
import { sanitizeMail } from "../../../../channels/email/mime/sanitizeMail.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const attacks = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
  "<a href='java\u0000script:alert(1)'>x</a>",
  "<a href='&#106;avascript:alert(1)'>x</a>",
  "<a href=' \tjavascript:alert(1)'>x</a>",
  "<a href='vbscript:x'>x</a>",
  "<a href='//evil.example'>x</a>",
  "<svg><a xlink:href='javascript:alert(1)'>x</a></svg>",
  "<math><mi xlink:href='javascript:x'>x</mi></math>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<form action='https://evil.example'><button>x</button></form>",
  "<iframe src='https://evil.example'></iframe>",
  "<object data='x'></object><embed src='x'>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<base href='https://evil.example/'>",
  "<link rel=stylesheet href='https://evil.example/x.css'>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<p style='background:url(https://evil.example)'>x</p>",
  "<p style='background-color:u\\72l(https://evil.example)'>x</p>",
  "<p style='width:expression(alert(1))'>x</p>",
  "<p style='position:fixed;top:0'>x</p>",
  "<p id='root' name='root'>x</p>",
  "<video src=x onerror=alert(1)></video>",
  "<details ontoggle=alert(1) open>x</details>",
  "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "<textarea><script>alert(1)</script></textarea>",
  "<template><script>alert(1)</script></template>"
]

const harmless = (html: string) => {
  assert.notMatch(
    html,
    /<\/?(?!(?:a|abbr|address|article|aside|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr|i|img|ins|kbd|li|main|mark|nav|ol|p|pre|q|rp|rt|ruby|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)[\s>/])[a-z!]/i
  )
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    assert.notMatch(tag.replace(/"[^"]*"/g, '""'), /\son\w+=|\sid=|\sname=|\ssrcdoc=|\saction=/i)
    for (const [, url = ""] of tag.matchAll(/\s(?:href|src)="([^"]*)"/g))
      assert.match(url, /^(?:https?:|mailto:|cid:|#)/i)
    assert.notMatch(/\sstyle="([^"]*)"/.exec(tag)?.[1] ?? "", /url|expression|position|\\|javascript|import/i)
  }
}

describe("sanitizeMail", () => {
  for (const attack of attacks) {
    it(`makes ${attack.slice(0, 60)} harmless, and keeps what surrounds it`, () => {
      const html = sanitizeMail(`<p>before</p>${attack}<p>after</p>`) ?? ""
      harmless(html)
      assert.include(html, "before")
    })
  }

  it("makes any jumble of tags and attributes harmless, and its own output too", () => {
    const piece = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom(
        "<p>",
        "</p>",
        "<table>",
        "<td ",
        'style="color:red',
        '"',
        "'",
        ">",
        "<",
        "</",
        "<!--",
        "-->",
        "&lt;",
        "cid:x"
      ),
      fc.string({ unit: "binary", maxLength: 8 })
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = sanitizeMail(pieces.join("")) ?? ""
        harmless(html)
        harmless(sanitizeMail(html) ?? "")
        assert.isFalse(html.includes("\0"))
        assert.isTrue(html.isWellFormed())
      }),
      { numRuns: 300 }
    )
  })

  it("keeps what makes a mail look as it was written", () => {
    const page =
      '<table width="600" bgcolor="#fff"><tr><td align="right" style="padding:4px; font-family:Arial, \'Segoe UI\', sans-serif"><b>1</b></td></tr></table><blockquote type="cite">q</blockquote><ol start="3"><li>x</li></ol>'
    const html = sanitizeMail(page) ?? ""
    for (const kept of [
      'width="600"',
      'bgcolor="#fff"',
      'align="right"',
      "padding: 4px",
      "Segoe UI",
      'type="cite"',
      'start="3"'
    ])
      assert.include(html, kept)
  })

  it("keeps the background of the whole page, without which light text is invisible, and its direction", () => {
    const text = "<p>Hello</p>"
    for (const [page, shown] of [
      [
        `<body bgcolor="#000" text="#fff">${text}</body>`,
        `<div style="background-color: #000; color: #fff">${text}</div>`
      ],
      [
        `<html><body dir="rtl" style="margin:0; background:#111">${text}</body></html>`,
        `<div dir="rtl" style="margin: 0; background-color: #111">${text}</div>`
      ],
      [
        `<body bgcolor="1A2b3C" text="fff">${text}</body>`,
        `<div style="background-color: #1A2b3C; color: #fff">${text}</div>`
      ],
      [`<body bgcolor="x&quot;><script>" onload="x()">${text}</body>`, text],
      [`<html><body>${text}</body></html>`, text]
    ] as const)
      assert.strictEqual(sanitizeMail(page), shown)
  })

  it("keeps links and images to the web and to its own files, and opens links in a new page", () => {
    const html =
      sanitizeMail('<a href="https://a.example/">a</a><a href="mailto:a@b.example">m</a><img src="cid:x@y">') ?? ""
    assert.include(html, 'rel="noopener noreferrer nofollow" target="_blank" href="https://a.example/"')
    assert.include(html, 'href="mailto:a@b.example"')
    assert.include(html, 'src="cid:x@y"')
  })

  it("leaves out what is nested deeper than two hundred elements", () => {
    const html = sanitizeMail(`${"<div>".repeat(1_000)}deep${"</div>".repeat(1_000)}`) ?? ""
    assert.isAtMost(html.split("<div>").length - 1, 200)
  })

  it("gives up on a page that is too large, or that opens endless elements", () => {
    assert.isUndefined(sanitizeMail("x".repeat(1024 * 1024 + 1)))
    assert.isUndefined(sanitizeMail("<b>".repeat(50_000)))
  })

  it("takes little time for a maliciously built page", () => {
    for (const page of [
      "<p><b></i>".repeat(80_000),
      "<a ".repeat(300_000),
      `<p ${'a="'.repeat(300_000)}`,
      "&#".repeat(500_000)
    ])
      takesAtMost(5_000, () => sanitizeMail(page))
  })
})

describe("allowedStyle", () => {
  for (const [style, kept] of [
    ["color: red; font-size:12px", "color: red; font-size: 12px"],
    ["COLOR:#FFF", "color: #FFF"],
    ["background-color: rgb(1, 2, 3)", "background-color: rgb(1, 2, 3)"],
    ["background: #1a2b3c", "background-color: #1a2b3c"],
    ["background-color: #333333; color: #000000", "background-color: #333333; color: #000000"],
    ["border: 99999px solid #000000", ""],
    ["margin-top: 1e9px; text-indent: -9E+3px", ""],
    ["font-family: 1e Sans; color: #1e9000", "font-family: 1e Sans; color: #1e9000"],
    ["background:black url(x) no-repeat", "background-color: black"],
    ["background: rgb(1, 2, 3)", "background-color: rgb(1, 2, 3)"],
    [
      "background: linear-gradient(to right, rgba(1, 2, 3, 0.5), #456) no-repeat; color: #fff",
      "background-color: rgba(1, 2, 3, 0.5); color: #fff"
    ],
    ["background-image:repeating-linear-gradient(90DEG,#FF0080 0%,#7928CA)", "background-color: #FF0080"],
    ["background: #123 linear-gradient(#456, #789)", "background-color: #123"],
    ["background-color: #123; background-image: linear-gradient(to left, white, black)", "background-color: #123"],
    ["background: url(https://evil.example/#fff)", ""],
    ["background: url(x)", ""],
    ["background-color: url(x)", ""],
    ["color: re\\64", ""],
    ["color: red/**/", ""],
    ["margin-top: -9999px", ""],
    ["width: 100000px", ""],
    ["color", ""]
  ] as const)
    it(`turns ${style} into ${kept === "" ? "nothing" : kept}`, () => assert.strictEqual(allowedStyle(style), kept))
})
