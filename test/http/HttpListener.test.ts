import { once } from "node:events"
import { connect } from "node:net"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Stream } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { bareListener } from "../support/bareSite.ts"

/** Far apart, so that it is clear which limit ended a connection; the other limits are the product's. */
const listening = (limits: Parameters<typeof bareListener>[0]) =>
  bareListener({ connectionsCheckingInterval: 20, ...limits })

/** Reads a body to its end, and responds. */
const reading = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Effect.ignore(request.arrayBuffer)
  return HttpServerResponse.text("done")
})

/** Sends `first`, then `drop` at intervals whatever comes back; returns what came back once the connection has ended. */
const drip = (first: string, drop: string) =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.callback<string>((resume) => {
      const chunks: Array<Buffer> = []
      const socket = connect({
        host: "127.0.0.1",
        port: "port" in address ? address.port : 0,
        allowHalfOpen: drop !== ""
      })
      socket.write(first)
      const dripping = setInterval(() => socket.write(drop), 10)
      socket.on("data", (chunk) => chunks.push(chunk))
      socket.on("error", () => {})
      socket.on("close", () => {
        clearInterval(dripping)
        resume(Effect.succeed(Buffer.concat(chunks).toString()))
      })
    })
  )

it.live("ends a connection that was answered and keeps sending its body in drops", () =>
  Effect.gen(function* () {
    yield* HttpServer.serveEffect(Effect.succeed(HttpServerResponse.text("refused", { status: 401 })))
    const answer = yield* drip("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n{", "b")
    assert.match(answer, /^HTTP\/1\.1 401 /)
  }).pipe(Effect.scoped, Effect.provide(listening({ restTimeout: 50 })))
)

it.live("serves a client that offers a protocol upgrade like any other, with the body, and keeps the connection", () =>
  Effect.gen(function* () {
    const echo = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      return HttpServerResponse.text(`heard ${yield* Effect.orDie(request.text)}`)
    })
    yield* HttpServer.serveEffect(echo)
    const { address } = yield* HttpServer.HttpServer
    const socket = connect("port" in address ? address.port : 0, "127.0.0.1")
    const request = (more: string) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n${more}\r\nhello`
    const offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n"
    socket.write(request(offer))
    socket.once("data", () => socket.write(request("Connection: close\r\n")))
    const answers: Array<string> = []
    socket.on("data", (chunk) => answers.push(String(chunk)))
    yield* Effect.promise(() => once(socket, "close"))
    assert.strictEqual(answers.join("").split("heard hello").length - 1, 2, answers.join(""))
  }).pipe(Effect.scoped, Effect.provide(listening({})))
)

for (const [what, limits, first, drop] of [
  ["a connection that says nothing", { headersTimeout: 100 }, "", ""],
  ["headers that come in drops", { headersTimeout: 100 }, "GET / HTTP/1.1\r\nHost: a\r\nX-A: ", "b"],
  ["lines of headers without end", { headersTimeout: 100 }, "GET / HTTP/1.1\r\nHost: a\r\n", "b: c\r\n"],
  [
    "a body that comes in drops",
    { headersTimeout: 90, requestTimeout: 100 },
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n",
    "b"
  ],
  [
    "chunks without end",
    { headersTimeout: 90, requestTimeout: 100 },
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    "1\r\nb\r\n"
  ]
] as const) {
  it.live(`ends ${what}, and says so`, () =>
    Effect.gen(function* () {
      yield* HttpServer.serveEffect(reading)
      const answer = yield* drip(first, drop)
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.include(answer, "did not arrive in time")
    }).pipe(Effect.scoped, Effect.provide(listening({ restTimeout: 50, ...limits })))
  )
}

for (const [what, request, answer] of [
  [
    "who takes the server for a proxy",
    "CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n",
    /^HTTP\/1\.1 405 .*allow: GET, .*"code":"method_not_allowed".*CONNECT/s
  ],
  [
    "short headers by the thousand",
    `GET / HTTP/1.1\r\nHost: a\r\n${"b: c\r\n".repeat(1_000)}\r\n`,
    /^HTTP\/1\.1 431 .*more than 1,000/s
  ]
] as const) {
  it.live(`refuses ${what}, says why, and ends the connection`, () =>
    Effect.gen(function* () {
      yield* HttpServer.serveEffect(reading)
      assert.match(yield* drip(request, "b"), answer)
    }).pipe(Effect.scoped, Effect.provide(listening({ restTimeout: 50 })))
  )
}

it.live("ends a connection that sends no further request", () =>
  Effect.gen(function* () {
    yield* HttpServer.serveEffect(reading)
    const answer = yield* drip("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "")
    assert.match(answer, /^HTTP\/1\.1 200 /)
  }).pipe(Effect.scoped, Effect.provide(listening({ keepAliveTimeout: 50 })))
)

it.live("keeps idle connections longer than proxies in front do, and longer than silence within a request", () =>
  Effect.gen(function* () {
    yield* HttpServer.serveEffect(reading)
    const { address } = yield* HttpServer.HttpServer
    const socket = yield* Effect.acquireRelease(
      Effect.sync(() => connect("port" in address ? address.port : 0, "127.0.0.1")),
      (socket) => Effect.sync(() => socket.destroy())
    )
    const answer = Effect.promise(async () => {
      socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      return String((await once(socket, "data"))[0])
    })
    const [, seconds] = /^keep-alive: timeout=(\d+)/im.exec(yield* answer) ?? []
    assert.isAbove(Number(seconds), 120)
    yield* Effect.sleep("1500 millis")
    assert.match(yield* answer, /^HTTP\/1\.1 200 /)
  }).pipe(Effect.scoped, Effect.provide(listening({ silenceTimeout: 100 })))
)

it.live("gives up on a client that does not read, and on the response", () =>
  Effect.gen(function* () {
    const released = yield* Deferred.make<void>()
    const endless = Stream.forever(Stream.make(new Uint8Array(64 * 1024)))
    yield* HttpServer.serveEffect(
      Effect.succeed(HttpServerResponse.stream(Stream.ensuring(endless, Deferred.succeed(released, undefined))))
    )
    const { address } = yield* HttpServer.HttpServer
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const socket = connect("port" in address ? address.port : 0, "127.0.0.1")
        socket.on("error", () => {}).pause()
        socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        return socket
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )
    yield* Deferred.await(released)
  }).pipe(Effect.scoped, Effect.provide(listening({ silenceTimeout: 100 })))
)
