import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { DrainingServer } from "./DrainingServer.ts"

/** How many connections a server accepts. */
export interface ConnectionBounds {
  /** Connections at a time. */
  readonly max: number
  /** The last of these, which serve nothing but health checks: see `isSurplus`. */
  readonly reserved: number
  /** Milliseconds for which the rest of a request may still arrive after its response: nobody reads it. */
  readonly restTimeout: number
}

/** Pipelined requests of one connection that wait for responses (RFC 9112, 9.3.2). */
export const maxPipelined = 16

const surplus = new WeakSet<IncomingMessage>()

/** Whether all connections outside the reserve were busy when the request arrived. */
export const isSurplus = (request: IncomingMessage): boolean => surplus.has(request)

/** Emits a request that listeners have not received yet. */
type Tell = () => void

/**
 * A server that stays open to others however many connections one client opens. A connection beyond the maximum replaces the
 * one that has been idle the longest, so that clients that only connect, or send the head of a request in drops, keep nobody
 * out. Pipelined requests are served one by one, with those of others in between, and at the maximum the connection ends
 * with the last response, which says so.
 */
export class GuardedServer extends DrainingServer {
  readonly #bounds: ConnectionBounds
  /** The requests of each connection: those under way, and those of them that wait for their turn. */
  readonly #connections = new Map<Socket, { underWay: number; readonly waiting: Array<Tell> }>()
  /** Connections without a request, the longest idle first. */
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
    // Listeners would answer: a request too many must not reach them.
    if (isRequest && !this.#begin(args[0], args[1], () => void super.emit(event, ...args))) return true
    return super.emit(event, ...args)
  }

  override close(callback?: (error?: Error) => void): this {
    this.#closing = true
    // What has arrived is answered before the end, so listeners receive it before the server closes.
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

  /** Whether to serve the request now. */
  #begin(request: IncomingMessage, response: ServerResponse, tell: Tell): boolean {
    const { socket } = request
    const connection = this.#connections.get(socket)
    if (connection === undefined) return true
    if (connection.underWay === maxPipelined) return false
    if (++connection.underWay === maxPipelined) response.shouldKeepAlive = false
    this.#idle.delete(socket)
    const busy = this.#connections.size - this.#idle.size
    if (busy > this.#bounds.max - this.#bounds.reserved) surplus.add(request)
    // Fires once, but Node's `once` costs more for each request.
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
