import { assert, describe, it } from "@effect/vitest"
import { HeaderFields } from "../../../../channels/email/mime/HeaderFields.ts"
import { outlookThread } from "../../../../channels/email/mime/outlookThread.ts"

const read = (index: string | undefined, topic: string) =>
  outlookThread(
    new HeaderFields(
      Buffer.from(
        `${index === undefined ? "" : `Thread-Index: ${index}\r\n`}Thread-Topic: ${topic}\r\n\r\nThread-Index: x`
      )
    )
  )

const first = "Adpk0p3pjV88KhtOT2ChssPU5fYHGA=="
const answer = "Adpk0p3pjV88KhtOT2ChssPU5fYHGAABF2Wk"
const elsewhere = "Adpk0p3pjV88KhtOT2ChssPU5fYHGQ=="

describe("Outlook's thread", () => {
  it("has one key for all mails of a conversation, and a different one for any other", () => {
    const key = read(first, "Invoice 77")?.key
    assert.match(key ?? "", /^outlook-[0-9a-f]{64}$/)
    assert.strictEqual(read(answer, "Invoice 77")?.key, key)
    assert.strictEqual(read("Adpk0p3pjV88KhtOT2Chs\r\n sPU5fYHGAABF2Wk", "invoice 77")?.key, key)
    assert.notStrictEqual(read(elsewhere, "Invoice 77")?.key, key)
    assert.notStrictEqual(read(answer, "Something else")?.key, key)
  })

  it("is kept as it is, with the topic decoded", () =>
    assert.deepInclude(read(answer, "=?iso-8859-1?Q?Gr=FC=DFe?="), { index: answer, topic: "Grüße" }))

  it("is absent without an index, or with an invalid one", () => {
    for (const index of [undefined, "", "x", "<script>", "AAAA", `${first.slice(0, -2)}!!`])
      assert.isUndefined(read(index, "Invoice 77"), index)
  })
})
