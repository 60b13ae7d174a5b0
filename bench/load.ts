import { type OnReadOpts, Socket } from "node:net"
import { performance } from "node:perf_hooks"
import { Effect, Schema } from "effect"
import { type buildConnector, type Dispatcher, Pool } from "undici"

/** Milliseconds without a response after which a request counts as an error. */
const patience = 10_000

/** A request, and the status that its response must have. */
export interface Call {
  readonly method: "GET" | "POST" | "PATCH"
  readonly path: string
  readonly body?: string
  readonly idempotencyKey?: string
  readonly expect: number
}

/** Where calls go, and with which key. */
export interface Target {
  /** Used in reports of failures. */
  readonly name: string
  readonly origin: string
  readonly key: string
}

/** The result of one run: responses per second, and latencies in milliseconds. */
export interface Load {
  readonly answers: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

/** Some responses were not as expected; `first` describes the first of them. A rate that includes errors means nothing. */
export class LoadFailed extends Schema.TaggedError<LoadFailed>()("LoadFailed", {
  target: Schema.String,
  errors: Schema.Int,
  answers: Schema.Int,
  first: Schema.String
}) {
  override get message() {
    return `${this.errors} of ${this.answers} answers of ${this.target} were not the expected ones; the first: ${this.first}`
  }
}

export interface LoadOptions {
  /** Requests in flight at any moment, each on its own connection: the next one is sent as soon as one is answered. */
  readonly inFlight: number
  readonly seconds: number
  readonly next: () => Call
}

/** Keeps `inFlight` calls in flight for `seconds`, waits for the last responses, and reports. */
export const load = (target: Target, { inFlight, next, seconds }: LoadOptions): Effect.Effect<Load, LoadFailed> =>
  Effect.acquireUseRelease(
    Effect.sync(
      () => new Pool(target.origin, { connections: inFlight, headersTimeout: patience, bodyTimeout: patience, connect })
    ),
    (pool) =>
      Effect.callback<Load, LoadFailed>((resume) => {
        const authorization = `Bearer ${target.key}`
        const latencies: Array<number> = []
        let errors = 0
        let first = ""
        let underWay = inFlight
        const started = performance.now()
        let end = started + seconds * 1000

        const send = () => {
          const call = next()
          const sent = performance.now()
          pool.dispatch(
            toDispatch(call, authorization),
            new Exchange((status, answer) => {
              const now = performance.now()
              latencies.push(now - sent)
              if (status !== call.expect) {
                errors += 1
                first ||= `${call.method} ${call.path} was answered ${status} ${answer}`
              }
              if (now < end) send()
              else if (--underWay === 0) finish(now)
            })
          )
        }

        const finish = (now: number) => {
          const answers = latencies.length
          const rate = (answers * 1000) / (now - started)
          latencies.sort((a, b) => a - b)
          resume(
            errors > 0
              ? Effect.fail(new LoadFailed({ target: target.name, errors, answers, first }))
              : Effect.succeed({ answers, rate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) })
          )
        }

        for (let i = 0; i < inFlight; i++) send()
        return Effect.sync(() => {
          end = 0
        })
      }),
    (pool) => Effect.promise(() => pool.destroy())
  )

/**
 * Connects with one read buffer per connection, which every read reuses. With a new buffer for each response, the load
 * generator would collect its garbage on both processors four times a second, mostly after the longest responses.
 */
const connect: buildConnector.connector = ({ hostname, port }, opened) => {
  // The parser has consumed the bytes before the next ones arrive.
  const onread: OnReadOpts = {
    buffer: Buffer.allocUnsafeSlow(readLength),
    callback: (length, bytes) => {
      socket.push(bytes.subarray(0, length))
      return true
    }
  }
  const socket: Socket = new Socket({ onread })
  const failed = (error: Error) => opened(error, null)
  socket.once("error", failed)
  socket.connect(Number(port), hostname, () => {
    socket.off("error", failed)
    opened(null, socket.setNoDelay())
  })
}
/** Size of a connection's read buffer, in bytes. */
const readLength = 64 * 1024

const toDispatch = (call: Call, authorization: string): Dispatcher.DispatchOptions => {
  const headers = ["authorization", authorization]
  if (call.idempotencyKey !== undefined) headers.push("idempotency-key", call.idempotencyKey)
  if (call.body === undefined) return { method: call.method, path: call.path, headers }
  headers.push("content-type", "application/json")
  return { method: call.method, path: call.path, headers, body: call.body }
}

/** Reads one response to its end, and keeps the body only if it is a failure, for the report. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #done: (status: number, answer: string) => void
  #status = 0
  #answer = ""

  constructor(done: (status: number, answer: string) => void) {
    this.#done = done
  }
  onRequestStart() {}
  onResponseStart(_: unknown, status: number) {
    this.#status = status
  }
  onResponseData(_: unknown, chunk: Buffer) {
    if (this.#status >= 300) this.#answer += chunk.toString()
  }
  onResponseEnd() {
    this.#done(this.#status, this.#answer)
  }
  onResponseError(_: unknown, error: Error) {
    this.#done(0, String(error))
  }
}

/** The smallest of the sorted values that at least `share` of them do not exceed. */
const percentile = (sorted: ReadonlyArray<number>, share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
