/** What a ticket must be like, by what was acknowledged. */
export interface ExpectedTicket {
  /** Text that no other ticket has, from the one command that opened it. */
  readonly marker: string
  readonly number: number
  title: string
  /** Changes of the title that were acknowledged. */
  edits: number
  readonly comments: Set<string>
  deleted: boolean
}

/** What the server has acknowledged, and how the requests went. */
export class Ledger {
  readonly tickets = new Map<string, ExpectedTicket>()
  /** Message ids. */
  readonly mails = new Set<string>()
  /** Writes that were acknowledged, each once. */
  acknowledged = 0
  /** Requests that were sent and never answered: nobody knows what became of them until they are sent again. */
  unanswered = 0
  /** How the connections of those ended. */
  readonly breaks: Array<string> = []
  /** Writes under way. */
  inFlight = 0
  /** Milliseconds from the first moment that a write without an answer could be sent again to its answer, the longest. */
  longestStuck = 0
  /** Answers of 503, and how long each took in milliseconds. */
  readonly refusals: Array<number> = []
  /** Answers that nobody should get, as `POST /v1/… 500 …`. */
  readonly wrong: Array<string> = []
  /** When a write was acknowledged last, as `performance.now()` counts. */
  lastAcknowledgedAt = 0

  acknowledge() {
    this.acknowledged++
    this.lastAcknowledgedAt = performance.now()
  }
}
