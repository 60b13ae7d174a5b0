import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { continuedIndex, outlookHeaders } from "../../../../src/tickets/outbound/mail/threadIndex.ts"

// From a mail that Outlook wrote on 2024-03-05 at 14:12:11 UTC.
const written = DateTime.makeUnsafe("2024-03-05T14:12:11Z")
const guid = "8d5f3c2a1b4e4f60a1b2c3d4e5f60718"
const fileTime = BigInt(DateTime.toEpochMillis(written)) * 10_000n + 116_444_736_000_000_000n
const head = Buffer.concat([
  Buffer.from((fileTime >> 16n).toString(16).padStart(12, "0"), "hex"),
  Buffer.from(guid, "hex")
])
const index = head.toString("base64")

const blockOf = (text: string) => Buffer.from(text, "base64").subarray(22)

describe("The thread index of a reply", () => {
  it("is that of the original, and one block with the time since the conversation started", () => {
    assert.strictEqual(head[0], 1, "the upper byte of times of our age")
    const answer = continuedIndex(index, DateTime.add(written, { hours: 1 }))
    assert.isTrue(Buffer.from(answer, "base64").subarray(0, 22).equals(head))
    const block = blockOf(answer)
    assert.lengthOf(block, 5)
    const passed = Number(BigInt(block.readUInt32BE(0)) << 18n) / 10_000_000
    assert.closeTo(passed, 3_600, 0.1)
  })

  it("counts years in coarser steps, and nothing below zero", () => {
    const block = blockOf(continuedIndex(index, DateTime.add(written, { days: 1_000 })))
    assert.strictEqual((block[0] ?? 0) >> 7, 1)
    const passed = Number(BigInt(block.readUInt32BE(0) & 0x7fff_ffff) << 23n) / 10_000_000
    assert.closeTo(passed / 86_400, 1_000, 0.001)
    assert.strictEqual(blockOf(continuedIndex(index, DateTime.subtract(written, { days: 1 }))).readUInt32BE(0), 0)
  })

  it("grows by one block with each reply, and stays unchanged if it cannot grow or is invalid", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 1_100 }),
        fc.date({ noInvalidDate: true, min: new Date(0) }),
        (bytes, date) => {
          const text = Buffer.from(bytes).toString("base64")
          const answer = Buffer.from(continuedIndex(text, DateTime.makeUnsafe(date)), "base64")
          assert.isTrue(answer.subarray(0, bytes.length).equals(bytes))
          assert.strictEqual(answer.length, bytes.length + (bytes.length < 22 || bytes.length > 691 ? 0 : 5))
        }
      )
    )
  })

  it("comes with the topic, and is absent if no mail named a thread", () => {
    assert.deepStrictEqual(outlookHeaders(undefined, written), {})
    const headers = outlookHeaders({ index, topic: "Rechnung 77", key: "outlook-x" }, written)
    assert.strictEqual(headers["Thread-Topic"], "Rechnung 77")
    assert.isTrue(headers["Thread-Index"]?.startsWith(index.slice(0, 28)))
  })

  it("is left out if its line would be too long for mail systems", () => {
    const ofLength = (bytes: number) =>
      outlookHeaders({ index: Buffer.alloc(bytes, 1).toString("base64"), topic: "Rechnung 77", key: "x" }, written)
    assert.isBelow(`Thread-Index: ${ofLength(696)["Thread-Index"]}`.length, 998)
    assert.isBelow(`Thread-Index: ${ofLength(691)["Thread-Index"]}`.length, 998)
    assert.deepStrictEqual(ofLength(697), {})
  })
})
