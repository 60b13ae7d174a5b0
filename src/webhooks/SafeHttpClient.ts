import { Context, Duration, Effect, Layer } from "effect"
import { Agent, type Dispatcher } from "undici"
import { Egress } from "./Egress.ts"
import { guardedConnector } from "./guardedConnector.ts"

/** Bytes of an answer that are read before the connection is closed, and bytes of it that are kept. */
const maxRead = 64 * 1024
const maxKept = 1024
/** Bytes of an answer's headers. */
const maxHeaders = 16 * 1024
/** Origins whose sockets are counted; beyond, the count begins anew, and a request or two is not repeated. */
const maxOrigins = 10_000
/** Milliseconds that an unused connection is kept; less than the 5 s after which many servers close theirs. */
const keepAlive = 4_000

/** What came back from one request. Without a status nothing did, and `error` says why. */
export interface Answer {
  readonly status: number | undefined
  readonly error: string | undefined
  /** The first KiB of the body, as text. */
  readonly body: string
  readonly retryAfter: string | undefined
  readonly durationMs: number
}

/**
 * Posts to addresses that strangers chose. It goes only where `Egress` allows, follows no redirect, unpacks nothing,
 * reads at most 64 KiB, and is done within its time limit, body included. It never fails: what went wrong is in the
 * answer. A request that meets a connection which the other side had closed meanwhile is sent once more, on a new one.
 */
export class SafeHttpClient extends Context.Service<
  SafeHttpClient,
  {
    post(url: URL, headers: Record<string, string>, body: string): Effect.Effect<Answer>
    /** Longest that a request takes, in milliseconds. */
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
        /** Sockets made so far, by origin: a request during which none was made ran on a kept one. */
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
                // As many sockets as requests: an endpoint that hangs must not hold up others at the same origin, who may
                // be somebody else's. The caller bounds its requests, for each endpoint and in all.
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

/** One request on the wire, told by undici how it goes. */
class Request implements Dispatcher.DispatchHandler {
  /** What ends the request on the wire, while it is there. */
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
      // What undici refuses to put on the wire at all, such as a header it cannot write.
      this.end("invalid_request")
    }
  }

  /** Ends the request here; on the wire too, even if it waits for a connection still. */
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
    // A copy: the chunk is a view of a buffer that the parser uses again.
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

/** Errors of Node and undici, by their codes, in the words of the delivery log. */
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

/** How undici calls an interim answer (100 or 101) that nobody asked for, under the code of a socket that broke. */
const unexpected = ["bad response", "bad upgrade"]

/** What went wrong, in a word. */
export const errorNameOf = (error: Error): string => {
  if (unexpected.includes(error.message)) return "response_invalid"
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  if (names[code] !== undefined) return names[code]
  if (error.name === "HTTPParserError") return "response_invalid"
  return /CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code) ? "tls_failed" : "connection_failed"
}
