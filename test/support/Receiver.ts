import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How a receiver responds: with a status, headers and a body, or not at all. */
export type Reply =
  | {
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string | Buffer
      /** Milliseconds later, or once this resolves. */
      readonly after?: number | Promise<void>
    }
  | "hang"
  | "reset"

/** Responds with these one after another, and then with the last one forever. */
export const inTurn =
  (...replies: ReadonlyArray<Reply>) =>
  (_: Received, index: number): Reply =>
    replies[Math.min(index, replies.length - 1)] ?? { status: 200 }

/** The titles that the test gave to the events that arrived. */
export const titles = (received: ReadonlyArray<Received>) => received.map(({ body }) => JSON.parse(body).data.title)

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: ReadonlyArray<Received>
  /** The first `count` requests, once they have arrived. */
  readonly first: (count: number) => Effect.Effect<ReadonlyArray<Received>>
  readonly server: Server
}

/** A webhook receiver on a loopback port of its own, or on `wanted`, that responds as `reply` says. */
export const startReceiver = (
  reply: (request: Received, index: number) => Reply = () => ({ status: 200, body: "ok" }),
  wanted = 0
): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const waiting: Array<() => void> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const one = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() }
        received.push(one)
        const answer = reply(one, received.length - 1)
        for (const wake of waiting) wake()
        if (answer === "hang") return
        if (answer === "reset") {
          request.socket.resetAndDestroy()
          return
        }
        const respond = () => {
          response.writeHead(answer.status, answer.headers)
          response.end(answer.body)
        }
        const { after = 0 } = answer
        if (typeof after === "number") setTimeout(respond, after)
        else void after.then(respond)
      })
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(wanted, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          server.closeAllConnections()
          server.close(() => resume(Effect.void))
        })
    )
    const { port } = server.address() as AddressInfo
    const first = (count: number): Effect.Effect<ReadonlyArray<Received>> =>
      Effect.callback((resume) => {
        const look = () => {
          if (received.length >= count) resume(Effect.succeed(received.slice(0, count)))
        }
        waiting.push(look)
        look()
      })
    return { url: `http://127.0.0.1:${port}/hook`, port, received, first, server }
  })
