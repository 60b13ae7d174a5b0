import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readBody } from "../../../channels/email/mime/readBody.ts"
import { readHead } from "../../../channels/email/mime/readHead.ts"
import { readBounce } from "../../../channels/email/readBounce.ts"
import { readComplaint } from "../../../channels/email/readComplaint.ts"
import type { RecipientReport } from "../../../src/domain/InboundMessage.ts"
import { processorTime } from "../../support/processorTime.ts"

const reportIn = async <A>(name: string, read: (text: string, parts: Parameters<typeof readBounce>[1]) => A) => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, `../../fixtures/mail/${name}.eml`)))
  const { body } = await readBody({ source: { bytes }, folder: "", returnPath: "" })
  const parts = body.files.map(({ content, contentType }) => ({
    contentType,
    start: "bytes" in content ? content.bytes : new Uint8Array()
  }))
  return { kind: readHead(bytes, "").kind, report: read(body.text, parts) }
}

const ines = "ines@north.example"
const paul = "paul@south.example"
const reports: ReadonlyArray<readonly [string, ReadonlyArray<Omit<RecipientReport, "diagnostic">>]> = [
  ["postfix-unknown-user", [{ action: "failed", recipient: ines, status: "5.1.1" }]],
  [
    "postfix-several",
    [
      { action: "failed", recipient: ines, status: "4.2.2" },
      { action: "failed", recipient: paul, status: "5.1.1" },
      { action: "failed", recipient: "lea@west.example", status: "5.4.6" }
    ]
  ],
  ["postfix-delayed", [{ action: "delayed", recipient: ines, status: "4.4.1" }]],
  ["postfix-delivered", [{ action: "delivered", recipient: ines, status: "2.0.0" }]],
  ["postfix-relayed", [{ action: "relayed", recipient: ines, status: "2.0.0" }]],
  ["exchange-undeliverable", [{ action: "failed", recipient: paul, status: "5.1.10" }]],
  ["exchange-delayed", [{ action: "delayed", recipient: paul, status: "4.4.7" }]],
  ["exchange-expanded", [{ action: "expanded", recipient: "purchasing@south.example", status: "2.1.5" }]],
  ["gmail-address-not-found", [{ action: "failed", recipient: ines, status: "5.1.1" }]],
  ["gmail-delayed", [{ action: "delayed", recipient: ines, status: "4.4.1" }]],
  ["exim-report", [{ action: "failed", recipient: "ada@east.example", status: "5.0.0" }]],
  ["exim-unknown-user", [{ action: "failed", recipient: "ada@east.example", status: "5.1.1" }]],
  ["exim-delayed", [{ action: "delayed", recipient: "ada@east.example", status: "4.7.1" }]],
  ["qmail-failure-notice", [{ action: "failed", recipient: "lea@west.example", status: "5.2.1" }]],
  [
    "qmail-several",
    [
      { action: "failed", recipient: "lea@west.example", status: "5.1.1" },
      { action: "failed", recipient: "tom@north.example", status: "5.2.2" },
      { action: "failed", recipient: paul, status: "4.7.1" }
    ]
  ],
  [
    "sendmail-transcript",
    [
      { action: "failed", recipient: ines, status: "5.2.2" },
      { action: "failed", recipient: "lea@west.example", status: "5.1.1" }
    ]
  ],
  ["gateway-inline", [{ action: "failed", recipient: paul, status: "5.1.1" }]],
  ["ses-mailbox-full", [{ action: "failed", recipient: ines, status: "4.2.2" }]],
  ["internationalised", [{ action: "failed", recipient: "jörg@xn--bcher-kva.example", status: "5.1.1" }]]
]

describe("readBounce", () => {
  for (const [name, expected] of reports)
    it(`finds the mail and what is said of each recipient in ${name}`, async () => {
      const { kind, report } = await reportIn(`bounces/${name}`, readBounce)
      assert.strictEqual(kind, "bounce")
      assert.deepStrictEqual(report.messageIds, ["answer@acme.example"])
      assert.deepStrictEqual(
        report.recipients.map(({ action, recipient, status }) => ({ action, recipient, status })),
        expected
      )
    })

  it("keeps the words of whoever refused", async () => {
    const { report } = await reportIn("bounces/qmail-several", readBounce)
    assert.deepStrictEqual(
      report.recipients.map(({ diagnostic }) => diagnostic),
      [
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "Remote host said: 552 5.2.2 Over quota",
        "Remote host said: 450 4.7.1 Try again later"
      ]
    )
  })

  it("takes actions for what they are, and what has none for what its status says", () => {
    const actionOf = (...lines: ReadonlyArray<string>) => {
      const status = ["Reporting-MTA: dns; x.example", ["Final-Recipient: rfc822; a@b.example", ...lines].join("\r\n")]
      const start = Buffer.from(status.join("\r\n\r\n"))
      return readBounce("", [{ contentType: "message/delivery-status", start }]).recipients[0]?.action
    }
    for (const action of ["failed", "delayed", "delivered", "relayed", "expanded"] as const) {
      assert.strictEqual(actionOf(`Action: ${action}`, "Status: 5.1.1"), action)
      assert.strictEqual(actionOf(`Action: ${action.toUpperCase()}`), action)
    }
    assert.strictEqual(actionOf("Status: 4.4.1"), "delayed")
    assert.strictEqual(actionOf("Status: 2.0.0"), "delivered")
    assert.strictEqual(actionOf("Status: 5.0.0"), "failed")
    assert.strictEqual(actionOf(), "failed")
  })

  it("says little where there is nothing to read, and reads what is hostile in no time", () => {
    assert.deepStrictEqual(readBounce("", []), {
      messageIds: [],
      recipients: [{ recipient: undefined, action: "failed", status: undefined, diagnostic: undefined }]
    })
    const spent = processorTime(() => {
      for (const text of [
        "5.1".repeat(500_000),
        "  a@b.example\n".repeat(100_000),
        "<a@b>:\n500 x\n".repeat(100_000)
      ]) {
        const start = Buffer.from(`${"\r\n".repeat(30_000)}x`)
        const { recipients } = readBounce(text, [{ contentType: "message/delivery-status", start }])
        assert.isAtMost(recipients.length, 100)
      }
    })
    assert.isBelow(spent, 5_000)
  })

  it("finds no mail by what is no id, such as one with NUL in it", () => {
    const start = Buffer.from("Message-ID: <a\0b@desk.example>\r\n\r\n")
    const text = "Message-ID: <c\0d@desk.example>\nMessage-ID: <e@desk.example>"
    assert.deepStrictEqual(readBounce(text, [{ contentType: "text/rfc822-headers", start }]).messageIds, [
      "e@desk.example"
    ])
  })

  it("reads a hundred recipients of one report and no more", () => {
    const groups = Array.from({ length: 300 }, (_, n) => `Final-Recipient: rfc822; a${n}@b.example\nAction: failed`)
    const start = Buffer.from(["Reporting-MTA: dns; x.example", ...groups].join("\n\n"))
    assert.strictEqual(readBounce("", [{ contentType: "message/delivery-status", start }]).recipients.length, 100)
  })
})

describe("readComplaint", () => {
  const said = { action: "complained" as const }

  it("finds the mail, and whose complaint it is where that is told", async () => {
    assert.deepStrictEqual(await reportIn("complaints/provider-abuse", readComplaint), {
      kind: "complaint",
      report: {
        messageIds: ["answer@acme.example"],
        recipients: [{ ...said, diagnostic: "abuse, by MailboxFeedback/2.1", recipient: ines }]
      }
    })
    assert.deepStrictEqual((await reportIn("complaints/redacted-headers", readComplaint)).report, {
      messageIds: ["answer@acme.example"],
      recipients: [{ ...said, diagnostic: "abuse, by Junk Mail Reporting/1.0" }]
    })
    assert.deepStrictEqual((await reportIn("classes/abuse-feedback", readComplaint)).report?.messageIds, [])
  })

  it("takes no other feedback for a complaint", async () => {
    for (const name of ["not-spam", "dmarc-failure"])
      assert.deepStrictEqual(await reportIn(`complaints/${name}`, readComplaint), {
        kind: "complaint",
        report: undefined
      })
    assert.isUndefined(readComplaint("", []))
  })
})
