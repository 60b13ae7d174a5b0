import { assert, describe, it } from "@effect/vitest"
import { likelyCharsets } from "../../../../channels/email/mime/likelyCharsets.ts"
import { readBody } from "../../../../channels/email/mime/readBody.ts"
import { readHead } from "../../../../channels/email/mime/readHead.ts"
import { legacyBytes } from "../../../support/legacyBytes.ts"

const mail = (from: string, charset: string, text: string) =>
  Buffer.concat([
    Buffer.from(`From: Z <${from}>\r\nSubject: `),
    legacyBytes(charset, text),
    Buffer.from("\r\nContent-Type: text/plain\r\n\r\n"),
    legacyBytes(charset, text)
  ])

describe("A short mail without a charset", () => {
  for (const [from, charset, text] of [
    ["z@north.cn", "gbk", "请帮我查订单"],
    ["z@qq.com", "gbk", "发票"],
    ["z@mail.163.com", "gbk", "您好，iPhone手机"],
    ["z@north.com.tw", "big5", "您好"],
    ["z@north.co.jp", "shift_jis", "領収書"],
    ["z@north.co.jp", "euc-jp", "領収書"],
    ["z@north.co.jp", "shift_jis", "注文はまだですか"],
    ["z@naver.com", "euc-kr", "환불"],
    ["z@north.co.kr", "euc-kr", "주문이 아직 안 왔어요"],
    ["z@north.gr", "windows-1253", "Ευχαριστώ"],
    ["z@north.co.th", "windows-874", "สั่งซื้อ"],
    ["z@north.cz", "iso-8859-2", "Kde je moje objednávka?"],
    ["z@north.cz", "windows-1250", "Kde je moje objednávka? Děkuji, Tomáš"],
    ["z@north.pl", "iso-8859-2", "Proszę o zwrot"],
    ["z@north.com.tr", "windows-1254", "Siparişim nerede?"],
    // Not the charset that their domain suggests.
    ["z@north.co.jp", "windows-1252", "I don’t get it"],
    ["z@north.cn", "windows-1252", "Größe geändert"],
    ["z@north.gr", "windows-1252", "A café, please"],
    ["z@north.de", "windows-1252", "Größe geändert"]
  ] as const)
    it(`from ${from} is read as ${charset}: ${text}`, async () => {
      const bytes = mail(from, charset, text)
      const { body } = await readBody({ source: { bytes }, folder: "", returnPath: "" })
      assert.strictEqual(body.text, text)
      assert.strictEqual(readHead(bytes, "").subject, text)
    })
})

describe("likelyCharsets", () => {
  it("are those of the last address, whatever surrounds it", () => {
    assert.deepStrictEqual(likelyCharsets("From: z@north.CN "), ["gbk"])
    assert.deepStrictEqual(likelyCharsets('From: "a@b.jp" <z@mail.qq.com>'), ["gbk"])
    for (const from of ["", "From: nobody", "z@localhost", "z@north.example", "z@notqq.com", "z@constructor"])
      assert.deepStrictEqual(likelyCharsets(from), [], from)
  })
})
