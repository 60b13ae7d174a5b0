import { once } from "node:events"
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { DrainingServer } from "../../src/http/DrainingServer.ts"

/** A server that keeps connections for minutes, and a client that would too; `answers` get the requests that came. */
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

it.live("ends busy connections with their answers, and says so where it still can", () =>
  Effect.gen(function* () {
    const { answers, ask, server } = yield* running
    yield* Effect.promise(async () => {
      // One that is idle, one whose answer has not begun, and one whose answer has.
      const first = await ask()
      answers[0]?.end("first")
      assert.strictEqual(await first(), "keep-alive")
      const [second, third] = [await ask(), await ask()]
      answers[2]?.write("thi")
      const closed = once(server, "close")
      server.close()
      answers[1]?.end("second")
      assert.strictEqual(await second(), "close")
      answers[2]?.end("rd")
      assert.strictEqual(await third(), "keep-alive")
      await closed
    })
  })
)
