import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { BytesInHand } from "../../src/http/BytesInHand.ts"

const mebibyte = 1024 * 1024

/** Bodies of callers, and the answers that they are held for. */
const begin = () => {
  const inHand = new BytesInHand()
  return (caller: string, bytes: number) => {
    const response = new EventEmitter()
    // Its end is all that is asked of a response.
    return { fits: inHand.hold(bytes, caller, response as ServerResponse), close: () => response.emit("close") }
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

  it("gives all callers forty-eight", () => {
    const hold = begin()
    const [ada, ...others] = ["ada", "ben", "cleo"].map((caller) => hold(caller, 16 * mebibyte))
    assert.deepStrictEqual(
      [ada, ...others].map((one) => one?.fits),
      [true, true, true]
    )
    assert.isFalse(hold("dan", mebibyte).fits)
    ada?.close()
    assert.isTrue(hold("dan", mebibyte).fits)
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
})
