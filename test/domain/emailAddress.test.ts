import { assert, describe, it } from "@effect/vitest"
import { addressOf, asciiDomain } from "../../src/domain/emailAddress.ts"

describe("addressOf", () => {
  for (const [said, stored] of [
    [" Ada.Lovelace+tag@Sub.Example.COM ", "ada.lovelace+tag@sub.example.com"],
    ["Ines@Bücher.example", "ines@xn--bcher-kva.example"],
    ["ines@BU\u0308CHER.example", "ines@xn--bcher-kva.example"],
    ["JO\u0308RG@North.example", "jörg@north.example"],
    ["ines@例え。テスト", "ines@xn--r8jz45g.xn--zckzah"],
    ["Bücher.example", "xn--bcher-kva.example"],
    ["Example.com", "example.com"]
  ] as const) {
    it(`turns ${said} into ${stored}`, () => assert.strictEqual(addressOf(said), stored))
  }
})

describe("asciiDomain", () => {
  for (const name of ["bü cher.example", "bü\ncher.example", "bü\0.example", "ü/x.example", "ü＠x.example"]) {
    it(`rejects ${JSON.stringify(name)} as a domain`, () => assert.strictEqual(asciiDomain(name), ""))
  }
})
