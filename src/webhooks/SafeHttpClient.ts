import { Context, Duration, Effect, Layer } from "effect"
import { Agent, type Dispatcher } from "undici"
import { Egress } from "./Egress.ts"
import { guardedConnector } from "./guardedConnector.ts"

/** Bytes of a response body that are read before the connection is closed, and bytes that are kept. */
const maxRead = 64 * 1024
const maxKept = 1024
/** Most bytes of a response's headers. */
const maxHeaders = 16 * 1024
/** Most origins whose sockets are counted. Beyond that, counting restarts, and a request or two may not be repeated. */
const maxOrigins = 10_000
/** Milliseconds for which an idle connection is kept: less than the 5 s after which many servers close theirs. */
const keepAlive = 4_000

/** The response to one request. Without a status, there was none, and `error` says why. */
export interface Answer {
  readonly status: number | undefined
  readonly error: string | undefined
  /** The first KiB of the body, as text. */
  readonly body: string
  readonly retryAfter: string | undefined
  readonly durationMs: number
}

/**
 * Posts to untrusted URLs. It connects only where `Egress` allows, follows no redirects, decompresses nothing, reads at most
 * 64 KiB, and finishes within its time limit, body included. It never fails: errors are in the answer. A request that finds
 * its kept-alive connection closed by the other side is sent once more on a new one.
 */
export class SafeHttpClient extends Context.Service<
  SafeHttpClient,
  {
    post(url: URL, headers: Record<string, string>, body: string): Effect.Effect<Answer>
    /** Milliseconds. The longest that a request takes. */
    readonly timeout: number
  }
>()("trunkline/webhooks/SafeHttpClient") {
  /** `timeout` is the setting WEBHOOK_TIMEOUT. */
  static readonly layer = (timeout: Duration.Duration) =>
    Layer.effect(
      SafeHttpClient,
      Effect.gen(function* () {
        const connect = guardedConnector(yield* Egress)
        const limit = Duration.toMillis(timeout)
        /** Sockets opened so far, by origin. A request during which none was opened used a kept-alive one. */
        const made = new Map<string, number>()
        const agent = yield* Effect.acquireRelease(
          Effect.sync(
            () =>
              new Agent({
                connect: (options, callback) => {
                  const origin = `${options.protocol}//${options.host ?? options.hostname}`
                  if (made.size >= maxOrigins) made.clear()
                  made.set(origin, (made.get(origin) ?? 0) + 1)
                  connect(options, callback)
                },
                // Unlimited sockets: an endpoint that hangs must not hold up others at the same origin, which may belong
                // to somebody else. The caller limits its requests, both per endpoint and in total.
                connections: null,
                pipelining: 1,
                keepAliveTimeout: keepAlive,
                headersTimeout: 0,
                bodyTimeout: 0,
                maxHeaderSize: maxHeaders,
                allowH2: false
              })
          ),
          (agent) => Effect.promise(() => agent.destroy())
        )

        const post = (url: URL, headers: Record<string, string>, body: string) =>
          Effect.callback<Answer>((resume) => {
            const started = performance.now()
            let request: Request | undefined
            const attempt = (mayRepeat: boolean) => {
              const socketsBefore = made.get(url.origin)
              request = new Request((status, error, response) => {
                if (mayRepeat && error === "connection_reset" && socketsBefore === made.get(url.origin)) {
                  attempt(false)
                  return
                }
                clearTimeout(deadline)
                const durationMs = Math.round(performance.now() - started)
                const { retryAfter, text } = response
                resume(Effect.succeed({ status, error, body: text, retryAfter, durationMs }))
              })
              request.send(agent, url, headers, body)
            }
            const deadline = setTimeout(() => request?.end("timeout"), limit)
            attempt(true)
            return Effect.sync(() => {
              clearTimeout(deadline)
              request?.end("aborted")
            })
          })

        return SafeHttpClient.of({ post, timeout: limit })
      })
    )
}

/** One request on the wire, driven by undici's callbacks. */
class Request implements Dispatcher.DispatchHandler {
  /** Aborts the request, while it is on the wire. */
  private controller: Dispatcher.DispatchController | undefined
  private status: number | undefined
  private size = 0
  private ended = false
  private readonly kept: Array<Buffer> = []
  private retryAfter: string | undefined
  private readonly done: (
    status: number | undefined,
    error: string | undefined,
    response: { readonly text: string; readonly retryAfter: string | undefined }
  ) => void

  constructor(done: Request["done"]) {
    this.done = done
  }

  send(agent: Agent, url: URL, headers: Record<string, string>, body: string) {
    try {
      agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method: "POST", headers, body }, this)
    } catch {
      // undici refuses to send the request at all, for example because of an invalid header.
      this.end("invalid_request")
    }
  }

  /** Ends the request, also on the wire, even if it is still waiting for a connection. */
  end(error: string | undefined) {
    if (this.ended) return
    this.ended = true
    this.controller?.abort(new Error("ended"))
    const text = Buffer.concat(this.kept).subarray(0, maxKept).toString().replaceAll("\u0000", "")
    this.done(this.status, error, { text, retryAfter: this.retryAfter })
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.controller = controller
    if (this.ended) controller.abort(new Error("ended"))
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>
  ) {
    if (status < 200) return
    this.status = status
    const wait = headers["retry-after"]
    this.retryAfter = typeof wait === "string" ? wait : undefined
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer) {
    // Copies, because the chunk is a view of a buffer that the parser reuses.
    if (this.size < maxKept) this.kept.push(Buffer.from(chunk.subarray(0, maxKept - this.size)))
    this.size += chunk.length
    if (this.size >= maxRead) this.end(undefined)
  }

  onResponseEnd() {
    this.controller = undefined
    this.end(undefined)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    this.controller = undefined
    this.end(this.status === undefined ? errorNameOf(error) : "response_incomplete")
  }
}

/** The names that the delivery log uses for error codes of Node and undici. */
const names: Record<string, string> = {
  ADDRESS_FORBIDDEN: "address_forbidden",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  EPIPE: "connection_reset",
  UND_ERR_SOCKET: "connection_reset",
  ETIMEDOUT: "connect_timeout",
  UND_ERR_CONNECT_TIMEOUT: "connect_timeout",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENOTFOUND: "dns_failed",
  EAI_AGAIN: "dns_failed",
  UND_ERR_HEADERS_OVERFLOW: "response_invalid"
}

/** undici's messages for an unexpected interim response (100 or 101), which has the same code as a broken socket. */
const unexpected = ["bad response", "bad upgrade"]

/** The delivery log's name for an error. */
export const errorNameOf = (error: Error): string => {
  if (unexpected.includes(error.message)) return "response_invalid"
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  if (names[code] !== undefined) return names[code]
  if (error.name === "HTTPParserError") return "response_invalid"
  return /CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code) ? "tls_failed" : "connection_failed"
}
