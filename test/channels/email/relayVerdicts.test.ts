import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { HeaderFields } from "../../../channels/email/mime/HeaderFields.ts"
import { isTrustedRelay, relayVerdicts } from "../../../channels/email/relayVerdicts.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const relay = "mx.acme.example"
const said = (...lines: ReadonlyArray<string>) =>
  relayVerdicts(new HeaderFields(Buffer.from(`${lines.join("\r\n")}\r\n\r\nbody`)), relay)

describe("relayVerdicts", () => {
  it("reads the results of Postfix milters, each in its own field", () =>
    assert.deepStrictEqual(
      said(
        "Authentication-Results: mx.acme.example; dmarc=pass (p=reject dis=none) header.from=north.example",
        "Authentication-Results: mx.acme.example; spf=pass (sender SPF authorized) smtp.mailfrom=ines@north.example\r\n\tsmtp.helo=out.north.example",
        "Authentication-Results: mx.acme.example;",
        '\tdkim=pass (2048-bit key; unprotected) header.d=mail.north.example header.i=@mail.north.example header.s=s1 header.b="a;b\\"c"'
      ),
      {
        isSpam: false,
        spf: { result: "pass", domain: "north.example" },
        dmarc: { result: "pass", domain: "north.example" },
        dkim: [{ result: "pass", domain: "mail.north.example", selector: "s1", aligned: true }]
      }
    ))

  it("reads the results of Exchange Online, Rspamd and SpamAssassin", () => {
    assert.deepStrictEqual(
      said(
        "Authentication-Results: MX.acme.example 1; spf=softfail (sender IP is 192.0.2.1)",
        " smtp.mailfrom=north.example; dkim=none (message not signed) header.d=none;dmarc=fail",
        " action=oreject header.from=north.example;compauth=fail reason=000",
        "X-Spam-Status: Yes, score=7.1 required=5.0 tests=BAYES_99"
      ),
      {
        isSpam: true,
        spf: { result: "softfail", domain: "north.example" },
        dmarc: { result: "fail", domain: "north.example" },
        dkim: [{ result: "none", domain: "none", selector: "", aligned: false }]
      }
    )
    assert.isTrue(said("X-Spam-Flag: YES").isSpam)
    assert.isTrue(said("X-Spam: Yes").isSpam)
    assert.isFalse(said("X-Spam-Status: No, score=-1", "X-Spam-Flag: NO").isSpam)
  })

  it("keeps the storable part of a signature's names", () => {
    const [first] =
      said(`Authentication-Results: ${relay}; dkim=pass header.d=north.example header.s=s\0${"x".repeat(3_000)}`)
        .dkim ?? []
    assert.strictEqual(first?.selector, `s ${"x".repeat(253)}`)
  })

  it("ignores results from others, however they disguise the name", () => {
    for (const field of [
      "Authentication-Results: mx.elsewhere.example; dmarc=pass",
      "Authentication-Results: mx.acme.example.evil.example; dmarc=pass",
      "Authentication-Results: (mx.acme.example;) evil.example; dmarc=pass",
      'Authentication-Results: "evil.example mx.acme.example"; dmarc=pass',
      "Authentication-Results: evil.example (; mx.acme.example; dmarc=pass",
      "X-Authentication-Results: mx.acme.example; dmarc=pass",
      "Subject: hello\r\n Authentication-Results: mx.acme.example; dmarc=pass"
    ])
      assert.deepStrictEqual(said(field), { isSpam: false }, field)
  })

  it("ignores results that senders put into comments and quoted strings", () => {
    for (const theirs of [
      '(helo=x; dmarc=pass) smtp.mailfrom="x; dmarc=pass header.from=bank.example"@evil.example',
      'smtp.mailfrom="x smtp.mailfrom=ceo@bank.example y"@evil.example',
      'smtp.mailfrom="x\\ smtp.mailfrom=ceo@bank.example\\ y"@evil.example',
      'reason="x\\"; dmarc=pass header.from=bank.example" smtp.mailfrom=x@evil.example',
      '(helo="x) smtp.mailfrom=x@evil.example (; dmarc=pass',
      "(x \\) ; dmarc=pass) smtp.mailfrom=x@evil.example"
    ])
      assert.deepStrictEqual(
        said(`Authentication-Results: mx.acme.example; spf=fail ${theirs}`),
        { isSpam: false, spf: { result: "fail", domain: "evil.example" } },
        theirs
      )
  })

  it("uses the topmost result if there are several", () =>
    assert.strictEqual(
      said(
        "Authentication-Results: mx.acme.example; dmarc=fail header.from=bank.example",
        "Authentication-Results: mx.acme.example; dmarc=pass header.from=bank.example"
      ).dmarc?.result,
      "fail"
    ))

  it("treats unknown results as none, and survives any input", () => {
    assert.strictEqual(said("Authentication-Results: mx.acme.example; spf=hardfail").spf?.result, "none")
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'abc=;()"\\ .@\t'.split(""), "spf=", "mx.acme.example;"), { maxLength: 80 }),
        (pieces) => {
          const found = said(`Authentication-Results: ${pieces.join("")}`)
          assert.isFalse(found.isSpam)
        }
      )
    )
    const hostile = Array.from({ length: 200 }, () => `Authentication-Results: mx.acme.example; ${"(".repeat(10_000)}`)
    takesAtMost(500, () => said(...hostile))
  })
})

describe("isTrustedRelay", () => {
  it("accepts addresses and networks of both families, and nothing else", () => {
    const isTrusted = isTrustedRelay({ networks: ["192.0.2.7", "198.51.100.0/24", "2001:db8::/32"] })
    for (const address of ["192.0.2.7", "::ffff:192.0.2.7", "198.51.100.200", "2001:db8::1"])
      assert.isTrue(isTrusted(address), address)
    for (const address of ["192.0.2.8", "127.0.0.1", "2001:db9::1", "", "unix"])
      assert.isFalse(isTrusted(address), address)
    assert.isFalse(isTrustedRelay({ networks: [] })("127.0.0.1"))
  })
})
