import type { ServerResponse } from "node:http"
import type { Wire } from "./slackRecords.ts"

/** What goes wrong with the next calls of a method. */
export interface Fault {
  readonly method: string
  /** The number of calls affected; one by default. */
  readonly times?: number
  readonly what:
    | { readonly status: number }
    | { readonly error: string }
    /** Seconds. */
    | { readonly retryAfter: number }
    /** Performed, but answered only once this resolves. */
    | { readonly until: Promise<void> }
    | "hang"
    | "reset"
    /** Performed, but the response is lost. */
    | "applied, then reset"
    | "applied, then 500"
}

/** Faults that wait for their calls, in order. */
export class SlackFaults {
  private readonly waiting: Array<{ readonly fault: Fault; left: number }> = []

  add(fault: Fault) {
    this.waiting.push({ fault, left: fault.times ?? 1 })
  }

  clear() {
    this.waiting.length = 0
  }

  /** The fault for this call, if there is one. */
  next(method: string): Fault["what"] | undefined {
    const index = this.waiting.findIndex(({ fault }) => fault.method === method || fault.method === "*")
    const found = this.waiting[index]
    if (found === undefined) return undefined
    if (--found.left <= 0) this.waiting.splice(index, 1)
    return found.fault.what
  }
}

export const answerJson = (
  response: ServerResponse,
  body: Wire,
  status = 200,
  headers: Record<string, string> = {}
) => {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
  response.end(JSON.stringify(body))
}

/** Responds as the fault prescribes; `applied` is what the call would have returned. */
export const answerFault = (response: ServerResponse, what: Fault["what"], applied: Wire = {}) => {
  switch (what) {
    case "hang":
      return
    case "reset":
    case "applied, then reset":
      response.req.socket.resetAndDestroy()
      return
    case "applied, then 500":
      response.writeHead(500).end("<html>Internal Server Error</html>")
      return
    default:
      if ("until" in what) void what.until.then(() => answerJson(response, applied))
      else if ("status" in what) response.writeHead(what.status).end("<html>Something went wrong</html>")
      else if ("retryAfter" in what)
        answerJson(response, { ok: false, error: "ratelimited" }, 429, { "retry-after": String(what.retryAfter) })
      else answerJson(response, { ok: false, error: what.error })
  }
}
