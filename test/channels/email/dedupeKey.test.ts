import { assert, describe, it } from "@effect/vitest"
import { dedupeKey } from "../../../channels/email/dedupeKey.ts"

const hour = 3_600_000
const content = new Uint8Array(32)
const keyOf = (head: object, receivedAt: number) =>
  Buffer.from(
    dedupeKey(
      { messageId: undefined, sender: { email: "nas@north.example" }, date: "", subject: "Backup failed", ...head },
      content,
      receivedAt
    )
  ).toString("hex")

describe("What makes a mail itself", () => {
  it("is its id, its date and what it says, whenever it comes", () => {
    for (const head of [{ messageId: "1@north.example" }, { date: "Fri, 20 Nov 2026 10:00:00 +0000" }]) {
      assert.strictEqual(keyOf(head, 0), keyOf(head, 2_000 * hour))
      assert.notStrictEqual(keyOf(head, 0), keyOf({ ...head, subject: "Backup done" }, 0))
    }
  })

  it("is also when it came, where it has neither an id nor a date: machines say the same every night", () => {
    assert.strictEqual(keyOf({}, 0), keyOf({}, hour))
    assert.notStrictEqual(keyOf({}, 0), keyOf({}, 24 * hour))
  })
})
