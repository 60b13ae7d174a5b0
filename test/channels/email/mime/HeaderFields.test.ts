import { assert, describe, it } from "@effect/vitest"
import { decodeWords, HeaderFields } from "../../../../channels/email/mime/HeaderFields.ts"

const fields = (text: string | Buffer) => new HeaderFields(Buffer.from(text))

describe("HeaderFields", () => {
  it("unfolds lines, uses the first of repeated fields, and stops at the body", () => {
    const read = fields("Subject: one\r\n two\r\nSubject: three\nFrom: a@b.example\r\n\r\nTo: body@b.example\r\n")
    assert.strictEqual(read.text("subject"), "one two")
    assert.strictEqual(read.count("subject"), 2)
    assert.strictEqual(read.count("to"), 0)
  })

  it("reads titles in raw UTF-8 and windows-1252 bytes", () => {
    assert.strictEqual(fields("Subject: Grüße 你好\r\n\r\n").text("subject"), "Grüße 你好")
    assert.strictEqual(fields(Buffer.from("Subject: Gr\xfc\xdfe\r\n\r\n", "latin1")).text("subject"), "Grüße")
  })

  it("never lets a field become two lines", () => {
    assert.strictEqual(fields("Subject: =?utf-8?Q?a=0D=0ABcc:_b=00c?=\r\n\r\n").text("subject"), "a Bcc: b c")
  })
})

describe("decodeWords", () => {
  for (const [raw, text] of [
    ["=?utf-8?B?w7Y=?= =?utf-8?Q?_plus?=", "ö plus"],
    ["=?utf-8?B?4oI=?= =?UTF-8?B?rA==?=", "€"],
    ["=?gb2312?B?xOO6ww==?=", "你好"],
    ["=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本"],
    ["=?koi8-r?B?8NLJ18XU?=", "Привет"],
    ["=?iso-8859-1*de?Q?Gr=FC=DFe?=", "Grüße"],
    ["=?unknown-8bit?Q?=E9t=E9?=", "été"],
    ["plain =?utf-8?Q?and?= coded", "plain and coded"],
    ["=?utf-8?Q?half", "=?utf-8?Q?half"]
  ] as const) {
    it(`reads ${raw}`, () => assert.strictEqual(decodeWords(raw), text))
  }
})
