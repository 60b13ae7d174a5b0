import { EventEmitter } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Deferred, Effect, Result } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { bytesAtOnce, bytesInHand } from "../../src/http/BytesInHand.ts"
import { nodeRequest } from "../../src/http/nodeRequest.ts"
import { CurrentRecord, RequestRecord } from "../../src/http/RequestRecord.ts"
import { arrivalLimit, maxBodyBytes, readBody } from "../../src/http/requestBody.ts"
import { bareListener } from "../support/bareSite.ts"

const record = new RequestRecord(
  "req_1" as RequestRecord["id"],
  0,
  { address: "192.0.2.1", userAgent: undefined },
  undefined
)

/** A request with an unfinished body, and whether its connection was ended. */
const unfinished = () => {
  const ended = { yet: false }
  const source = {
    headers: { "content-length": "1000" },
    destroy: () => {
      ended.yet = true
    }
  }
  const request = { arrayBuffer: Effect.never, response: new EventEmitter() }
  // Reading uses only these parts of the request and response.
  const reading = readBody(
    request as unknown as HttpServerRequest.HttpServerRequest,
    source as unknown as IncomingMessage
  )
  return { ended, reading: Effect.provideService(reading, CurrentRecord, record) }
}

describe("readBody", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  it("ends a connection whose body takes longer than allowed, and no sooner", () => {
    const { ended, reading } = unfinished()
    const fiber = Effect.runFork(reading)
    vi.advanceTimersByTime(arrivalLimit - 1)
    assert.isFalse(ended.yet)
    vi.advanceTimersByTime(1)
    assert.isTrue(ended.yet)
    fiber.interruptUnsafe()
  })

  it("answers a client whose body takes longer than allowed, and discards the rest", async () => {
    const source = Object.assign(new EventEmitter(), {
      headers: { "content-length": "1000" },
      socket: { remoteAddress: "192.0.2.1" },
      resume: vi.fn(),
      destroy: vi.fn()
    })
    const reading = readBody(
      { response: new EventEmitter() } as unknown as HttpServerRequest.HttpServerRequest,
      source as unknown as IncomingMessage
    )
    const told = Effect.runPromise(Effect.result(Effect.provideService(reading, CurrentRecord, record)))
    source.emit("data", Buffer.from("{"))
    vi.advanceTimersByTime(arrivalLimit - 1)
    assert.strictEqual(source.resume.mock.calls.length, 0)
    vi.advanceTimersByTime(1)
    const { problem } = Result.getOrThrow(Result.flip(await told))
    assert.deepStrictEqual([problem.code, problem.detail], ["malformed_request", "The body did not arrive in time."])
    assert.deepStrictEqual([source.resume.mock.calls.length, source.destroy.mock.calls.length], [1, 0])
    assert.strictEqual(source.listenerCount("data"), 0)
  })

  it("leaves alone a body that no one reads any more", () => {
    const { ended, reading } = unfinished()
    Effect.runFork(reading).interruptUnsafe()
    vi.advanceTimersByTime(arrivalLimit)
    assert.isFalse(ended.yet)
  })
})

/**
 * What a listener reads, up to `limit` bytes, of a request that a client sends in these parts and then ends, and the response.
 */
const heardUpTo = (limit: number, ...parts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const read = yield* Deferred.make<string>()
    yield* HttpServer.serveEffect(
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* Effect.result(readBody(request, nodeRequest(request), limit))
        const told = Result.isSuccess(body) ? Buffer.from(body.success).toString() : body.failure.problem.code
        yield* Deferred.succeed(read, told)
        return HttpServerResponse.text(told)
      }).pipe(Effect.provideService(CurrentRecord, record))
    )
    const { address } = yield* HttpServer.HttpServer
    const answer = yield* Effect.promise(async () => {
      const socket = connect("port" in address ? address.port : 0, "127.0.0.1")
      let answer = ""
      socket.on("data", (chunk) => (answer += chunk))
      for (const part of parts) {
        socket.write(part)
        await sleep(20)
      }
      socket.end()
      await new Promise((resolve) => socket.once("close", resolve))
      return answer
    })
    return { read: yield* Deferred.await(read), answer }
  }).pipe(Effect.scoped, Effect.provide(bareListener({})))

const heard = (...parts: ReadonlyArray<string>) => heardUpTo(10, ...parts)

const head = "POST / HTTP/1.1\r\nHost: a\r\n"

describe("A body that readBody takes from a connection", () => {
  it.live("is whole, in however many parts it comes", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* heard(`${head}Content-Length: 5\r\n\r\n{"a"}`)).read, '{"a"}')
      assert.strictEqual((yield* heard(`${head}Content-Length: 5\r\n\r\n{"`, 'a"', "}")).read, '{"a"}')
      const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`
      assert.strictEqual((yield* heard(chunked, "3\r\n   \r\n0\r\n\r\n")).read, "{}   ")
    })
  )

  it.live("is requested from a client that waits for 100 Continue", () =>
    Effect.gen(function* () {
      const { answer, read } = yield* heard(`${head}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`, "{}")
      assert.strictEqual(read, "{}")
      assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    })
  )

  it.live("is refused once it is too long, and the response arrives", () =>
    Effect.gen(function* () {
      const { answer, read } = yield* heard(
        `${head}Transfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n`,
        "1\r\n1\r\n0\r\n\r\n"
      )
      assert.strictEqual(read, "payload_too_large")
      assert.match(answer, /^HTTP\/1\.1 200 /)
    })
  )

  it.live("is refused when the client leaves in the middle of it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* heard(`${head}Content-Length: 5\r\n\r\n{`)).read, "malformed_request")
    })
  )

  it.live("is counted in chunks as it arrives, and refused once there is no room for more of it", () =>
    Effect.gen(function* () {
      const chunks = `${head}Transfer-Encoding: chunked\r\n\r\n`
      const large = `${chunks}${(100_000).toString(16)}\r\n${"x".repeat(100_000)}\r\n0\r\n\r\n`
      assert.lengthOf((yield* heardUpTo(maxBodyBytes, large)).read, 100_000)
      const elsewhere = new EventEmitter()
      // Only the end of the response is used.
      bytesInHand.hold(bytesAtOnce.most, { caller: "somebody", account: "somebody" }, elsewhere as ServerResponse)
      assert.strictEqual((yield* heardUpTo(maxBodyBytes, `${chunks}2\r\n{}\r\n0\r\n\r\n`)).read, "{}")
      assert.strictEqual((yield* heardUpTo(maxBodyBytes, large)).read, "unavailable")
      elsewhere.emit("close")
      assert.lengthOf((yield* heardUpTo(maxBodyBytes, large)).read, 100_000)
    })
  )
})
