import { Server, type ServerOptions, type ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Milliseconds for which a closing server keeps a connection without a request: its next one may be on the way. */
const grace = 250
/** Consecutive quick turns of the event loop, each of which accepts one waiting connection, after which none is left. */
const quietTurns = 2
/**
 * Milliseconds that count as a quick turn: a client that connects between its look at the network and the end of listening
 * is cut off. On a busy machine no turn is that short, so the limit grows by this share of the time elapsed.
 */
const quickTurn = 0.25
const quickGrowth = 0.003
/** Milliseconds after which the server stops listening even if clients still connect. */
const listenLimit = 3_000
/**
 * Milliseconds after which a closing server ends what is still connected, such as half a body: everything else was answered.
 */
const closeLimit = 8_500

/**
 * An HTTP server that answers everything that has arrived before it ends. On close, it accepts the connections that are
 * waiting, and ends each connection with its last pending response, which says so; one without a request is closed shortly
 * after. Node's own server closes those at once, with requests that it has not read yet, and leaves a connection that is
 * busy at that moment open for its keep-alive time.
 */
export class DrainingServer extends Server {
  private readonly unanswered = new Set<ServerResponse>()
  /** Those of them that would otherwise have kept their connection alive. */
  private readonly ended = new WeakSet<ServerResponse>()
  /** Connections that have not sent a complete request head yet; Node does not consider them idle. */
  private readonly silent = new Set<Socket>()
  private closeBegan = false
  /** Nobody can connect any more. */
  private closing = false
  private graceEnds: NodeJS.Timeout | undefined
  private graceIsOver = false

  constructor(options: ServerOptions) {
    super(options)
    this.on("connection", (socket: Socket) => {
      this.silent.add(socket)
      socket.once("close", () => this.silent.delete(socket))
    })
    this.on("request", (request, response) => {
      this.silent.delete(request.socket)
      this.unanswered.add(response)
      if (this.closing) this.endConnections()
      response.on("close", () => {
        this.unanswered.delete(response)
        // The head of this response was sent before the server began to close.
        if (this.closing && response.shouldKeepAlive) this.beginGrace()
      })
    })
  }

  override close(callback?: (error?: Error) => void): this {
    if (this.closeBegan) return super.close(callback)
    this.closeBegan = true
    const limit = setTimeout(() => this.closeAllConnections(), closeLimit)
    this.once("close", () => {
      clearTimeout(limit)
      clearTimeout(this.graceEnds)
    })
    this.whenNobodyConnects(() => {
      super.close(callback)
      // Not earlier: a client that is told that its connection ends makes a new one.
      this.closing = true
      this.endConnections()
      this.beginGrace()
    })
    return this
  }

  /** Node calls this while it closes. Does nothing until the grace period is over. */
  override closeIdleConnections(): void {
    if (!this.graceIsOver) return
    super.closeIdleConnections()
    for (const socket of this.silent) socket.destroy()
  }

  /** Each connection ends with its last response: requests may have been pipelined. */
  private endConnections() {
    const last = new Map([...this.unanswered].map((response) => [response.req.socket, response]))
    for (const response of this.unanswered) {
      if (response.headersSent) continue
      if (last.get(response.req.socket) === response) {
        if (response.shouldKeepAlive) this.ended.add(response)
        response.shouldKeepAlive = false
      } else if (this.ended.delete(response)) response.shouldKeepAlive = true
    }
  }

  private whenNobodyConnects(then: () => void) {
    const began = performance.now()
    let last = began
    let quiet = 0
    const connected = () => {
      quiet = 0
    }
    const turn = () => {
      const now = performance.now()
      quiet = now - last < quickTurn + (now - began) * quickGrowth ? quiet + 1 : 0
      last = now
      if (quiet < quietTurns && now - began < listenLimit) return void setImmediate(turn)
      this.off("connection", connected)
      then()
    }
    this.on("connection", connected)
    setImmediate(turn)
  }

  private beginGrace() {
    clearTimeout(this.graceEnds)
    this.graceIsOver = false
    this.graceEnds = setTimeout(() => {
      // Reads first what arrived while the timer was due.
      setImmediate(() =>
        setImmediate(() => {
          this.graceIsOver = true
          this.closeIdleConnections()
        })
      )
    }, grace)
  }
}
