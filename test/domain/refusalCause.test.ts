import { assert, describe, it } from "@effect/vitest"
import { type RefusalCause, refusalCause, refusalText, statusIn } from "../../src/domain/refusalCause.ts"

const causes = (said: Readonly<Record<string, RefusalCause>>) => {
  for (const [text, cause] of Object.entries(said)) assert.strictEqual(refusalCause(undefined, text), cause, text)
}

describe("The cause of a refusal", () => {
  it("follows from its status code, if that is a known one", () => {
    for (const [cause, ...statuses] of [
      ["no_mailbox", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.1", "5.4.4", "5.4.310"],
      ["mailbox_full", "5.2.2", "4.2.2"],
      ["too_large", "5.2.3", "5.3.4"],
      ["policy", "5.7.0", "5.7.1", "5.7.26", "5.7.509", "4.7.0"],
      ["other", "5.1.4", "5.1.7", "5.1.8", "5.2.4", "5.3.2", "5.4.6", "5.4.7", "5.4.14", "5.5.2", "5.6.1"]
    ] as const)
      for (const status of statuses) assert.strictEqual(refusalCause(status), cause, status)
  })

  it("is never the address for a temporary failure", () => {
    for (const status of ["4.1.1", "4.2.1", "4.4.1", "4.4.4"])
      assert.strictEqual(refusalCause(status, "no such user"), "other", status)
    assert.strictEqual(refusalCause("4.0.0", "450 mailbox unavailable"), "other")
    causes({ "451 4.1.1 unknown user": "other", "450 Requested action not taken: mailbox unavailable": "other" })
  })

  it("is the address in replies of real servers without such a mailbox", () =>
    causes({
      "550-5.1.1 The email account that you tried to reach does not exist.": "no_mailbox",
      "550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT029.eop-EUR02.prod.protection.outlook.com]":
        "no_mailbox",
      "550 5.5.0 Requested action not taken: mailbox unavailable": "no_mailbox",
      "550 Requested action not taken: mailbox unavailable": "no_mailbox",
      "550 5.1.1 <ines@north.example>: Recipient address rejected: User unknown in local recipient table": "no_mailbox",
      "550 No such user here": "no_mailbox",
      "550 sorry, no mailbox here by that name (#5.1.1)": "no_mailbox",
      "554 delivery error: dd Sorry, your message to ines@north.example cannot be delivered. This mailbox is disabled (554.30).":
        "no_mailbox",
      "550 Unknown address error 550-'5.1.1 <ines@north.example> unknown'": "no_mailbox",
      "550 5.1.0 ines@north.example This account doesn't exist": "no_mailbox",
      "550 Unrouteable address": "no_mailbox",
      "550 Invalid recipient": "no_mailbox",
      "556 5.1.10 Recipient address has null MX": "no_mailbox"
    }))

  it("is a full mailbox", () =>
    causes({
      "552-5.2.2 The email account that you tried to reach is over quota.": "mailbox_full",
      "552 Requested mail action aborted: exceeded storage allocation": "mailbox_full",
      "554 Mailbox full": "mailbox_full",
      "550 Quota exceeded (mailbox for user is full)": "mailbox_full"
    }))

  it("is the size of the mail", () =>
    causes({
      "552 5.3.4 Message size exceeds fixed limit": "too_large",
      "552 message size exceeds maximum allowed": "too_large",
      "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient": "too_large"
    }))

  it("is the content of the mail, or its claimed sender", () =>
    causes({
      "550-5.7.1 Our system has detected that this message is likely unsolicited mail.": "policy",
      "550 5.7.26 This mail is unauthenticated, which poses a security risk": "policy",
      "550 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using Spamhaus": "policy",
      "554 5.7.1 <ines@north.example>: Relay access denied": "policy",
      "554 Message rejected under policy": "policy",
      "550 Recipient address rejected: blocked by the sender's reputation": "policy",
      "550 Sender address rejected: not found": "policy"
    }))

  it("is unknown if the text says no more than the code", () =>
    causes({ "554 Transaction failed": "other", "550 Rejected": "other", "": "other" }))

  it("is taken from the last server's text if the reporting one gives only the class", () => {
    assert.strictEqual(refusalCause("5.0.0", "550 5.2.2 full"), "mailbox_full")
    assert.strictEqual(refusalCause("5.1.0", "550-'5.1.1 unknown'"), "no_mailbox")
    assert.strictEqual(refusalCause("5.7.1", "550 5.1.1 unknown user"), "policy")
  })
})

describe("A refusal in plain words", () => {
  it("says what it means, and what the server said", () => {
    assert.strictEqual(
      refusalText("mailbox_full", "552 5.2.2 over quota"),
      "The mailbox is full: write again later, or contact them another way (552 5.2.2 over quota)"
    )
    assert.strictEqual(refusalText("other", "554 no"), "554 no")
    assert.strictEqual(refusalText(undefined, ""), undefined)
  })

  it("has the code from the server's reply", () => {
    assert.strictEqual(statusIn("(#5.1.1)"), "5.1.1")
    assert.strictEqual(statusIn("said: 550-No such user"), "5.0.0")
    assert.strictEqual(statusIn("connected to 192.0.2.5"), undefined)
  })
})
