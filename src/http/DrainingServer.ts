import { Server, type ServerOptions, type ServerResponse } from "node:http"

/**
 * An HTTP server that, once it closes, ends each connection with the answer that is under way on it, and tells the client
 * so. Node's own leaves a connection that was busy at that moment open for its keep-alive time, and takes further
 * requests on it meanwhile.
 */
export class DrainingServer extends Server {
  private readonly unanswered = new Set<ServerResponse>()
  private closing = false

  constructor(options: ServerOptions) {
    super(options)
    this.on("request", (_, response) => {
      this.unanswered.add(response)
      if (this.closing) response.shouldKeepAlive = false
      response.once("close", () => {
        this.unanswered.delete(response)
        // The head of this answer may have left before the end was known.
        if (this.closing) setImmediate(() => this.closeIdleConnections())
      })
    })
  }

  override close(callback?: (error?: Error) => void): this {
    this.closing = true
    for (const response of this.unanswered) response.shouldKeepAlive = false
    return super.close(callback)
  }
}
