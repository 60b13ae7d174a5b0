import { readFileSync } from "node:fs"
import { createSecureServer } from "node:http2"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Agent, request } from "undici"
import { make } from "../../src/webhooks/Egress.ts"
import { guardedConnector } from "../../src/webhooks/guardedConnector.ts"
import { startReceiver } from "../support/Receiver.ts"

const pem = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures/tls", `${name}.pem`), "utf8")

/** An agent with a resolver that returns the next of `answers` to each query, and the number of queries. */
const agentFor = (networks: ReadonlyArray<string>, ...answers: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let asked = 0
      const connect = guardedConnector(make(networks), (_, found) => {
        const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
        queueMicrotask(() =>
          found(
            null,
            addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
          )
        )
      })
      // One connection per request, so that each is checked again.
      return { agent: new Agent({ connect, pipelining: 0, allowH2: false }), asked: () => asked }
    }),
    ({ agent }) => Effect.promise(() => agent.destroy())
  )

/** The status of a response, or the code of the failure. */
const get = (agent: Agent, url: string) =>
  Effect.promise(async () => {
    try {
      const { body, statusCode } = await request(url, { dispatcher: agent })
      await body.dump()
      return statusCode
    } catch (error) {
      return (error as NodeJS.ErrnoException).code
    }
  })

/**
 * A TLS receiver with the certificate `name` of the fixtures, which prefers HTTP/2; records the names that clients asked for,
 * and the versions that they spoke.
 */
const startSecure = (name: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const [names, versions]: [Array<string>, Array<string>] = [[], []]
      const server = createSecureServer({ key: pem("key"), cert: pem(name), allowHTTP1: true }, (request, response) => {
        versions.push(request.httpVersion)
        response.end("ok")
      })
      const sockets = new Set<Socket>()
      server.on("connection", (socket: Socket) => sockets.add(socket))
      server.on("secureConnection", (socket) => names.push(String(socket.servername)))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { server, sockets, names, versions, port: (server.address() as AddressInfo).port }
    }),
    ({ server, sockets }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )

/** A server that accepts connections and sends nothing. */
const startSilent = Effect.acquireRelease(
  Effect.promise(async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => void sockets.add(socket.on("error", () => {})))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { server, sockets, port: (server.address() as AddressInfo).port }
  }),
  ({ server, sockets }) =>
    Effect.sync(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
)

it.live("resolves once per connection, and connects to the very address that it checked", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver()
    const { agent, asked } = yield* agentFor(["127.0.0.1/32"], ["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"])
    const url = `http://hooks.example:${receiver.port}/`
    assert.strictEqual(yield* get(agent, url), 200)
    assert.strictEqual(asked(), 1)
    // The name resolves differently now.
    assert.strictEqual(yield* get(agent, url), "ADDRESS_FORBIDDEN")
    assert.strictEqual(yield* get(agent, url), 200)
    assert.strictEqual(asked(), 3)
    assert.strictEqual(receiver.received.length, 2)
    assert.strictEqual(receiver.received[0]?.headers.host, `hooks.example:${receiver.port}`)
  }).pipe(Effect.scoped)
)

it.live("refuses a name with any forbidden address, and one without addresses", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver()
    let connections = 0
    receiver.server.on("connection", () => connections++)
    for (const addresses of [
      ["127.0.0.1", "10.0.0.1"],
      ["127.0.0.1", "::1"],
      ["169.254.169.254"],
      ["::ffff:10.0.0.1"],
      []
    ]) {
      const { agent } = yield* agentFor(["127.0.0.1/32"], addresses)
      assert.strictEqual(yield* get(agent, `http://hooks.example:${receiver.port}/`), "ADDRESS_FORBIDDEN")
    }
    assert.strictEqual(connections, 0)
  }).pipe(Effect.scoped)
)

it.live("tries the next address of a name when one refuses", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver()
    const { agent } = yield* agentFor(["127.0.0.0/8"], ["127.0.0.9", "127.0.0.1"])
    assert.strictEqual(yield* get(agent, `http://hooks.example:${receiver.port}/`), 200)
  }).pipe(Effect.scoped)
)

it.live("checks the peer again once connected, and sends nothing if it is forbidden", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver()
    const judged: Array<string> = []
    // As if the connection had ended up elsewhere: an allowed address, but a forbidden peer.
    const allowsAddress = (address: string) => judged.push(address) === 1
    const connect = guardedConnector({ ...make([]), allowsAddress })
    const agent = new Agent({ connect, pipelining: 0, allowH2: false })
    yield* Effect.addFinalizer(() => Effect.promise(() => agent.destroy()))
    assert.strictEqual(yield* get(agent, receiver.url), "ADDRESS_FORBIDDEN")
    assert.deepStrictEqual(judged, ["127.0.0.1", "127.0.0.1"])
    assert.lengthOf(receiver.received, 0)
  }).pipe(Effect.scoped)
)

it.live("abandons a connection that is not established within five seconds, including TLS", () =>
  Effect.gen(function* () {
    const { agent } = yield* agentFor(["127.0.0.0/8"], ["127.0.0.1"])
    const { port } = yield* startSilent
    const started = performance.now()
    assert.strictEqual(yield* get(agent, `https://127.0.0.1:${port}/`), "UND_ERR_CONNECT_TIMEOUT")
    // Several times what it takes, for a busy machine.
    assert.isBelow(performance.now() - started, 30_000)
  }).pipe(Effect.scoped)
)

it.live(
  "trusts a certificate for the webhook's host name from an authority that the machine trusts, and no other",
  () =>
    Effect.gen(function* () {
      const { agent } = yield* agentFor(["127.0.0.0/8"], ["127.0.0.1"])
      const named = yield* startSecure("named")
      assert.strictEqual(
        yield* get(agent, `https://hooks.example:${named.port}/`),
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        "before the authority is trusted"
      )
      setDefaultCACertificates([...getCACertificates("default"), pem("authority")])
      assert.strictEqual(yield* get(agent, `https://hooks.example:${named.port}/`), 200)
      assert.include(named.names, "hooks.example")
      assert.deepStrictEqual(named.versions, ["1.1"])
      for (const [certificate, code] of [
        ["misnamed", "ERR_TLS_CERT_ALTNAME_INVALID"],
        ["expired", "CERT_HAS_EXPIRED"],
        ["selfsigned", "DEPTH_ZERO_SELF_SIGNED_CERT"]
      ] as const) {
        const { port } = yield* startSecure(certificate)
        assert.strictEqual(yield* get(agent, `https://hooks.example:${port}/`), code)
      }
      // The certificate names no address, although the address is what is connected to.
      assert.strictEqual(yield* get(agent, `https://127.0.0.1:${named.port}/`), "ERR_TLS_CERT_ALTNAME_INVALID")
    }).pipe(Effect.scoped)
)
