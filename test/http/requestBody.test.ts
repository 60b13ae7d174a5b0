import { EventEmitter } from "node:events"
import type { IncomingMessage } from "node:http"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentRecord, RequestRecord } from "../../src/http/RequestRecord.ts"
import { arrivalLimit, readBody } from "../../src/http/requestBody.ts"

const record = new RequestRecord(
  "req_1" as RequestRecord["id"],
  0,
  { address: "192.0.2.1", userAgent: undefined },
  undefined
)

/** A request whose body has begun and does not end, and whether its connection was ended. */
const unfinished = () => {
  const ended = { yet: false }
  const source = {
    headers: { "content-length": "1000" },
    destroy: () => {
      ended.yet = true
    }
  }
  const request = { arrayBuffer: Effect.never, response: new EventEmitter() }
  // Of both, this is all that reading asks for.
  const reading = readBody(
    request as unknown as HttpServerRequest.HttpServerRequest,
    source as unknown as IncomingMessage
  )
  return { ended, reading: Effect.provideService(reading, CurrentRecord, record) }
}

describe("readBody", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  it("ends a connection whose body takes longer than it may, and no sooner", () => {
    const { ended, reading } = unfinished()
    const fiber = Effect.runFork(reading)
    vi.advanceTimersByTime(arrivalLimit - 1)
    assert.isFalse(ended.yet)
    vi.advanceTimersByTime(1)
    assert.isTrue(ended.yet)
    fiber.interruptUnsafe()
  })

  it("leaves one alone that nobody reads any more", () => {
    const { ended, reading } = unfinished()
    Effect.runFork(reading).interruptUnsafe()
    vi.advanceTimersByTime(arrivalLimit)
    assert.isFalse(ended.yet)
  })
})
