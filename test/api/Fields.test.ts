import { assert, describe, it } from "@effect/vitest"
import { isCustomerEmail, isEmail } from "../../src/api/Fields.ts"

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

describe("isCustomerEmail", () => {
  const good = [
    "a@b.example",
    "a..b@c.example",
    "a.@b.example",
    ".a@b.example",
    "jörg@bücher.example",
    "用户@例え.テスト",
    "root@localhost",
    "cron@intranet",
    "disk@host_1.north.example",
    "camera@192.168.1.64"
  ]
  for (const address of good) it(`accepts ${address}`, () => assert.isTrue(isCustomerEmail(address)))
  const bad = [
    "",
    "a@",
    "@b.example",
    "localhost",
    "a@b.",
    "a@.b",
    "a@b..example",
    "a@-b.example",
    "a@b!c.example",
    `a@${"b".repeat(64)}`,
    "a b@c.example",
    "a@b@c.example",
    '"a b"@c.example',
    "Ada <a@b.example>",
    "a@b.example,c@d.example",
    "a\u200b@b.example",
    "a\u00ad@b.example",
    "a\n@b.example",
    `${"ü".repeat(65)}@b.example`
  ]
  for (const address of bad) it(`refuses ${JSON.stringify(address)}`, () => assert.isFalse(isCustomerEmail(address)))
})
