import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type ConnectionBounds, GuardedServer, isSurplus } from "../../src/http/GuardedServer.ts"

const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

/** A server that responds when the test says so, and clients that keep their connections. */
const running = (bounds: Partial<ConnectionBounds>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const came: Array<{ readonly request: IncomingMessage; readonly response: ServerResponse }> = []
      const sockets: Array<Socket> = []
      const server = new GuardedServer(
        { keepAliveTimeout: 600_000 },
        { max: 4, reserved: 1, restTimeout: 600_000, ...bounds }
      )
      server.on("request", (request, response) => came.push({ request, response }))
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      const dial = async () => {
        const heard = once(server, "connection")
        const socket = connect(port, "127.0.0.1")
        sockets.push(socket)
        socket.on("error", () => {}).resume()
        await heard
        return { socket, closed: once(socket, "close") }
      }
      /** Sends a request, and waits until it is in progress. */
      const ask = async ({ socket }: { readonly socket: Socket }) => {
        const heard = once(server, "request") as Promise<[IncomingMessage, ServerResponse]>
        socket.write(request)
        const [asked, response] = await heard
        const answer = async () => {
          const done = once(response, "close")
          response.end("done")
          await done
        }
        return { asked, answer }
      }
      return { server, came, dial, ask, sockets }
    }),
    ({ server, sockets }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.closeAllConnections()
        server.close()
      })
  )

it.live("closes the connection that has been idle longest to make room for a new one", () =>
  Effect.gen(function* () {
    const { ask, dial } = yield* running({ max: 3, reserved: 1 })
    yield* Effect.promise(async () => {
      const [a, b, c] = [await dial(), await dial(), await dial()]
      const { answer } = await ask(a)
      await answer()
      const d = await dial()
      await b.closed
      await (await ask(d)).answer()
      const e = await dial()
      await c.closed
      await (await ask(a)).answer()
      await (await ask(e)).answer()
    })
  })
)

it.live("closes no connection that waits for a response, and accepts no further one while all of them do", () =>
  Effect.gen(function* () {
    const { ask, dial } = yield* running({ max: 2, reserved: 1 })
    yield* Effect.promise(async () => {
      const [a, b] = [await dial(), await dial()]
      const first = await ask(a)
      const c = await dial()
      await b.closed
      const second = await ask(c)
      const d = await dial()
      await d.closed
      await first.answer()
      await second.answer()
      await (await ask(await dial())).answer()
      await a.closed
    })
  })
)

it.live("marks a request that arrives while all connections but the reserve are busy", () =>
  Effect.gen(function* () {
    const { ask, dial } = yield* running({ max: 4, reserved: 1 })
    yield* Effect.promise(async () => {
      const clients = [await dial(), await dial(), await dial(), await dial()]
      const asked = []
      for (const client of clients) asked.push(await ask(client))
      assert.deepStrictEqual(
        asked.map(({ asked }) => isSurplus(asked)),
        [false, false, false, true]
      )
      await asked[0]?.answer()
      await asked[3]?.answer()
      const [, , , last] = clients
      assert.isFalse(isSurplus((await ask(last ?? (await dial()))).asked))
    })
  })
)

it.live("serves the requests of a connection one by one, at most sixteen, and ends it with the last of these", () =>
  Effect.gen(function* () {
    const { came, dial, server } = yield* running({})
    yield* Effect.promise(async () => {
      const { closed, socket } = await dial()
      let text = ""
      socket.on("data", (chunk) => {
        text += chunk
      })
      const first = once(server, "request")
      socket.write(request.repeat(40))
      await first
      for (let answered = 0; answered < 16; answered++) {
        // The parser emits all requests of a chunk in one turn.
        assert.lengthOf(came, answered + 1)
        const next = once(server, "request")
        came[answered]?.response.end("done")
        await (answered === 15 ? closed : next)
      }
      assert.lengthOf(came, 16)
      const connections = [...text.matchAll(/^connection: (.+)\r$/gim)].map(([, value]) => value)
      assert.deepStrictEqual(connections, [...Array(15).fill("keep-alive"), "close"])
    })
  })
)

it.live("ends a connection on which the rest of an answered request does not arrive", () =>
  Effect.gen(function* () {
    const { came, dial, server } = yield* running({ restTimeout: 50 })
    yield* Effect.promise(async () => {
      const [slow, whole] = [await dial(), await dial()]
      for (const { socket } of [whole, slow]) {
        const heard = once(server, "request")
        socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na")
        await heard
      }
      for (const { response } of came) response.end("refused")
      whole.socket.write("bc")
      await slow.closed
      const heard = once(server, "request")
      whole.socket.write(request)
      await heard
    })
  })
)

it.live("answers what is pending on a connection before it ends it", () =>
  Effect.gen(function* () {
    const { came, dial, server } = yield* running({})
    yield* Effect.promise(async () => {
      const { closed, socket } = await dial()
      let text = ""
      socket.on("data", (chunk) => {
        text += chunk
      })
      const first = once(server, "request")
      socket.write(request.repeat(3))
      await first
      server.close()
      assert.lengthOf(came, 3)
      for (const { response } of came) response.end("done")
      await closed
      assert.lengthOf(text.split("done"), 4)
    })
  })
)
