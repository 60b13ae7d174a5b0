import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { catalogue, type Problem, problemText } from "../api/ProblemCatalogue.ts"
import { IdGenerator } from "../domain/IdGenerator.ts"
import { namingSettings } from "../runtime/CannotListen.ts"
import { GuardedServer } from "./GuardedServer.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { maxHeaderBytes, maxHeaders, maxTargetBytes } from "./requestShape.ts"

/** Limits for peers: times in milliseconds, and numbers of connections. */
export const peerLimits = {
  /** For all headers to arrive. */
  headersTimeout: 15_000,
  /** For the whole request to arrive, such as a file over a slow line. Other bodies have less, see requestBody.ts. */
  requestTimeout: 300_000,
  /** Between two checks for late requests. */
  connectionsCheckingInterval: 5_000,
  /**
   * For which an idle connection stays open between requests: longer than common proxies keep theirs (AWS 60 s, Traefik 90
   * s, Caddy 120 s). Otherwise a proxy might send a request as the connection ends, and answer 502.
   */
  keepAliveTimeout: 125_000,
  /** Without a byte in either direction, for example because the reader stopped reading. Streams send pings. */
  silenceTimeout: 60_000,
  /** For the rest of a request that already has its response, such as a body that was refused. */
  restTimeout: 5_000,
  maxConnections: 4_096,
  /** Of these, the connections reserved for health checks. */
  reservedConnections: 410
}
/** Connections that the kernel completes while the event loop is busy; Linux caps it at net.core.somaxconn. */
const backlog = 4_096
/** Seconds within which requests in flight finish at shutdown. */
const shutdownSeconds = 8

/** Listens on a TCP address: Node's strict HTTP parser, with limits against slow and endless requests. */
export const layer = (
  options: { readonly host: string; readonly port: number },
  { maxConnections, reservedConnections, restTimeout, silenceTimeout, ...timeouts } = peerLimits
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      const { publicUrl } = yield* HttpSettings
      const listener = NodeHttpServer.layer(
        () => {
          const server = new GuardedServer(
            {
              ...timeouts,
              maxHeaderSize: maxTargetBytes + maxHeaderBytes,
              // Node would answer these two itself, without a body; the edge does instead.
              requireHostHeader: false,
              // No other protocol is spoken here. A client that offers one, such as Java's HTTP/2, would lose its body and
              // its connection.
              shouldUpgradeCallback: () => false,
              noDelay: true
            },
            { max: maxConnections, reserved: reservedConnections, restTimeout }
          )
          server.on("checkExpectation", (request, response) => server.emit("request", request, response))
          server.timeout = silenceTimeout
          server.maxHeadersCount = maxHeaders
          const refuse = (socket: Duplex, problem: Problem) => {
            const { status, title } = catalogue[problem.code]
            const requestId = ids.next("request")
            const body = problemText(problem, { publicUrl, instance: "/", requestId })
            const headers = {
              ...problem.headers,
              "content-type": "application/json",
              "content-length": Buffer.byteLength(body),
              "x-request-id": requestId,
              "x-content-type-options": "nosniff",
              "cache-control": "no-store",
              connection: "close"
            }
            const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
            socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join("")}\r\n${body}`)
            // A client that keeps sending would hold the other half open.
            setTimeout(() => socket.destroy(), restTimeout).unref()
          }
          server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
            if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
            refuse(socket, brokenRequest(error, socket))
          })
          // Without a listener, Node ends the connection silently.
          server.on("connect", (_request, socket: Duplex) => {
            socket.on("error", () => {}).resume()
            refuse(socket, noProxy)
          })
          return server
        },
        { ...options, backlog, gracefulShutdownTimeout: `${shutdownSeconds} seconds` }
      )
      return yield* namingSettings({ hostSetting: "HOST", portSetting: "PORT", ...options })(Layer.build(listener))
    })
  )

const noProxy: Problem = {
  code: "method_not_allowed",
  detail: "This server is not a proxy and does not accept CONNECT.",
  headers: { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }
}

/** The problem that Node's parser found. A header block over the limit that has no line end yet is a request line. */
const brokenRequest = (
  error: { readonly code?: string | undefined; readonly rawPacket?: Buffer | undefined },
  socket: Socket
): Problem => {
  if (error.code === "HPE_HEADER_OVERFLOW") {
    const isFirst = socket.bytesRead <= (error.rawPacket?.length ?? 0)
    return isFirst && !error.rawPacket?.includes("\r\n")
      ? { code: "uri_too_long", detail: "The request line is longer than 16 KiB." }
      : {
          code: "headers_too_large",
          detail: "The request headers are larger than 32 KiB, or there are more than 1,000."
        }
  }
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return { code: "malformed_request", detail: "The request did not arrive in time." }
  }
  return { code: "malformed_request", detail: "This is not a well-formed HTTP/1.1 request." }
}
