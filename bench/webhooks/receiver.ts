/**
 * A separate process that accepts webhooks and records when each arrived. Its parent talks to it over Node's IPC channel (see
 * Receivers.ts). The first path segment selects the response: `ok`, `slow` (after 2 s), `hang` (never), `error` (500), `drip`
 * (a byte a second), `flood` (an endless body).
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Arrival, Order, Report } from "./Receivers.ts"

let arrivals: Array<Arrival> = []
const page = Buffer.alloc(64 * 1024, "x")

const answer: Record<string, (response: ServerResponse) => void> = {
  ok: (response) => response.writeHead(200, { "content-length": 2 }).end("ok"),
  slow: (response) => void setTimeout(() => response.writeHead(200).end("ok"), 2_000),
  hang: () => {},
  error: (response) => response.writeHead(500).end("no"),
  drip: (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write("x"), 1_000)
    response.on("close", () => clearInterval(timer))
  },
  flood: (response) => {
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write(page)) {
        // Write until the client's buffers are full.
      }
    }
    response.on("drain", pour)
    pour()
  }
}

const take = (request: IncomingMessage, response: ServerResponse) => {
  const at = Number(process.hrtime.bigint()) / 1e6
  const kind = request.url?.split("/")[1] ?? ""
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    if (kind === "ok" || kind === "slow") {
      const body = Buffer.concat(chunks).toString()
      arrivals.push({
        at,
        path: request.url ?? "",
        event: String(request.headers["webhook-id"]),
        attempt: Number(request.headers["x-trunkline-attempt"]),
        sequence: Number(/"sequence":(\d+)/.exec(body)?.[1] ?? 0),
        ticket: /"data":\{"id":"([^"]+)"/.exec(body)?.[1] ?? ""
      })
    }
    answer[kind]?.(response)
  })
}

const listen = (port: number) => {
  const server = createServer(take).listen(port, "127.0.0.1", 1_024)
  server.keepAliveTimeout = 60_000
  return server
}

let server = listen(0)
const tell = (report: Report) => process.send?.(report)
server.once("listening", () => tell({ port: (server.address() as AddressInfo).port }))

process.on("message", (order: Order) => {
  if (order === "count") tell({ count: arrivals.length })
  else if (order === "take") {
    tell({ arrivals })
    arrivals = []
  } else if (order === "down") {
    const { port } = server.address() as AddressInfo
    server.close(() => tell({ port }))
    server.closeAllConnections()
  } else {
    server = listen(order.up)
    server.once("listening", () => tell({ port: order.up }))
  }
})
process.on("disconnect", () => process.exit())
