import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { decodeText, readText } from "../../../../channels/email/mime/decodeText.ts"
import { HeaderFields } from "../../../../channels/email/mime/HeaderFields.ts"

/** Text as other systems store it, in hexadecimal. */
const undeclared: ReadonlyArray<readonly [charset: string, bytes: string, text: string]> = [
  ["koi8-r", "f0d2c9d7c5d42c20cbc1cb20c4c5ccc13f", "Привет, как дела?"],
  ["windows-1251", "cff0e8e2e5f22c20eae0ea20e4e5ebe03f", "Привет, как дела?"],
  ["euc-jp", "a4aaa4cfa4e8a4a6a4b4a4b6a4a4a4dea4b9a1a3", "おはようございます。"],
  ["shift_jis", "82a882cd82e682a482b282b482a282dc82b78142", "おはようございます。"],
  ["windows-1252", "4772fcdf65206175732056f66c6b6c696e67656e", "Grüße aus Völklingen"]
]

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))

describe("decodeText", () => {
  for (const [charset, hex, text] of undeclared) {
    it(`detects ${charset} if nothing is declared, or US-ASCII is`, () => {
      assert.deepStrictEqual(readText(bytesOf(hex)), { text, charset, isDeclared: false })
      assert.strictEqual(decodeText(bytesOf(hex), "us-ascii"), text)
    })
  }

  it("reads charsets whose bytes are all ASCII as declared", () => {
    assert.strictEqual(decodeText(Buffer.from("Hi Mom -+Jjo--! 1 +- 1 +AOQ-"), "UTF-7"), "Hi Mom -☺-! 1 + 1 ä")
    assert.strictEqual(
      decodeText(Buffer.from("~{<:Ky2;S{#,NpJ)l6HK!#~}Bye. ~~"), "HZ-GB-2312"),
      "己所不欲，勿施於人。Bye. ~"
    )
    const words = "1b2442467c1b28421b24424b5c1b284a1b2842"
    assert.strictEqual(decodeText(bytesOf(words), "iso-2022-jp"), "日本", "two encoded words, one behind the other")
    assert.strictEqual(decodeText(bytesOf("1b2429430e3e4833670f21"), "iso-2022-kr"), "안녕!")
    assert.strictEqual(decodeText(bytesOf("1b2429410e4463 3a430f21".replace(" ", "")), "iso-2022-cn"), "你好!")
  })

  it("recognizes Japanese by its escape sequences, whatever is declared", () => {
    const bytes = Buffer.from("\u001b$B$3$s$K$A$O\u001b(B")
    for (const declared of ["", "us-ascii", "utf-8", "iso-8859-1", "iso-2022-jp"])
      assert.strictEqual(decodeText(bytes, declared), "こんにちは", declared)
    assert.strictEqual(decodeText(Buffer.from("\u001b[1mbold\u001b[0m")), "\u001b[1mbold\u001b[0m")
  })

  it("keeps damaged UTF-8, and loses only the damaged part", () => {
    const damaged = Buffer.concat([Buffer.from("Grüße aus Köln, schöne Grüße"), Buffer.from([0xff])])
    assert.strictEqual(decodeText(damaged, "utf-8"), "Grüße aus Köln, schöne Grüße\ufffd")
    assert.strictEqual(decodeText(damaged), "Grüße aus Köln, schöne Grüße\ufffd")
  })

  it("reads bytes without a charset like the text next to them", () => {
    assert.strictEqual(decodeText(bytesOf("b7a2c6b1"), "", "gb2312"), "发票")
    const header = Buffer.from(
      "5375626a6563743a20b7a2c6b10d0a436f6e74656e742d547970653a20746578742f706c61696e3b20636861727365743d6762323331320d0a0d0a",
      "hex"
    )
    assert.strictEqual(new HeaderFields(header).text("subject"), "发票")
  })

  it("reads UTF-16 in the order of its byte order mark", () => {
    for (const declared of ["utf-16", "utf-16le", "utf-16be", "unicode"]) {
      assert.strictEqual(decodeText(bytesOf("feff006800e4"), declared), "hä", declared)
      assert.strictEqual(decodeText(bytesOf("fffe6800e400"), declared), "hä", declared)
    }
    assert.strictEqual(decodeText(bytesOf("006800e4"), "utf-16be"), "hä")
    assert.strictEqual(decodeText(bytesOf("6800e400"), "utf-16"), "hä")
  })

  it("never fails, whatever the bytes and the declared charset", () => {
    const label = fc.oneof(
      fc.constantFrom(
        "utf-7",
        "hz",
        "iso-2022-kr",
        "iso-2022-jp",
        "utf-16",
        "big5",
        "x-unknown",
        "us-ascii",
        "",
        "'utf-8'"
      ),
      fc.string({ maxLength: 20 })
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), label, label, (bytes, declared, hint) => {
        assert.isString(decodeText(bytes, declared, hint))
      })
    )
  })

  it("reads UTF-8 as UTF-8 whatever 8-bit charset is declared", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("big5", "gbk", "iso-8859-1", "koi8-r", "x"),
        (text, declared) => {
          // A leading byte order mark is not text.
          fc.pre(!text.startsWith("\ufeff"))
          assert.strictEqual(decodeText(Buffer.from(text), declared), text)
        }
      )
    )
  })
})
