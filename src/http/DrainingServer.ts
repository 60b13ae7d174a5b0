import { Server, type ServerOptions, type ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Milliseconds that a connection without a request is kept when the server closes: its next request may be on the way. */
const grace = 250
/** Turns of the event loop, each of which takes one waiting connection, after which nobody waits any more. */
const quietTurns = 2
/**
 * Milliseconds that such a turn may take: whoever connects between its look at the network and the end of listening is cut
 * off. A busy machine has no turns so short: what they may take grows by so much of the time that has passed.
 */
const quickTurn = 0.25
const quickGrowth = 0.003
/** Milliseconds after which the server stops listening, whoever still connects. */
const listenLimit = 3_000
/** Milliseconds after which a closing server ends what is still connected, such as half a body: all else was answered. */
const closeLimit = 8_500

/**
 * An HTTP server that answers everything that has arrived before it ends. Once it closes, it takes the connections that
 * wait to be accepted, ends each connection with the answer that is under way on it, and tells the client so; one without
 * a request is closed a moment later. Node's own closes those at once, with the requests that it has not read yet,
 * and leaves a connection that was busy at that moment open for its keep-alive time.
 */
export class DrainingServer extends Server {
  private readonly unanswered = new Set<ServerResponse>()
  /** Those of them that would have kept their connection. */
  private readonly ended = new WeakSet<ServerResponse>()
  /** Connections that have not sent the whole head of a request yet: Node does not call them idle. */
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
        // The head of this answer had left before the end was known.
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
      // Not before: whoever is told that its connection ends makes a new one.
      this.closing = true
      this.endConnections()
      this.beginGrace()
    })
    return this
  }

  /** Node calls this as it closes; it waits until the grace is over. */
  override closeIdleConnections(): void {
    if (!this.graceIsOver) return
    super.closeIdleConnections()
    for (const socket of this.silent) socket.destroy()
  }

  /** Each connection ends with the last of its answers: requests may have come one right behind the other. */
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
      // What came while the timer was due is read first.
      setImmediate(() =>
        setImmediate(() => {
          this.graceIsOver = true
          this.closeIdleConnections()
        })
      )
    }, grace)
  }
}
