import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { readBody } from "../../../channels/email/mime/readBody.ts"
import { readHead } from "../../../channels/email/mime/readHead.ts"
import { readBounce } from "../../../channels/email/readBounce.ts"
import { readComplaint } from "../../../channels/email/readComplaint.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

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
/** What is read about each recipient: action, address, status, and the remote server's reply. */
const reports: ReadonlyArray<readonly [string, ReadonlyArray<ReadonlyArray<string | undefined>>]> = [
  [
    "postfix-unknown-user",
    [
      [
        "failed",
        ines,
        "5.1.1",
        "550 5.1.1 <ines@north.example>: Recipient address rejected: User unknown in virtual mailbox table"
      ]
    ]
  ],
  [
    "postfix-several",
    [
      ["failed", ines, "4.2.2", "452 4.2.2 Mailbox full"],
      ["failed", paul, "5.1.1", "550 5.1.1 No such person"],
      ["failed", "lea@west.example", "5.4.6", "mail for west.example loops back to myself"]
    ]
  ],
  [
    "postfix-delayed",
    [["delayed", ines, "4.4.1", "connect to mail.north.example[192.0.2.5]:25: Connection timed out"]]
  ],
  ["postfix-delivered", [["delivered", ines, "2.0.0", "delivery via dovecot: delivered to mailbox"]]],
  ["postfix-relayed", [["relayed", ines, "2.0.0", "250 2.0.0 Ok: queued as 7C01"]]],
  [
    "exchange-undeliverable",
    [
      [
        "failed",
        paul,
        "5.1.10",
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup"
      ]
    ]
  ],
  ["exchange-delayed", [["delayed", paul, "4.4.7", "400 4.4.7 Message delayed"]]],
  ["exchange-expanded", [["expanded", "purchasing@south.example", "2.1.5", undefined]]],
  [
    "gmail-address-not-found",
    [["failed", ines, "5.1.1", "550 5.1.1 The email account that you tried to reach does not exist."]]
  ],
  [
    "gmail-delayed",
    [
      [
        "delayed",
        ines,
        "4.4.1",
        "The recipient server did not accept our requests to connect. [mail.north.example. 192.0.2.5: timed out]"
      ]
    ]
  ],
  ["exim-report", [["failed", "ada@east.example", "5.0.0", "550 No such user here"]]],
  ["exim-unknown-user", [["failed", "ada@east.example", "5.1.1", "550 5.1.1 <ada@east.example>: no such user"]]],
  [
    "exim-without-reasons",
    [
      ["failed", "paul@east.example", "5.0.0", "mailbox is full: retry timeout exceeded"],
      ["failed", "ada@east.example", "5.0.0", "Unrouteable address"]
    ]
  ],
  [
    "opensmtpd-several",
    [
      ["failed", ines, "5.1.1", "550 5.1.1 No such mailbox here"],
      ["failed", "paul@north.example", "5.0.0", "550 Invalid recipient: <paul@north.example>"]
    ]
  ],
  ["opensmtpd-delayed", [["delayed", ines, "4.4.7", "Envelope expired"]]],
  ["exim-delayed", [["delayed", "ada@east.example", "4.7.1", "451 4.7.1 Greylisted, please try again"]]],
  [
    "qmail-failure-notice",
    [["failed", "lea@west.example", "5.2.1", "Remote host said: 550 5.2.1 The mailbox is disabled"]]
  ],
  [
    "qmail-several",
    [
      ["failed", "lea@west.example", "5.1.1", "Sorry, no mailbox here by that name. (#5.1.1)"],
      ["failed", "tom@north.example", "5.2.2", "Remote host said: 552 5.2.2 Over quota"],
      ["failed", paul, "4.7.1", "Remote host said: 450 4.7.1 Try again later"]
    ]
  ],
  [
    "sendmail-transcript",
    [
      ["failed", ines, "5.2.2", "(reason: 552 5.2.2 Over quota)"],
      ["failed", "lea@west.example", "5.1.1", "(reason: 550 5.1.1 User unknown)"]
    ]
  ],
  ["gateway-inline", [["failed", paul, "5.1.1", "550 5.1.1 No such user"]]],
  [
    "ses-mailbox-full",
    [["failed", ines, "4.2.2", "452 4.2.2 The email account that you tried to reach is over quota."]]
  ],
  ["internationalised", [["failed", "jörg@xn--bcher-kva.example", "5.1.1", "550 5.1.1 unknown"]]]
]

describe("readBounce", () => {
  for (const [name, expected] of reports)
    it(`finds the mail and the report about each recipient in ${name}`, async () => {
      const { kind, report } = await reportIn(`bounces/${name}`, readBounce)
      assert.strictEqual(kind, "bounce")
      assert.deepStrictEqual(report.messageIds, ["answer@acme.example"])
      assert.deepStrictEqual(
        report.recipients.map(({ action, diagnostic, recipient, status }) => [action, recipient, status, diagnostic]),
        expected
      )
    })

  it("fills gaps of a single recipient from the text, and takes nothing from several guesses", () => {
    const words = "Your message could not be delivered.\r\n552 5.2.2 Over quota\r\n"
    const group = (recipient: string) => `Final-Recipient: rfc822; ${recipient}`
    const read = (...groups: ReadonlyArray<string>) => {
      const start = Buffer.from(["Reporting-MTA: dns; x.example", ...groups].join("\r\n\r\n"))
      return readBounce(words, [{ contentType: "message/delivery-status", start }]).recipients
    }
    const said = { action: "failed", status: "5.2.2", diagnostic: "552 5.2.2 Over quota" } as const
    assert.deepStrictEqual(read(group(ines)), [{ ...said, recipient: ines }])
    assert.deepStrictEqual(read("Action: failed"), [{ ...said, recipient: undefined }])
    const unsaid = { action: "failed", status: undefined, diagnostic: undefined } as const
    assert.deepStrictEqual(read(group(ines), group(paul)), [
      { ...unsaid, recipient: ines },
      { ...unsaid, recipient: paul }
    ])
    assert.deepStrictEqual(read(`${group(ines)}\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 550 5.1.1 unknown`), [
      { action: "failed", recipient: ines, status: "5.1.1", diagnostic: "550 5.1.1 unknown" }
    ])
  })

  it("reads from the text alone the paragraph of each recipient, and whether delivery is still tried", () => {
    const read = (...lines: ReadonlyArray<string>) =>
      readBounce(lines.join("\r\n"), []).recipients.map((one) => [
        one.action,
        one.recipient,
        one.status,
        one.diagnostic
      ])
    const several = [`<${ines}>:`, "No reason.", "", "552 5.2.2 of nobody", "", `<${paul}>:`, "550 5.1.1 Unknown"]
    assert.deepStrictEqual(read(...several), [
      ["failed", ines, undefined, "No reason."],
      ["failed", paul, "5.1.1", "550 5.1.1 Unknown"]
    ])
    assert.deepStrictEqual(read("Hello,", `<${ines}>:`, "nothing is told", "", "452 4.2.2 Over quota"), [
      ["delayed", undefined, "4.2.2", "452 4.2.2 Over quota"]
    ])
    const quoted = [
      `<${ines}>:`,
      "552 5.2.2 Full",
      "",
      "--- Below this line is a copy of it",
      `<${paul}>:`,
      "550 5.1.1 x"
    ]
    assert.deepStrictEqual(read(...quoted), [["failed", ines, "5.2.2", "552 5.2.2 Full"]])
    for (const [line, action] of [
      ["451 4.7.1 Try again later", "delayed"],
      ["451 4.7.1 Try again later; Giving up", "failed"],
      ["554 5.0.0 not yet: DELIVERY HAS BEEN DELAYED", "delayed"],
      ["250 2.0.0 Ok", "delivered"]
    ] as const)
      assert.strictEqual(read(line)[0]?.[0], action, line)
  })

  it("uses actions as they are, and the status if there is none", () => {
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

  it("reports little when there is little to read, and reads hostile input quickly", () => {
    assert.deepStrictEqual(readBounce("", []), {
      messageIds: [],
      recipients: [{ recipient: undefined, action: "failed", status: undefined, diagnostic: undefined }]
    })
    takesAtMost(5_000, () => {
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
  })

  it("looks at few of the messages that a report returns, and at few of its recipients", () => {
    const returned = { contentType: "message/rfc822", start: Buffer.from("a:\n b\n".repeat(10_000)) }
    const feedback = Buffer.from(`Feedback-Type: abuse\n${"Original-Rcpt-To: \xe9a@b.c\n".repeat(2_000)}`, "latin1")
    takesAtMost(250, () => {
      readBounce("", Array(50).fill(returned))
      readComplaint("", [{ contentType: "message/feedback-report", start: feedback }, ...Array(49).fill(returned)])
    })
  })

  it("finds no mail by an invalid id, such as one with NUL in it", () => {
    const start = Buffer.from("Message-ID: <a\0b@desk.example>\r\n\r\n")
    const text = "Message-ID: <c\0d@desk.example>\nMessage-ID: <e@desk.example>"
    assert.deepStrictEqual(readBounce(text, [{ contentType: "text/rfc822-headers", start }]).messageIds, [
      "e@desk.example"
    ])
  })

  it("reads at most a hundred recipients of one report", () => {
    const groups = Array.from({ length: 300 }, (_, n) => `Final-Recipient: rfc822; a${n}@b.example\nAction: failed`)
    const start = Buffer.from(["Reporting-MTA: dns; x.example", ...groups].join("\n\n"))
    assert.strictEqual(readBounce("", [{ contentType: "message/delivery-status", start }]).recipients.length, 100)
  })
})

describe("readComplaint", () => {
  const said = { action: "complained" as const }

  it("finds the mail, and whose complaint it is if that is reported", async () => {
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

  it("does not mistake other feedback for a complaint", async () => {
    for (const name of ["not-spam", "dmarc-failure"])
      assert.deepStrictEqual(await reportIn(`complaints/${name}`, readComplaint), {
        kind: "complaint",
        report: undefined
      })
    assert.isUndefined(readComplaint("", []))
  })
})
