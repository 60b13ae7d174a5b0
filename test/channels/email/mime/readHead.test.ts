import { assert, describe, it } from "@effect/vitest"
import { readHead } from "../../../../channels/email/mime/readHead.ts"

const headOf = (lines: ReadonlyArray<string>, returnPath = "") =>
  readHead(Buffer.from([...lines, "", "Hello"].join("\r\n")), returnPath)

describe("readHead", () => {
  it("finds every mailbox that a mail passed, and everyone it names, in any number of fields", () => {
    const head = headOf([
      "Delivered-To: brand@inbound.example",
      "X-Forwarded-To: brand@inbound.example",
      "Delivered-To: support@acme.example",
      "From: ines@north.example",
      "To: Acme <support@acme.example>",
      "Cc: paul@south.example",
      "Cc: lea@west.example"
    ])
    assert.deepStrictEqual(head.deliveredTo, ["brand@inbound.example", "support@acme.example"])
    assert.deepStrictEqual(
      head.people.map(({ email }) => email),
      ["support@acme.example", "paul@south.example", "lea@west.example"]
    )
    assert.deepStrictEqual(head.copied, ["paul@south.example", "lea@west.example"])
  })

  it("reads at most ten fields of one name", () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `Cc: p${n}@south.example`)
    assert.lengthOf(headOf(["From: ines@north.example", ...many]).people, 10)
  })

  it("uses the first of two titles, and counts fields that must be unique", () => {
    const head = headOf(["Subject: One", "Subject: Two", "From: a@b.example", "From: c@d.example"])
    assert.deepInclude(head, { subject: "One", fromFields: 2, sender: { email: "a@b.example" } })
  })

  it("finds the ids that it replies to if a program has encoded them as words", () => {
    const { references } = headOf([
      "From: ines@north.example",
      "In-Reply-To: =?utf-8?q?=3Ccmt=5F01kazv9h5x7n=2Ea2b3c4d5e6f7g8h9j0k1m2n3p4q=40inbou?=",
      " =?utf-8?q?nd=2Eexample=3E?=",
      "References: =?utf-8?q?=3Cfirst=40north=2Eexample=3E?= <second@north.example>"
    ])
    assert.deepStrictEqual(references, [
      "cmt_01kazv9h5x7n.a2b3c4d5e6f7g8h9j0k1m2n3p4q@inbound.example",
      "second@north.example",
      "first@north.example"
    ])
  })

  it("knows whose mail a group forwards, and its original form", () => {
    const google = [
      "From: 'Ines Roth' via Support <support@acme.example>",
      "X-Original-From: Ines Roth <ines@north.example>",
      "Reply-To: Ines Roth <ines@north.example>",
      "Precedence: list",
      "List-ID: <support.acme.example>",
      "List-Post: <https://groups.google.com/a/acme.example/group/support/post>, <mailto:support@acme.example>",
      "List-Unsubscribe: <mailto:googlegroups-manage+1+unsubscribe@googlegroups.com>"
    ]
    const head = headOf(google, "support+bncBC@acme.example")
    assert.strictEqual(head.kind, "auto-generated")
    assert.deepStrictEqual(head.post, { to: "support@acme.example", kind: "human" })
    assert.deepStrictEqual(head.originalFrom, { email: "ines@north.example", name: "Ines Roth" })
    const machine = headOf([...google, "Auto-Submitted: auto-replied"], "support+bncBC@acme.example")
    assert.strictEqual(machine.post?.kind, "auto-replied")
    assert.isUndefined(headOf(["List-Post: NO"]).post)
  })

  it("falls back to Sender, Reply-To and the envelope if From names no one", () => {
    const nobody = "From: undisclosed-senders:;"
    assert.strictEqual(headOf([nobody, "Sender: s@b.example", "Reply-To: r@b.example"]).sender?.email, "s@b.example")
    assert.strictEqual(headOf([nobody, "Reply-To: r@b.example"], "e@b.example").sender?.email, "r@b.example")
    assert.strictEqual(headOf([nobody], "E@B.example").sender?.email, "e@b.example")
    assert.isUndefined(headOf([nobody]).sender)
  })
})
