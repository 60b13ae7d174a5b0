import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { readReplyForm } from "../../../../channels/chat/blocks/replyForm.ts"

const sent = (value: string) =>
  readReplyForm({ private_metadata: "tkt_1", state: { values: { text: { value: { value } } } } })

it("An empty answer is not sent", () => {
  assert.deepStrictEqual(sent(" We look\ninto it. "), Result.succeed({ ticketId: "tkt_1", text: "We look\ninto it." }))
  for (const nothing of ["", " \n", "\u200b"])
    assert.deepStrictEqual(sent(nothing), Result.fail({ text: "Enter a message." }), JSON.stringify(nothing))
})
