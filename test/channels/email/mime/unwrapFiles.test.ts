import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { decompressRtf } from "../../../../channels/email/mime/decompressRtf.ts"
import { readProperties } from "../../../../channels/email/mime/mapiProperties.ts"
import { readTnef } from "../../../../channels/email/mime/readTnef.ts"
import { unwrapSigned } from "../../../../channels/email/mime/unwrapSigned.ts"

/** The file that a fixture contains as base64. */
const fileIn = (name: string) => {
  const mail = readFileSync(join(import.meta.dirname, `../../../fixtures/mail/content/${name}.eml`), "latin1")
  const from = mail.lastIndexOf("\r\n\r\n", mail.search(/^[A-Za-z0-9+/]{76}\r$/m)) + 4
  return new Uint8Array(Buffer.from(mail.slice(from, mail.indexOf("--", from)) || mail.slice(from), "base64"))
}

/** The bytes, truncated anywhere or with some of them changed. */
const damaged = (bytes: Uint8Array) =>
  fc
    .record({ length: fc.nat(bytes.length), changes: fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255))) })
    .map(({ changes, length }) => {
      const copy = bytes.slice()
      for (const [at, byte] of changes) copy[at] = byte
      return copy.subarray(0, length)
    })

describe("unwrapSigned", () => {
  for (const name of ["smime-opaque", "smime-opaque-streamed"]) {
    it(`finds the content of ${name}, and survives any damage to it`, () => {
      const bytes = fileIn(name)
      assert.include(Buffer.from(unwrapSigned(bytes) ?? []).toString(), "Signed gr=C3=BC=C3=9Fe")
      fc.assert(
        fc.property(damaged(bytes), (broken) => {
          const content = unwrapSigned(broken)
          assert.isTrue(content === undefined || content.length <= broken.length)
        })
      )
    })
  }

  it("finds certificates without content", () => {
    assert.deepStrictEqual(unwrapSigned(fileIn("smime-certificates")), new Uint8Array())
  })

  it("finds nothing in encrypted data, or in anything else", () => {
    assert.isUndefined(unwrapSigned(fileIn("smime-encrypted")))
    for (const bytes of [[], [0x30], [0x30, 0x80], [0x30, 0x84, 255, 255, 255, 255], new Array(10_000).fill(0x30)])
      assert.isUndefined(unwrapSigned(new Uint8Array(bytes)))
    assert.isUndefined(unwrapSigned(new Uint8Array(new Array(20_000).fill([0x30, 0x80]).flat())))
  })
})

describe("readTnef", () => {
  it("finds text, HTML and files, and survives any damage", () => {
    const bytes = fileIn("exchange-winmail")
    const content = readTnef(bytes)
    assert.strictEqual(content?.text, "Grüße aus Exchange – Anhänge anbei.")
    assert.deepStrictEqual(
      content?.files.map(({ contentId, contentType, filename }) => [filename, contentType, contentId]),
      [
        ["Rechnung März.pdf", "application/pdf", undefined],
        ["grün.png", undefined, "logo@x"]
      ]
    )
    fc.assert(
      fc.property(damaged(bytes), (broken) => {
        const read = readTnef(broken)
        assert.isTrue(read === undefined || read.files.every((file) => file.bytes.length <= broken.length))
      })
    )
  })
})

describe("readProperties", () => {
  it("reads nothing after a name that is longer than any file", () => {
    const count = [1, 0, 0, 0]
    const named = [0x1f, 0, 0, 0x80, ...new Array<number>(16).fill(0), 1, 0, 0, 0]
    const length = [1, 0, 0, 0x80]
    assert.strictEqual(readProperties(new Uint8Array([...count, ...named, ...length, 0, 0, 0, 0])).size, 0)
  })
})

describe("decompressRtf", () => {
  it("reads the example of the specification (MS-OXRTFCP 3.2.1), and uncompressed data", () => {
    const example = Buffer.from(
      "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af3206865" + "6c090020627705b06c647d0a800fa0",
      "hex"
    )
    assert.strictEqual(
      Buffer.from(decompressRtf(example) ?? []).toString(),
      "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    )
    const stored = Buffer.concat([Buffer.from("12000000060000004d454c4100000000", "hex"), Buffer.from("{\\rtf}")])
    assert.strictEqual(Buffer.from(decompressRtf(stored) ?? []).toString(), "{\\rtf}")
  })

  it("never fails or runs forever", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (tail) => {
        const head = Buffer.from("ffffff00ffff00004c5a467500000000", "hex")
        assert.isAtMost(decompressRtf(Buffer.concat([head, tail]))?.length ?? 0, 65_535)
      })
    )
  })
})
