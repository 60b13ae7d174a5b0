import { Duration } from "effect"
import type { Recipient } from "../../src/tickets/RecipientDirectory.ts"
import type { SmtpLimits } from "./SmtpLimits.ts"
import { refusals, type SmtpRefusal } from "./SmtpRefusal.ts"

/** What the listener knows of one client while it is connected. */
export interface SmtpSession {
  readonly address: string
  /** Which brand takes mail for an address that the client named. */
  readonly routes: Map<string, Recipient>
  refusedRecipients: number
}

/** The clients that are connected: how many from where, and none for longer than a session may last. */
export class SmtpSessions {
  readonly #sessions = new Map<string, SmtpSession & { readonly deadline: NodeJS.Timeout }>()
  readonly #limits: SmtpLimits
  readonly #expire: (id: string) => void

  constructor(limits: SmtpLimits, expire: (id: string) => void) {
    this.#limits = limits
    this.#expire = expire
  }

  /** Takes a client in, or says why not. */
  open(id: string, address: string): SmtpRefusal | undefined {
    let others = 0
    for (const session of this.#sessions.values()) if (session.address === address) others++
    if (others >= this.#limits.sessionsPerAddress) return refusals.tooManySessions
    if (this.#sessions.size >= this.#limits.sessions) return refusals.full
    const deadline = setTimeout(() => this.#expire(id), Duration.toMillis(this.#limits.session))
    deadline.unref()
    this.#sessions.set(id, { address, routes: new Map(), refusedRecipients: 0, deadline })
    return undefined
  }

  get(id: string): SmtpSession | undefined {
    return this.#sessions.get(id)
  }

  close(id: string) {
    clearTimeout(this.#sessions.get(id)?.deadline)
    this.#sessions.delete(id)
  }
}
