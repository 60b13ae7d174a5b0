import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { PageMemory } from "../../src/http/PageMemory.ts"

const kibibyte = 1024

/** A memory, and responses of which only the end is used. */
const begin = () => {
  const memory = new PageMemory()
  return (length: number) => {
    const response = new EventEmitter()
    const page = memory.join([new Uint8Array(length)], response as ServerResponse)
    return { page, close: () => response.emit("close") }
  }
}

describe("PageMemory", () => {
  it("appends parts, and leaves nothing of the previous page", () => {
    const memory = new PageMemory()
    const response = new EventEmitter()
    const join = (...parts: ReadonlyArray<string>) =>
      Buffer.from(
        memory.join(
          parts.map((part) => Buffer.from(part)),
          response as ServerResponse
        )
      ).toString()
    assert.strictEqual(join("a long page", " of somebody"), "a long page of somebody")
    response.emit("close")
    assert.strictEqual(join("[", "1", ",", "2", "]"), "[1,2]")
  })

  it("reuses memory only after the response that had it has closed", () => {
    const take = begin()
    const first = take(70 * kibibyte)
    assert.notStrictEqual(take(10).page.buffer, first.page.buffer)
    first.close()
    const second = take(100 * kibibyte)
    assert.strictEqual(second.page.buffer, first.page.buffer)
    assert.strictEqual(second.page.byteLength, 100 * kibibyte)
    assert.notStrictEqual(take(10).page.buffer, first.page.buffer)
  })

  it("reclaims it once, however often a response reports that it closed", () => {
    const take = begin()
    const first = take(1)
    first.close()
    first.close()
    assert.notStrictEqual(take(1).page.buffer, take(1).page.buffer)
  })

  it("keeps neither long pages nor more than sixteen pieces", () => {
    const take = begin()
    const long = take(256 * kibibyte + 1)
    assert.strictEqual(long.page.byteLength, 256 * kibibyte + 1)
    long.close()
    assert.notStrictEqual(take(1).page.buffer, long.page.buffer)

    const many = Array.from({ length: 20 }, () => take(1))
    for (const { close } of many) close()
    const known = new Set(many.map(({ page }) => page.buffer))
    const again = Array.from({ length: 20 }, () => take(1).page.buffer)
    assert.lengthOf(
      again.filter((buffer) => known.has(buffer)),
      16
    )
  })
})
