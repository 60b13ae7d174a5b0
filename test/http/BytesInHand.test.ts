import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { BytesInHand } from "../../src/http/BytesInHand.ts"

const mebibyte = 1024 * 1024

/** Bodies of callers, each in an account of their own unless it is said, and the answers that they are held for. */
const begin = () => {
  const inHand = new BytesInHand()
  return (caller: string, bytes: number, account = caller) => {
    const response = new EventEmitter()
    // Its end is all that is asked of a response.
    const fits = inHand.hold(bytes, { caller, account }, response as ServerResponse)
    return { fits, close: () => response.emit("close") }
  }
}

describe("BytesInHand", () => {
  it("gives a caller sixteen mebibytes, and back what was answered", () => {
    const hold = begin()
    const first = hold("ada", 10 * mebibyte)
    assert.isTrue(first.fits)
    assert.isTrue(hold("ada", 6 * mebibyte).fits)
    assert.isFalse(hold("ada", mebibyte).fits)
    first.close()
    assert.isTrue(hold("ada", 10 * mebibyte).fits)
    assert.isFalse(hold("ada", mebibyte).fits)
  })

  it("gives an account of forty-eight as much as it leaves, however many callers it has", () => {
    const hold = begin()
    const north = ["ada", "ben", "cleo", "dan"].map((caller) => hold(caller, 8 * mebibyte, "north"))
    assert.deepStrictEqual(
      north.map(({ fits }) => fits),
      [true, true, true, false]
    )
    assert.isFalse(hold("dan", mebibyte, "north").fits)
    const south = hold("eve", 12 * mebibyte, "south")
    assert.isTrue(south.fits)
    assert.isFalse(hold("fay", mebibyte, "south").fits)
    for (const account of ["east", "west", "up"]) assert.isTrue(hold("gus", mebibyte, account).fits)
    south.close()
    assert.isTrue(hold("fay", mebibyte, "south").fits)
  })

  it("lets one body through, however large, and small ones always", () => {
    const hold = begin()
    assert.isTrue(hold("ada", 100 * mebibyte).fits)
    assert.isFalse(hold("ben", mebibyte).fits)
    assert.isTrue(hold("ben", 64 * 1024 - 1).fits)
  })

  it("frees nothing for what it refused", () => {
    const hold = begin()
    hold("ada", 16 * mebibyte)
    hold("ada", mebibyte).close()
    assert.isFalse(hold("ada", mebibyte).fits)
  })

  it("has nobody's bytes left when all answers have gone", () => {
    const hold = begin()
    const held = ["ada", "ben"].map((caller) => hold(caller, 10 * mebibyte, "north"))
    for (const { close } of held) close()
    assert.isTrue(hold("cleo", 16 * mebibyte, "north").fits)
    assert.isTrue(hold("dan", 8 * mebibyte, "north").fits)
  })
})
