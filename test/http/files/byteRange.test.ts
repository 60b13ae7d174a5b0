import { assert, describe, it } from "@effect/vitest"
import { byteRange } from "../../../src/http/files/byteRange.ts"

describe("byteRange", () => {
  it("reads a single range as RFC 9110 specifies", () => {
    assert.deepStrictEqual(byteRange("bytes=0-0", 10), { offset: 0, length: 1 })
    assert.deepStrictEqual(byteRange("Bytes=9-", 10), { offset: 9, length: 1 })
    assert.deepStrictEqual(byteRange("bytes=-4", 10), { offset: 6, length: 4 })
    assert.deepStrictEqual(byteRange("bytes=-40", 10), { offset: 0, length: 10 })
    assert.deepStrictEqual(byteRange("bytes=4-400", 10), { offset: 4, length: 6 })
  })

  it("recognizes ranges that a file cannot satisfy", () => {
    for (const [header, size] of [
      ["bytes=10-", 10],
      ["bytes=-0", 10],
      ["bytes=0-0", 0],
      ["bytes=-5", 0]
    ] as const)
      assert.strictEqual(byteRange(header, size), "unsatisfiable", header)
  })

  it("treats everything else as the whole file", () => {
    for (const header of [
      undefined,
      "",
      "bytes=",
      "bytes=-",
      "bytes=5-4",
      "bytes=0-1,3-4",
      "items=0-1",
      "bytes=a-b",
      "bytes=0-1e3"
    ])
      assert.isUndefined(byteRange(header, 10), header)
  })
})
