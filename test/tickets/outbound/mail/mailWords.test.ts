import { assert, describe, it } from "@effect/vitest"
import { mailWords } from "../../../../src/tickets/outbound/mail/mailWords.ts"
import { draftOf } from "../../../support/mailDraft.ts"

const hostile = { ...draftOf().ticket, title: "Buy pills\r\nBcc: x@y.example", customerName: "Cheap pills" }

describe("The texts of a mail", () => {
  it("have the subject of what they reply to, with one prefix", () => {
    const subject = (conversation: object) =>
      mailWords(draftOf({ conversation: { messageIds: ["q@north.example"], ...conversation } })).subject
    assert.strictEqual(subject({}), "Re: Invoice 77")
    assert.strictEqual(subject({ subject: "RE: AW: Re: Other thing" }), "Re: Other thing")
    assert.strictEqual(subject({ subject: "Re: a\r\nBcc: x@y.example" }), "Re: a Bcc: x@y.example")
    assert.strictEqual(subject({ messageIds: [] }), "Invoice 77")
  })

  it("acknowledge a request in the brand's words, with the placeholders filled in", () => {
    const brand = {
      ...draftOf().brand,
      autoresponseSubject: "[{{ticketNumber}}] {{ ticketTitle }}",
      autoresponseBody: "Dear {{customerName}}, {{brandName}} has it. {{unknown}}"
    }
    const words = mailWords(draftOf({ kind: "autoresponse", brand, context: { acknowledge: "full" } }))
    assert.deepStrictEqual(words, {
      subject: "[ACME-1042] Invoice 77",
      body: "Dear Ines Roth, Acme has it. {{unknown}}",
      quotes: false
    })
  })

  it("repeat nothing of a sender who may be someone else", () => {
    for (const templates of [
      {},
      { autoresponseSubject: "{{ticketTitle}}", autoresponseBody: "{{customerName}} {{ticketTitle}}" }
    ]) {
      const brand = { ...draftOf().brand, ...templates }
      const words = mailWords(
        draftOf({ kind: "autoresponse", brand, ticket: hostile, context: { acknowledge: "plain" } })
      )
      assert.notMatch(`${words.subject} ${words.body}`, /pills/)
      assert.include(words.body, "ines@north.example")
    }
  })

  it("stay on one line if they are a header", () => {
    for (const kind of ["reply", "autoresponse", "notification", "notice"] as const)
      for (const acknowledge of ["full", "plain"]) {
        const { subject } = mailWords(draftOf({ kind, ticket: hostile, context: { acknowledge } }))
        assert.notMatch(subject, /[\r\n]/)
      }
  })

  it("tell watchers who did what", () => {
    const noted = draftOf().comment
    const note = noted === undefined ? undefined : { ...noted, isInternal: true }
    assert.match(
      mailWords(draftOf({ kind: "notice", comment: note })).body,
      /^Ada added an internal note:\n\nWhich one\?/
    )
    const unproven = noted === undefined ? undefined : { ...noted, isUnproven: true }
    assert.match(
      mailWords(draftOf({ kind: "notice", comment: unproven })).body,
      /^Ada \(unverified sender\) commented:\n\nWhich one\?/
    )
    const wordless = noted === undefined ? undefined : { ...noted, body: " " }
    assert.match(
      mailWords(draftOf({ kind: "notice", comment: wordless })).body,
      /^Ada commented without text\.\n\nYou receive this/,
      "files alone, which go with it"
    )
    // However long a comment is: every watcher gets a copy.
    const endless = noted === undefined ? undefined : { ...noted, body: `a${"\u{1F600}".repeat(10_001)}` }
    assert.include(
      mailWords(draftOf({ kind: "notice", comment: endless })).body,
      `:\n\na${"\u{1F600}".repeat(9_999)}…\n\nYou receive this`
    )
    assert.strictEqual(mailWords(draftOf({ comment: endless })).body, endless?.body, "an answer says all of it")
    const moved = draftOf({
      kind: "notice",
      comment: undefined,
      context: { actor: "Bo", status: { from: "open", to: "pending" } }
    })
    assert.match(mailWords(moved).body, /^Status: Open → Pending \(by Bo\)\n/)
  })
})
