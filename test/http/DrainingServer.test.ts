import { once } from "node:events"
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { DrainingServer } from "../../src/http/DrainingServer.ts"

/**
 * A server that keeps connections for minutes, and a client that does too; `answers` holds the responses to the requests that
 * arrived.
 */
const running = Effect.acquireRelease(
  Effect.promise(async () => {
    const answers: Array<ServerResponse> = []
    const server = new DrainingServer({ keepAliveTimeout: 600_000 })
    server.on("request", (_, response) => answers.push(response))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true })
    const ask = async () => {
      const came = once(server, "request")
      const answer = once(get({ port, agent }), "response") as Promise<[IncomingMessage]>
      await came
      return async () => {
        const [response] = await answer
        response.resume()
        await once(response, "end")
        return response.headers.connection
      }
    }
    return { server, answers, agent, ask }
  }),
  ({ agent, server }) =>
    Effect.sync(() => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    })
)

it.live("ends busy connections after their responses, and announces that where it still can", () =>
  Effect.gen(function* () {
    const { answers, ask, server } = yield* running
    yield* Effect.promise(async () => {
      // One idle connection, one whose response has not begun, and one whose response has.
      const first = await ask()
      answers[0]?.end("first")
      assert.strictEqual(await first(), "keep-alive")
      const [second, third] = [await ask(), await ask()]
      answers[2]?.write("thi")
      const closed = once(server, "close")
      server.close()
      await listened(server)
      answers[1]?.end("second")
      assert.strictEqual(await second(), "close")
      answers[2]?.end("rd")
      assert.strictEqual(await third(), "keep-alive")
      await closed
    })
  })
)

/** Everything that arrived on a connection until it ended, after several requests were sent at once. */
const exchange = (port: number, requests: number) => {
  const socket = connect(port, "127.0.0.1")
  let heard = ""
  socket.on("data", (data) => {
    heard += data
  })
  socket.write("GET / HTTP/1.1\r\nHost: desk.example\r\n\r\n".repeat(requests))
  return { socket, heard: once(socket, "close").then(() => heard) }
}

/** Waits until no one can connect any more. */
const listened = async (server: DrainingServer) => {
  while (server.listening) await sleep(5)
}

const portOf = (server: DrainingServer) => (server.address() as AddressInfo).port

it.live("answers what had arrived on an idle connection, and clients that waited to be accepted", () =>
  Effect.gen(function* () {
    const { server } = yield* running
    server.on("request", (_, response) => response.end("done"))
    yield* Effect.promise(async () => {
      const idle = connect(portOf(server), "127.0.0.1")
      idle.write("GET / HTTP/1.1\r\nHost: desk.example\r\n\r\n")
      const [first] = (await once(idle, "data")) as [Buffer]
      assert.include(String(first), "keep-alive")
      const waiting = Array.from({ length: 20 }, () => exchange(portOf(server), 1))
      await Promise.race(waiting.map(({ socket }) => once(socket, "connect")))
      const closed = once(server, "close")
      // Both are in the kernel's buffers when the server closes, and nothing of them in the server's own.
      idle.write("GET / HTTP/1.1\r\nHost: desk.example\r\n\r\n")
      server.close()
      let second = ""
      idle.on("data", (data) => {
        second += data
      })
      await once(idle, "close")
      for (const heard of [second, ...(await Promise.all(waiting.map((one) => one.heard)))]) {
        assert.match(heard, /^HTTP\/1\.1 200 OK\r\n/)
      }
      await closed
    })
  })
)

it.live("answers pipelined requests, and announces the end of the connection with the last", () =>
  Effect.gen(function* () {
    const { answers, server } = yield* running
    yield* Effect.promise(async () => {
      const { heard } = exchange(portOf(server), 2)
      while (answers.length < 2) await once(server, "request")
      const closed = once(server, "close")
      server.close()
      await listened(server)
      answers[1]?.end("second")
      answers[0]?.end("first")
      const [, one = "", other = ""] = (await heard).split("HTTP/1.1 200 OK")
      assert.match(one, /connection: keep-alive[\s\S]*first/i)
      assert.match(other, /connection: close[\s\S]*second/i)
      await closed
    })
  })
)

it.live("does not wait for clients that only connected, or sent half of a request's head", () =>
  Effect.gen(function* () {
    const { server } = yield* running
    yield* Effect.promise(async () => {
      const sockets = ["", "GET / HTTP/1.1\r\nHost: desk"].map((sent) => {
        const socket = connect(portOf(server), "127.0.0.1")
        socket.on("error", () => {})
        if (sent !== "") socket.write(sent)
        return socket
      })
      await Promise.all(sockets.map((socket) => once(socket, "connect")))
      const ended = [once(server, "close"), ...sockets.map((socket) => once(socket, "close"))]
      server.close()
      await Promise.all(ended)
    })
  })
)
