/** The state that a ticket must be in, according to what was acknowledged. */
export interface ExpectedTicket {
  /** Text unique to this ticket, from the one command that opened it. */
  readonly marker: string
  readonly number: number
  title: string
  /** Number of acknowledged changes of the title. */
  edits: number
  readonly comments: Set<string>
  deleted: boolean
}

/** Records what the server has acknowledged, and how the requests went. */
export class Ledger {
  readonly tickets = new Map<string, ExpectedTicket>()
  /** Message ids. */
  readonly mails = new Set<string>()
  /** Acknowledged writes, each counted once. */
  acknowledged = 0
  /** Requests that were sent and never answered; their outcome is unknown until they are retried. */
  unanswered = 0
  /** How the connections of unanswered requests ended. */
  readonly breaks: Array<string> = []
  /** Writes in flight. */
  inFlight = 0
  /** Longest time in milliseconds between the first moment that an unanswered write could be retried and its response. */
  longestStuck = 0
  /** The 503 responses, by how long each took in milliseconds. */
  readonly refusals: Array<number> = []
  /** Responses that nobody should get, as `POST /v1/… 500 …`. */
  readonly wrong: Array<string> = []
  /** When the last write was acknowledged, on the clock of `performance.now()`. */
  lastAcknowledgedAt = 0

  acknowledge() {
    this.acknowledged++
    this.lastAcknowledgedAt = performance.now()
  }
}
