import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { DrainingServer } from "./DrainingServer.ts"

/** What connections may take of a server. */
export interface ConnectionBounds {
  /** Connections at once. */
  readonly max: number
  /** Of these, so many answer nothing but whether the server is well: see `isSurplus`. */
  readonly reserved: number
  /** Milliseconds for which the rest of a request may still come whose answer has left: nobody reads it. */
  readonly restTimeout: number
}

/** Requests of one connection that wait for their answers (pipelining, RFC 9112, 9.3.2). */
export const maxPipelined = 16

const surplus = new WeakSet<IncomingMessage>()

/** Whether a request came while all connections but those of the reserve were busy. */
export const isSurplus = (request: IncomingMessage): boolean => surplus.has(request)

/** A request that listeners have not heard of yet. */
type Tell = () => void

/**
 * A server that many connections do not close to others. One more than it may have takes the place of the one that has been
 * silent the longest, so that who only connects, or sends the head of a request in drops, keeps nobody out. Who sends
 * requests faster than they are answered has them served one by one, others in between, and so many that the
 * connection ends with the last answer, which says so.
 */
export class GuardedServer extends DrainingServer {
  readonly #bounds: ConnectionBounds
  /** By connection, its requests: the one that is served, and those that wait for its answer. */
  readonly #connections = new Map<Socket, { underWay: number; readonly waiting: Array<Tell> }>()
  /** Connections without any; first those that have been so the longest. */
  readonly #idle = new Set<Socket>()
  #closing = false

  constructor(options: ServerOptions, bounds: ConnectionBounds) {
    super(options)
    this.#bounds = bounds
    this.on("connection", (socket) => this.#admit(socket))
  }

  // biome-ignore lint/suspicious/noExplicitAny: as Node declares it
  override emit(event: string, ...args: Array<any>): boolean {
    const isRequest = event === "request" || event === "checkContinue"
    // Whoever listens would answer: a request too many must not reach them.
    if (isRequest && !this.#begin(args[0], args[1], () => void super.emit(event, ...args))) return true
    return super.emit(event, ...args)
  }

  override close(callback?: (error?: Error) => void): this {
    this.#closing = true
    // What has come is answered before the end, so listeners hear of it before they hear of that.
    for (const { waiting } of this.#connections.values()) for (const tell of waiting.splice(0)) tell()
    return super.close(callback)
  }

  #admit(socket: Socket): void {
    if (this.#connections.size >= this.#bounds.max) {
      const [longestIdle] = this.#idle
      if (longestIdle === undefined) return void socket.destroy()
      this.#forget(longestIdle)
      longestIdle.destroy()
    }
    this.#connections.set(socket, { underWay: 0, waiting: [] })
    this.#idle.add(socket)
    socket.once("close", () => this.#forget(socket))
  }

  #forget(socket: Socket): void {
    this.#connections.delete(socket)
    this.#idle.delete(socket)
  }

  /** Whether the request is to be served now. */
  #begin(request: IncomingMessage, response: ServerResponse, tell: Tell): boolean {
    const { socket } = request
    const connection = this.#connections.get(socket)
    if (connection === undefined) return true
    if (connection.underWay === maxPipelined) return false
    if (++connection.underWay === maxPipelined) response.shouldKeepAlive = false
    this.#idle.delete(socket)
    const busy = this.#connections.size - this.#idle.size
    if (busy > this.#bounds.max - this.#bounds.reserved) surplus.add(request)
    // Once, but Node's `once` costs each request more.
    response.on("close", () => this.#end(request))
    if (connection.underWay === 1 || this.#closing) return true
    connection.waiting.push(tell)
    return false
  }

  #end(request: IncomingMessage): void {
    const { socket } = request
    if (!request.complete) setTimeout(() => request.complete || socket.destroy(), this.#bounds.restTimeout).unref()
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    const next = connection.waiting.shift()
    if (next !== undefined) setImmediate(next)
    if (--connection.underWay === 0) this.#idle.add(socket)
  }
}
