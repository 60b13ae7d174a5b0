import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { instantOf, isEmail } from "../../src/api/Fields.ts"

describe("isEmail", () => {
  for (const address of [
    "a@b.example",
    " Ada.Lovelace+tag@Sub.Example.COM ",
    "o'hara@x-y.example",
    "a@xn--bcher-kva.example",
    "a@bücher.example",
    `${"a".repeat(64)}@b.example`
  ]) {
    it(`accepts ${address}`, () => assert.isTrue(isEmail(address)))
  }
  for (const address of [
    "",
    "a",
    "@b.example",
    "a@",
    "a@b",
    "a@b.",
    "a@.example",
    ".a@b.example",
    "a.@b.example",
    "a..b@c.example",
    "a b@c.example",
    "a@bü cher.example",
    "a@ü",
    "a@b c.example",
    "a@-b.example",
    "a@b-.example",
    "a@[127.0.0.1]",
    "a@1.2.3.4",
    '"a"@b.example',
    "a@b.example,c@d.example",
    "Ada <a@b.example>",
    "a@b.example (x)",
    "ü@b.example",
    "a\n@b.example",
    "a@b.example\0",
    `${"a".repeat(65)}@b.example`,
    `a@${"b".repeat(64)}.example`,
    `a@${"b.".repeat(126)}example`
  ]) {
    it(`refuses ${JSON.stringify(address)}`, () => assert.isFalse(isEmail(address)))
  }
})

describe("instantOf", () => {
  it("reads back every time that a date writes", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), (date) => {
        assert.strictEqual(instantOf(date.toISOString()), date.getTime())
      })
    )
  })
  for (const [text, iso] of [
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
    ["2026-11-20T09:30:00+02:00", "2026-11-20T07:30:00.000Z"],
    ["2026-11-20t09:30:00z", "2026-11-20T09:30:00.000Z"],
    ["2024-02-29T23:59:59.9Z", "2024-02-29T23:59:59.900Z"]
  ] as const) {
    it(`reads ${text} as ${iso}`, () => assert.strictEqual(new Date(instantOf(text)).toISOString(), iso))
  }
  for (const text of [
    "",
    "now",
    "2026",
    "2026-11",
    "20-11-2026",
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-11-20T24:30:00Z",
    "2026-11-20T09:30:00",
    "2026-11-20T09:30Z",
    "1969-12-31",
    "10000-01-01",
    "2026-11-20T09:30:00Z ",
    "1763631000"
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.isNaN(instantOf(text)))
  }
})
