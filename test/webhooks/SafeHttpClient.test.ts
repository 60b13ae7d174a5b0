import { createServer } from "node:net"
import { gzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { Egress } from "../../src/webhooks/Egress.ts"
import { SafeHttpClient } from "../../src/webhooks/SafeHttpClient.ts"
import { startReceiver } from "../support/Receiver.ts"
import { inRealTime } from "../support/WebhookLab.ts"

const clientFor = (...networks: ReadonlyArray<string>) =>
  SafeHttpClient.layer(Duration.millis(700)).pipe(Layer.provide(Egress.layer(networks)))

const post = (url: string, body = "{}") =>
  Effect.flatMap(SafeHttpClient, (client) => client.post(new URL(url), { "content-type": "application/json" }, body))

/** A raw TCP server: its handling of each connection, and the number of connections. */
const rawServer = (handle: (socket: import("node:net").Socket, index: number) => void) =>
  Effect.gen(function* () {
    let connections = 0
    const server = createServer((socket) => {
      socket.on("error", () => undefined)
      handle(socket, connections++)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => server.close())
    )
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return { url: `http://127.0.0.1:${port}/`, connections: () => connections }
  })

layer(clientFor("127.0.0.0/8"))("SafeHttpClient", (it) => {
  it.effect("posts the body unmodified and keeps the first KiB of the response", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(() => ({ status: 201, body: `☕${"x".repeat(5_000)}` }))
      const answer = yield* post(receiver.url, '{"a":"č"}')
      assert.deepInclude(answer, { status: 201, error: undefined })
      assert.strictEqual(Buffer.byteLength(answer.body), 1024)
      assert.strictEqual(receiver.received[0]?.body, '{"a":"č"}')
    })
  )

  it.effect("follows no redirect", () =>
    Effect.gen(function* () {
      const target = yield* startReceiver()
      const receiver = yield* startReceiver(() => ({ status: 302, headers: { location: target.url } }))
      assert.strictEqual((yield* post(receiver.url)).status, 302)
      assert.strictEqual(target.received.length, 0)
    })
  )

  it.effect("decompresses nothing", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(1_000_000))
      const receiver = yield* startReceiver(() => ({
        status: 200,
        headers: { "content-encoding": "gzip" },
        body: bomb
      }))
      const answer = yield* post(receiver.url)
      assert.strictEqual(answer.status, 200)
      // The raw bytes, except for what text cannot represent.
      assert.strictEqual(answer.body, bomb.subarray(0, 1_024).toString().replaceAll("\u0000", ""))
    })
  )

  it.effect("stops reading a response that is too long, and still uses its status", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n")
        const pour = () => {
          while (socket.writable && socket.write(Buffer.alloc(65_536, 97)));
        }
        socket.on("drain", pour)
        pour()
      })
      const answer = yield* post(server.url)
      assert.deepInclude(answer, { status: 200, error: undefined, body: "a".repeat(1_024) })
    })
  )

  it.effect("finishes within its time limit, whatever hangs", () =>
    Effect.gen(function* () {
      const silent = yield* startReceiver(() => "hang")
      const slow = yield* rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n")
        const drip = setInterval(() => socket.write("a"), 50)
        socket.on("close", () => clearInterval(drip))
      })
      for (const url of [silent.url, slow.url]) {
        const answer = yield* post(url)
        assert.strictEqual(answer.error, "timeout")
        assert.isAtMost(answer.durationMs, 5_000)
      }
    })
  )

  it.effect("reports what went wrong", () =>
    Effect.gen(function* () {
      const closed = yield* Effect.scoped(Effect.map(startReceiver(), ({ url }) => url))
      const garbage = yield* rawServer((socket) => socket.end("this is not HTTP\r\n\r\n"))
      const endless = yield* rawServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}`)
      })
      const cut = yield* rawServer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"))
      const reset = yield* startReceiver(() => "reset")
      const errors = yield* Effect.forEach([closed, garbage.url, endless.url, cut.url, reset.url], (url) =>
        Effect.map(post(url), ({ error }) => error)
      )
      assert.deepStrictEqual(errors, [
        "connection_refused",
        "response_invalid",
        "response_invalid",
        "response_incomplete",
        "connection_reset"
      ])
      assert.strictEqual((yield* post(reset.url.replace("http", "https"))).error, "tls_failed")
    })
  )

  it.effect("retries once, on a new connection, if it ran into one that had been closed", () =>
    Effect.gen(function* () {
      // Responds to the first request of each connection, and closes it on a second one.
      const server = yield* rawServer((socket) => {
        let requests = 0
        socket.on("data", () => {
          if (++requests === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
          else socket.resetAndDestroy()
        })
      })
      assert.strictEqual((yield* post(server.url)).status, 200)
      assert.strictEqual((yield* post(server.url)).status, 200)
      assert.strictEqual(server.connections(), 2)
    })
  )

  it.effect("recognizes an unsolicited interim response, and resends nothing", () =>
    Effect.gen(function* () {
      for (const interim of [
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n"
      ]) {
        let requests = 0
        const server = yield* rawServer((socket) =>
          socket.on("data", () =>
            socket.write(++requests === 1 ? "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok" : interim)
          )
        )
        assert.strictEqual((yield* post(server.url)).status, 200)
        assert.strictEqual((yield* post(server.url)).error, "response_invalid")
        assert.strictEqual(requests, 2)
      }
    })
  )

  it.effect("does not retry what a new connection refused", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((socket) => socket.on("data", () => socket.resetAndDestroy()))
      assert.strictEqual((yield* post(server.url)).error, "connection_reset")
      assert.strictEqual(server.connections(), 1)
    })
  )

  it.effect("removes U+0000 from what it keeps, because the database cannot store it", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(() => ({ status: 200, body: "a\u0000b" }))
      assert.strictEqual((yield* post(receiver.url)).body, "ab")
    })
  )

  it.effect("resolves names and connects only to addresses that it checked", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver()
      const named = receiver.url.replace("127.0.0.1", "localhost")
      const answer = yield* post(named)
      // If localhost also means ::1, one forbidden address refuses the name.
      assert.isTrue(answer.status === 200 || answer.error === "address_forbidden")
    })
  )

  it.effect("aborts the request on the wire when it is interrupted", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver(() => "hang")
      const ended = Effect.callback<void>((resume) => {
        receiver.server.on("connection", (socket) => socket.on("close", () => resume(Effect.void)))
      })
      yield* Effect.raceFirst(
        Effect.andThen(Effect.raceFirst(post(receiver.url), receiver.first(1)), Effect.never),
        ended
      )
    }).pipe(inRealTime)
  )
})

layer(clientFor())("SafeHttpClient without allowed networks", (it) => {
  it.effect("connects to nothing private, by address or by name", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver()
      let connections = 0
      receiver.server.on("connection", () => connections++)
      for (const host of [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.1",
        "[::ffff:127.0.0.1]",
        "[::1]",
        "localhost",
        "0.0.0.0"
      ]) {
        for (const scheme of ["http", "https"]) {
          const answer = yield* post(`${scheme}://${host}:${receiver.port}/`)
          assert.isUndefined(answer.status, host)
          // Some DNS servers resolve it.
          const refusals = host === "localhost" ? ["address_forbidden", "dns_failed"] : ["address_forbidden"]
          assert.include(refusals, answer.error, host)
        }
      }
      assert.strictEqual(connections, 0)
    })
  )
})
