import { assert, describe, it } from "@effect/vitest"
import { threadHeaders } from "../../../../src/tickets/outbound/mail/threadHeaders.ts"

const ids = (count: number, length = 20) =>
  Array.from({ length: count }, (_, index) => `${String(index).padStart(length - 9, "0")}@a.example`)
const references = (headers: Readonly<Record<string, string>>) =>
  (headers["References"] ?? "").split(" ").map((id) => id.slice(1, -1))

describe("The threading headers of a mail", () => {
  it("are absent where a conversation starts", () => {
    assert.deepStrictEqual(threadHeaders({ messageIds: [] }), {})
  })

  it("reply to the last incoming message, and reference everything before it", () => {
    const headers = threadHeaders({
      messageIds: ["q@a.example", "a@d.example", "q2@a.example"],
      lastInbound: "q2@a.example"
    })
    assert.deepStrictEqual(headers, {
      "In-Reply-To": "<q2@a.example>",
      References: "<q@a.example> <a@d.example> <q2@a.example>"
    })
  })

  it("reply to our own last mail if nothing came in, or else to the last incoming one however much we wrote since", () => {
    assert.strictEqual(threadHeaders({ messageIds: ["a@d", "b@d"] })["In-Reply-To"], "<b@d>")
    const headers = threadHeaders({ messageIds: ["q@a", "a@d", "b@d"], lastInbound: "q@a" })
    assert.deepStrictEqual(headers, { "In-Reply-To": "<q@a>", References: "<q@a> <a@d> <b@d>" })
  })

  it("keep the first message and the latest, twenty in total", () => {
    const all = ids(60)
    const kept = references(threadHeaders({ messageIds: all, lastInbound: all[59] }))
    assert.lengthOf(kept, 20)
    assert.strictEqual(kept[0], all[0])
    assert.deepStrictEqual(kept.slice(1), all.slice(41))
  })

  it("stay within 1,500 bytes, and include what is replied to whatever else has no room", () => {
    for (const length of [80, 300, 700, 900]) {
      const all = ids(30, length)
      const headers = threadHeaders({ messageIds: all, lastInbound: all[29] })
      assert.isAtMost(headers["References"]?.length ?? 0, 1_500)
      assert.strictEqual(references(headers).at(-1), all[29])
      assert.strictEqual(headers["In-Reply-To"], `<${all[29]}>`)
    }
  })
})
