import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Agent, request } from "undici"
import { make } from "../../src/webhooks/Egress.ts"
import { guardedConnector } from "../../src/webhooks/guardedConnector.ts"
import { startReceiver } from "../support/Receiver.ts"

const pem = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures/tls", `${name}.pem`), "utf8")

/** An agent of a resolver that answers each question with the next of `answers`, and how often it was asked. */
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
      // A connection for each request: each is judged anew.
      return { agent: new Agent({ connect, pipelining: 0, allowH2: false }), asked: () => asked }
    }),
    ({ agent }) => Effect.promise(() => agent.destroy())
  )

/** The status of an answer, or the code of what kept it from coming. */
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

/** A receiver on TLS with the certificate `name` of the fixtures, and the names that its clients asked for. */
const startSecure = (name: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const names: Array<string> = []
      const server = createServer({ key: pem("key"), cert: pem(name) }, (_, response) => response.end("ok"))
      server.on("secureConnection", (socket) => names.push(String(socket.servername)))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { server, names, port: (server.address() as AddressInfo).port }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

it.live("asks once for each connection, and dials the very address that it judged", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver()
    const { agent, asked } = yield* agentFor(["127.0.0.1/32"], ["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"])
    const url = `http://hooks.example:${receiver.port}/`
    assert.strictEqual(yield* get(agent, url), 200)
    assert.strictEqual(asked(), 1)
    // The name has changed its mind.
    assert.strictEqual(yield* get(agent, url), "ADDRESS_FORBIDDEN")
    assert.strictEqual(yield* get(agent, url), 200)
    assert.strictEqual(asked(), 3)
    assert.strictEqual(receiver.received.length, 2)
    assert.strictEqual(receiver.received[0]?.headers.host, `hooks.example:${receiver.port}`)
  }).pipe(Effect.scoped)
)

it.live("refuses a name of which any address is forbidden, and one without addresses", () =>
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

it.live(
  "trusts a certificate for the name that the webhook has, from an authority that the machine trusts, and no other",
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
      for (const [certificate, code] of [
        ["misnamed", "ERR_TLS_CERT_ALTNAME_INVALID"],
        ["expired", "CERT_HAS_EXPIRED"],
        ["selfsigned", "DEPTH_ZERO_SELF_SIGNED_CERT"]
      ] as const) {
        const { port } = yield* startSecure(certificate)
        assert.strictEqual(yield* get(agent, `https://hooks.example:${port}/`), code)
      }
      // The certificate names no address, though it is the one that is dialled.
      assert.strictEqual(yield* get(agent, `https://127.0.0.1:${named.port}/`), "ERR_TLS_CERT_ALTNAME_INVALID")
    }).pipe(Effect.scoped)
)
