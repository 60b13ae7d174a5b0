import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readBody } from "../../../channels/email/mime/readBody.ts"
import { readHead } from "../../../channels/email/mime/readHead.ts"
import { readBounce } from "../../../channels/email/readBounce.ts"
import type { Bounce } from "../../../src/domain/InboundMessage.ts"

const bounceIn = async (name: string) => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, `../../fixtures/mail/bounces/${name}.eml`)))
  const { body } = await readBody({ source: { bytes }, folder: "", returnPath: "" })
  const parts = body.files.map(({ content, contentType }) => ({
    contentType,
    start: "bytes" in content ? content.bytes : new Uint8Array()
  }))
  return { kind: readHead(bytes, "").kind, ...readBounce(body.text, parts) }
}

const reports: ReadonlyArray<readonly [string, Partial<Bounce> & Pick<Bounce, "action">]> = [
  ["postfix-unknown-user", { action: "failed", recipient: "ines@north.example", status: "5.1.1" }],
  ["postfix-delayed", { action: "delayed", recipient: "ines@north.example", status: "4.4.1" }],
  ["exchange-undeliverable", { action: "failed", recipient: "paul@south.example", status: "5.1.10" }],
  ["gmail-address-not-found", { action: "failed", recipient: "ines@north.example", status: "5.1.1" }],
  ["exim-unknown-user", { action: "failed", recipient: undefined, status: "5.1.1" }],
  ["qmail-failure-notice", { action: "failed", recipient: undefined, status: "5.2.1" }],
  ["ses-mailbox-full", { action: "failed", recipient: "ines@north.example", status: "4.2.2" }]
]

describe("readBounce", () => {
  for (const [name, expected] of reports)
    it(`finds the mail and the reason in ${name}`, async () => {
      const { diagnostic, ...found } = await bounceIn(name)
      assert.deepStrictEqual(found, { kind: "bounce", messageIds: ["answer@acme.example"], ...expected })
      assert.match(diagnostic ?? "", /\b[45]\d\d |timed out/)
    })

  it("takes a report of several recipients for the one that failed", () => {
    const status = [
      "Reporting-MTA: dns; x.example",
      "Final-Recipient: rfc822; a@b.example\r\nAction: delivered\r\nStatus: 2.0.0",
      "Final-Recipient: rfc822; <C@D.example>\r\nAction: failed\r\nStatus: 5.7.1 (refused)"
    ].join("\r\n\r\n")
    assert.deepInclude(readBounce("", [{ contentType: "message/delivery-status", start: Buffer.from(status) }]), {
      recipient: "c@d.example",
      status: "5.7.1",
      action: "failed"
    })
  })

  it("says little where there is nothing to read, and reads what is hostile in no time", () => {
    assert.deepStrictEqual(readBounce("", []), {
      messageIds: [],
      recipient: undefined,
      action: "failed",
      status: undefined,
      diagnostic: undefined
    })
    const endless = "5.1".repeat(500_000)
    const started = performance.now()
    readBounce(endless, [{ contentType: "message/delivery-status", start: Buffer.from(`${"\r\n".repeat(30_000)}x`) }])
    assert.isBelow(performance.now() - started, 2_000)
  })
})
