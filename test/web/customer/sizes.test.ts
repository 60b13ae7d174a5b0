import { assert, it } from "@effect/vitest"
import { sizeText } from "../../../web/customer/sizes.ts"

it("File sizes use the reader's units and number format", () => {
  assert.deepStrictEqual(
    [0, 1, 999, 1000, 1_440_000, 25_000_000, 3e12].map((bytes) => sizeText(bytes, "en")),
    ["0 bytes", "1 byte", "999 bytes", "1 kB", "1.44 MB", "25 MB", "3,000 GB"]
  )
  assert.deepStrictEqual(
    ["de", "nl", "fr", "es", "pt", "it", "pl", "ja", "ar"].map((locale) => sizeText(78, locale)),
    ["78 Byte", "78 byte", "78\u00a0octets", "78 bytes", "78 bytes", "78 byte", "78 bajtów", "78 バイト", "78 بايت"]
  )
  assert.strictEqual(sizeText(1_440_000, "de"), "1,44 MB")
  assert.strictEqual(sizeText(1_440_000, "fr"), "1,44\u202fMo")
})
