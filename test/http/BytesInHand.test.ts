import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { BytesInHand } from "../../src/http/BytesInHand.ts"

const mebibyte = 1024 * 1024

/** Bodies of callers, each with an account of its own by default, and the responses for which they are held. */
const begin = (inHand = new BytesInHand()) => {
  return (caller: string, bytes: number, account = caller) => {
    const response = new EventEmitter()
    // Only the end of the response is used.
    const fits = inHand.hold(bytes, { caller, account }, response as ServerResponse)
    return { fits, close: () => response.emit("close") }
  }
}

describe("BytesInHand", () => {
  it("gives a caller sixteen mebibytes, and frees what was answered", () => {
    const hold = begin()
    const first = hold("ada", 10 * mebibyte)
    assert.isTrue(first.fits)
    assert.isTrue(hold("ada", 6 * mebibyte).fits)
    assert.isFalse(hold("ada", mebibyte).fits)
    first.close()
    assert.isTrue(hold("ada", 10 * mebibyte).fits)
    assert.isFalse(hold("ada", mebibyte).fits)
  })

  it("limits an account to forty-eight in total, however many callers it has", () => {
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

  it("frees nothing for a refused body", () => {
    const hold = begin()
    hold("ada", 16 * mebibyte)
    hold("ada", mebibyte).close()
    assert.isFalse(hold("ada", mebibyte).fits)
  })

  it("holds no bytes once all responses are finished", () => {
    const hold = begin()
    const held = ["ada", "ben"].map((caller) => hold(caller, 10 * mebibyte, "north"))
    for (const { close } of held) close()
    assert.isTrue(hold("cleo", 16 * mebibyte, "north").fits)
    assert.isTrue(hold("dan", 8 * mebibyte, "north").fits)
  })

  /** Waits for room for a response; `come` is the response, which may be larger than expected. */
  const wait = (inHand: BytesInHand, caller: string, bytes: number) => {
    const response = new EventEmitter() as ServerResponse
    const fiber = Effect.runFork(inHand.wait(bytes, { caller, account: caller }, response))
    return {
      fiber,
      hasRoom: () => fiber.pollUnsafe() !== undefined,
      come: (bytes: number) => inHand.hold(bytes, { caller, account: caller }, response),
      close: () => response.emit("close")
    }
  }

  it("queues responses until there is room: a caller's in order, and never behind another caller's", () => {
    const inHand = new BytesInHand()
    const first = wait(inHand, "ada", 15 * mebibyte)
    const [second, third] = [wait(inHand, "ada", 10 * mebibyte), wait(inHand, "ada", mebibyte)]
    const other = wait(inHand, "ben", 10 * mebibyte)
    const states = () => [first, second, third, other].map(({ hasRoom }) => hasRoom())
    assert.deepStrictEqual(states(), [true, false, false, true])
    assert.isTrue(first.come(16 * mebibyte))
    assert.deepStrictEqual(states(), [true, false, false, true])
    first.close()
    assert.deepStrictEqual(states(), [true, true, true, true])
    for (const { close } of [second, third, other]) close()
    assert.isTrue(begin(inHand)("cleo", 24 * mebibyte).fits)
    assert.isTrue(begin(inHand)("dan", 12 * mebibyte).fits)
  })

  it("gives a waiting response the room that it needs, up to twice what was expected", () => {
    const inHand = new BytesInHand()
    const hold = begin(inHand)
    const answer = wait(inHand, "ada", 12 * mebibyte)
    assert.isTrue(answer.come(20 * mebibyte))
    assert.isFalse(hold("ben", 15 * mebibyte).fits)
    answer.close()
    assert.isTrue(hold("ben", 15 * mebibyte).fits)
    const hostile = wait(inHand, "ada", 8 * mebibyte)
    assert.isFalse(hostile.come(17 * mebibyte))
  })

  it("forgets whoever leaves before there is room", async () => {
    const inHand = new BytesInHand()
    const first = wait(inHand, "ada", 16 * mebibyte)
    const [left, next] = [wait(inHand, "ada", 16 * mebibyte), wait(inHand, "ada", 16 * mebibyte)]
    await Effect.runPromise(Fiber.interrupt(left.fiber))
    first.close()
    assert.isTrue(next.hasRoom())
    next.close()
    assert.isTrue(begin(inHand)("ben", 24 * mebibyte).fits)
    assert.isTrue(begin(inHand)("cleo", 12 * mebibyte).fits)
  })
})
