import { assert, describe, it } from "@effect/vitest"
import { readHead } from "../../../../channels/email/mime/readHead.ts"

const headOf = (lines: ReadonlyArray<string>, returnPath = "") =>
  readHead(Buffer.from([...lines, "", "Hello"].join("\r\n")), returnPath)

describe("readHead", () => {
  it("knows every mailbox that a mail passed, and everybody whom it names, in however many fields", () => {
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

  it("reads ten fields of one name and no more", () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `Cc: p${n}@south.example`)
    assert.lengthOf(headOf(["From: ines@north.example", ...many]).people, 10)
  })

  it("takes the first of two titles, and counts what must be there once", () => {
    const head = headOf(["Subject: One", "Subject: Two", "From: a@b.example", "From: c@d.example"])
    assert.deepInclude(head, { subject: "One", fromFields: 2, sender: { email: "a@b.example" } })
  })

  it("goes on to Sender, Reply-To and the envelope where From names nobody", () => {
    const nobody = "From: undisclosed-senders:;"
    assert.strictEqual(headOf([nobody, "Sender: s@b.example", "Reply-To: r@b.example"]).sender?.email, "s@b.example")
    assert.strictEqual(headOf([nobody, "Reply-To: r@b.example"], "e@b.example").sender?.email, "r@b.example")
    assert.strictEqual(headOf([nobody], "E@B.example").sender?.email, "e@b.example")
    assert.isUndefined(headOf([nobody]).sender)
  })
})
